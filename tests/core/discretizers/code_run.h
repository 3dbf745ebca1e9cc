// A discretizer on numbers of a test: recorded, computed forwards and backwards in double, and trained step by step.
#ifndef TESTS_CORE_DISCRETIZERS_CODE_RUN_H_
#define TESTS_CORE_DISCRETIZERS_CODE_RUN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/layers/discretizer.h"

namespace attn::test {

using Numbers = std::vector<double>;

// Places of a text and patches of a picture.
inline Shape text_shape(int64_t width) { return {{axis::kBatch, 2}, {axis::kLatent, 4}, {axis::kModel, width}}; }
inline Shape picture_shape(int64_t width) {
  return {{axis::kBatch, 2}, {axis::kRow, 2}, {axis::kColumn, 3}, {axis::kModel, width}};
}

// One record of `quantise`. The vectors x are a parameter of it, so that gradients reach them like any other.
class Coded {
 public:
  Coded(const Recorder::Context& context, const Shape& shape);

  const Status& status() const { return graph_.status(); }
  const Discrete& discrete() const { return discrete_; }
  Graph& graph() { return graph_; }
  Recorder& recorder() { return recorder_; }
  Value x() const { return x_; }

  Numbers numbers(Value value) const;
  // What chance gave, in the order in which it was asked for.
  std::vector<Numbers> drawn() const;
  // d(sum of up * of) / d(parameter); zeros where nothing flows.
  Numbers gradient(Value of, const Numbers& up, std::string_view parameter) const;
  // Of sum(vectors) + penalty, [one]: something to train with.
  Value loss() const;

 private:
  Graph graph_;
  Recorder recorder_;
  Value x_;
  Discrete discrete_;
  std::unique_ptr<Evaluation<double>> values_;
};

class CodeRun {
 public:
  CodeRun(std::string_view stem, Shape shape, const std::vector<ParamValue>& told = {});

  // What is made discrete: random numbers from [-1, 1) at first.
  void set_x(const std::vector<float>& x) { *parameters_.find("x")->values = x; }
  Numbers x() { return of("x"); }
  const Shape& shape() const { return shape_; }
  const Params& params() const { return params_; }
  double told(std::string_view param) const { return params_.number(param); }
  const Discretizer& discretizer() const { return discretizer_; }
  CodeSizes sizes() const { return discretizer_.sizes(params_); }

  // At a step of a run of `kSteps`.
  static constexpr int64_t kSteps = 100;
  Recorder::Context context(bool training, int64_t step = 1);
  std::unique_ptr<Coded> record(bool training, int64_t step = 1);
  // Back-propagates a record and lets what follows averages follow them, as training does.
  void settle(Coded* coded);

  Parameters& parameters() { return parameters_; }
  Numbers of(std::string_view parameter);
  void set(std::string_view parameter, const std::vector<float>& values);

 private:
  Shape shape_;
  Discretizer discretizer_;
  Params params_;
  std::vector<ParamSpec> no_specs_;
  Params no_params_;
  Parameters parameters_{1};
};

// Values of a record in float, as a page has them.
std::vector<std::vector<float>> in_float(const Graph& graph, const std::vector<Value>& values);

void expect_near(const Numbers& got, const Numbers& wanted, double tolerance, const std::string& says);

}  // namespace attn::test

#endif  // TESTS_CORE_DISCRETIZERS_CODE_RUN_H_
