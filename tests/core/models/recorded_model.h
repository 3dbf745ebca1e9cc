// A model recorded on a batch: what the tests of single models are written with.
#ifndef TESTS_CORE_MODELS_RECORDED_MODEL_H_
#define TESTS_CORE_MODELS_RECORDED_MODEL_H_

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/layers/model.h"
#include "core/training/loss.h"

namespace attn::test {

inline Params params_of(const Model& model, const std::vector<ParamValue>& values) {
  Params params(model.text.params);
  for (const auto& [id, value] : values) {
    Status status;
    for (const ParamSpec& spec : model.text.params) {
      if (spec.id != id) continue;
      if (spec.kind == ParamKind::kChoice) {
        status = params.set_choice(id, value);
      } else if (spec.kind == ParamKind::kFlag) {
        status = params.set_flag(id, value == "true");
      } else {
        status = params.set_number(id, std::stod(std::string(value)));
      }
    }
    EXPECT_TRUE(status.ok()) << id;
  }
  return params;
}

inline std::vector<float> random_numbers(size_t count, uint64_t seed, float low = -1, float high = 1) {
  std::mt19937_64 random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = low + (high - low) * static_cast<float>(random() % 1024) / 1024.0F;
  return numbers;
}

inline std::vector<float> random_ids(size_t count, uint64_t seed, int64_t first, int64_t end) {
  std::mt19937_64 random(seed);
  std::vector<float> ids(count);
  for (float& id : ids)
    id = static_cast<float>(first + static_cast<int64_t>(random() % static_cast<uint64_t>(end - first)));
  return ids;
}

// What stands before each target [batch, query]: the start first.
inline std::vector<float> inputs_before(const Shape& shape, const std::vector<float>& targets) {
  std::vector<float> inputs(targets.size());
  const size_t n = static_cast<size_t>(shape.columns());
  for (size_t i = 0; i < targets.size(); ++i) {
    const float before = i % n == 0 ? static_cast<float>(kStartPiece) : targets[i - 1];
    inputs[i] = before < 0 ? static_cast<float>(kEndPiece) : before;
  }
  return inputs;
}

struct Recorded {
  Recorded(const Model& model, const Params& params, const TaskSizes& sizes, Parameters* parameters,
           bool training = false, int64_t step = 0)
      : model(model),
        recorder(graph, {.parameters = parameters,
                         .params = &params,
                         .sizes = sizes,
                         .seed = 3,
                         .step = step,
                         .training = training}) {}

  Value leaf(const Shape& shape, std::vector<float> values) {
    return graph.leaf(shape, std::move(values), Origin::kGiven, {});
  }
  Prediction& predict(Value source) { return prediction = model.predict(recorder, source); }
  Prediction& translate(Value source, Value inputs) {
    return prediction = model.decode(recorder, model.encode(recorder, source), inputs);
  }
  std::vector<float> numbers(Value value) const {
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    std::vector<float> out(static_cast<size_t>(value.shape().count()));
    values.rows(value.node(), {0, value.shape().rows()}, out.data());
    return out;
  }

  const Model& model;
  Graph graph;
  Recorder recorder;
  Prediction prediction;
};

// The largest difference between d(node)/d(numbers of some leaves) and central differences in double, relative to the
// larger of the two and 1e-3; `sampled` numbers of each parameter.
inline double gradient_error(const Recorded& recorded, Value loss, int sampled) {
  constexpr double kStep = 1e-5;  // of numbers near 1, with errors of 1e-10 from the third derivative
  const auto value_at = [&](int node, int64_t cell, double number) {
    Evaluation<double> values(recorded.graph);
    values.edit(node, cell, number);
    EXPECT_TRUE(values.run().ok());
    return values.data(loss.node())[0];
  };
  Evaluation<double> values(recorded.graph);
  EXPECT_TRUE(values.run().ok());
  const auto gradients = values.gradients(loss.node(), {1.0});
  double worst = 0;
  for (const auto& [node, parameter] : recorded.recorder.parameter_nodes()) {
    const std::vector<double>& gradient = gradients[static_cast<size_t>(node)];
    const int64_t count = parameter->shape.count();
    for (int i = 0; i < sampled; ++i) {
      const int64_t cell = (int64_t{7919} * (i + 1)) % count;
      const double at = static_cast<double>((*parameter->values)[static_cast<size_t>(cell)]);
      const double slope = (value_at(node, cell, at + kStep) - value_at(node, cell, at - kStep)) / (2 * kStep);
      const double claimed = gradient.empty() ? 0 : gradient[static_cast<size_t>(cell)];
      const double scale = std::max({std::abs(slope), std::abs(claimed), 1e-3});
      const double error = std::abs(slope - claimed) / scale;
      if (error > 1e-4) ADD_FAILURE() << parameter->name << " " << cell << ": " << claimed << " is not " << slope;
      worst = std::max(worst, error);
    }
  }
  return worst;
}

}  // namespace attn::test

#endif  // TESTS_CORE_MODELS_RECORDED_MODEL_H_
