// Random numbers one after another, where a rule asks for more than it can say beforehand. Still a pure function: what
// comes depends on (seed, stream, part) alone.
#ifndef CORE_TRAINING_DRAWS_H_
#define CORE_TRAINING_DRAWS_H_

#include "core/tensor/random.h"

namespace attn {

class Draws {
 public:
  // Each part of a stream has room for 2^34 numbers.
  Draws(uint64_t seed, uint64_t stream, uint64_t part) : seed_(seed), stream_(stream), block_(part << 32) {}

  uint32_t bits() {
    if (used_ == 4) numbers_ = philox(seed_, stream_, block_++), used_ = 0;
    return numbers_[used_++];
  }
  // Uniform in [0, 1), a multiple of 2^-24.
  float uniform() { return static_cast<float>(bits() >> 8) * 0x1p-24F; }
  // A whole number of 0 to n - 1, n < 2^32; no number is likelier than another by more than n / 2^32.
  int64_t below(int64_t n) { return static_cast<int64_t>((uint64_t{bits()} * static_cast<uint64_t>(n)) >> 32); }

 private:
  uint64_t seed_, stream_, block_;
  std::array<uint32_t, 4> numbers_{};
  size_t used_ = 4;
};

}  // namespace attn

#endif  // CORE_TRAINING_DRAWS_H_
