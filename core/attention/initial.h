// Where weights start when nobody brings trained ones. A weight depends on its name, its shape and the seed alone.
#ifndef CORE_ATTENTION_INITIAL_H_
#define CORE_ATTENTION_INITIAL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/shape.h"

namespace attn {

enum class Init {
  kGlorot,      // U(-a, a), a = sqrt(6 / (fan_in + fan_out)); Glorot & Bengio 2010. The last two axes are the fans.
  kOrthogonal,  // each matrix of the last two axes with orthonormal rows or columns; Saxe et al. 2014
  kZeros,       // biases
  kOnes,        // gains
  // Draws of mechanisms that draw. A number depends on its row and column alone, not on how many there are: a longer
  // text keeps the draws of a shorter one.
  kUniform,  // from [0, 1)
  kNormal,   // mean 0, deviation 1
  kGumbel,   // -log(-log u), whose largest of several is at place j with softmax's chance
  // Rows as long as those of kNormal, but orthogonal: in blocks of as many rows as there are columns; Choromanski et
  // al. 2021.
  kOrthogonalNormal,
};

// Drawn for chance's sake, and not as a place where learning starts?
constexpr bool is_draw(Init init) {
  return init == Init::kUniform || init == Init::kNormal || init == Init::kGumbel || init == Init::kOrthogonalNormal;
}

std::vector<float> initial_weights(Init init, const Shape& shape, std::string_view name, uint64_t seed);

// Remembers what was drawn lately: a run repeated with another parameter draws the same weights, and drawing them can
// take longer than all that is computed with them.
class DrawnWeights {
 public:
  std::shared_ptr<const std::vector<float>> draw(Init init, const Shape& shape, std::string_view name, uint64_t seed);

 private:
  struct Drawn {
    Init init;
    Shape shape;
    std::string name;
    uint64_t seed;
    std::shared_ptr<const std::vector<float>> values;
  };
  std::vector<Drawn> kept_;  // the latest last
};

}  // namespace attn

#endif  // CORE_ATTENTION_INITIAL_H_
