// The numbers that a model learns, by name: "encoder/layer_1/w_q". Drawn when they are first asked for, by name, shape
// and seed alone, so that adding a layer never changes where another one starts.
#ifndef CORE_TRAINING_PARAMETERS_H_
#define CORE_TRAINING_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/initial.h"
#include "core/tensor/shape.h"

namespace attn {

// Where a parameter starts: scale * draw + shift.
struct Start {
  Init init = Init::kGlorot;
  double scale = 1;
  double shift = 0;
  // Drawn as the parameter of this name in the same scope is, so that both start with the same numbers.
  std::string_view like = {};

  static Start zeros() { return {Init::kZeros}; }
  static Start ones() { return {Init::kOnes}; }
  static Start normal(double deviation) { return {Init::kNormal, deviation}; }
  static Start uniform(double limit) { return {Init::kUniform, 2 * limit, -limit}; }  // U(-limit, limit)
  static Start orthogonal() { return {Init::kOrthogonal}; }
  static Start glorot() { return {Init::kGlorot}; }
};

struct Parameter {
  std::string name;
  Shape shape;
  std::shared_ptr<std::vector<float>> values;  // shared with every record that reads it
  std::vector<float> gradient;                 // of the latest step
  std::vector<std::vector<float>> moments;     // what the optimizer remembers of it
  bool learned = true;                         // else it follows what is measured (Recorder::follow), for no optimizer
};

class Parameters {
 public:
  explicit Parameters(uint64_t seed) : seed_(seed) {}
  Parameters(const Parameters&) = delete;  // records share its numbers
  Parameters& operator=(const Parameters&) = delete;

  Parameter& get(const std::string& name, const Shape& shape, Start start);
  // Null if nobody asked for it yet.
  Parameter* find(std::string_view name);

  // In the order of their first use.
  const std::vector<std::unique_ptr<Parameter>>& all() const { return all_; }
  int64_t count() const;  // numbers in all
  void clear_gradients();
  uint64_t seed() const { return seed_; }

 private:
  uint64_t seed_;
  std::vector<std::unique_ptr<Parameter>> all_;
  std::map<std::string, Parameter*, std::less<>> by_name_;
};

}  // namespace attn

#endif  // CORE_TRAINING_PARAMETERS_H_
