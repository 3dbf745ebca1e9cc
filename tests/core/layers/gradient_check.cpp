#include "tests/core/layers/gradient_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"

namespace attn::test {
namespace {

constexpr double kStep = 1e-5;  // truncation goes with its square, rounding with 1e-16 / 1e-5

// The loss with cells moved by `edit`.
template <class Edit>
double loss_at(const Graph& graph, Value loss, Edit edit) {
  Evaluation<double> values(graph);
  edit(values);
  EXPECT_TRUE(values.run().ok());
  return values.data(loss.node())[0];
}

}  // namespace

void shake(const Parameters& parameters, double by, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (const auto& parameter : parameters.all()) {
    for (float& value : *parameter->values)
      value += static_cast<float>(by * (static_cast<double>(random() % 2048) / 1024 - 1));
  }
}

void check_gradients(const Graph& graph, const ParameterNodes& parameters, Value loss, size_t cells_of_each) {
  if (std::any_of(graph.nodes().begin(), graph.nodes().end(),
                  [](const Node& node) { return node.op && node.op->estimates_gradient(); })) {
    return;
  }
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const auto gradients = values.gradients(loss.node(), {1.0});
  std::map<int, std::vector<double>> direction;
  std::mt19937_64 random(7);
  double along = 0;
  for (const auto& [node, parameter] : parameters) {
    const std::vector<double>& gradient = gradients[static_cast<size_t>(node)];
    if (gradient.empty()) {
      ADD_FAILURE() << parameter->name << " is not used";
      continue;
    }
    for (const double g : gradient) {
      direction[node].push_back(static_cast<double>(random() % 2048) / 1024 - 1);
      along += g * direction[node].back();
    }
    const size_t cells = gradient.size();
    for (size_t at = 0; at < cells; at += std::max<size_t>(cells / cells_of_each, 1)) {
      const double here = static_cast<double>((*parameter->values)[at]);
      const auto moved = [&, node = node](double by) {
        return loss_at(graph, loss, [&](auto& other) { other.edit(node, static_cast<int64_t>(at), here + by); });
      };
      const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
      EXPECT_NEAR(gradient[at], slope, 1e-7 * (1 + std::fabs(slope))) << parameter->name << ' ' << at;
    }
  }
  const auto moved = [&](double by) {
    return loss_at(graph, loss, [&](auto& other) {
      for (const auto& [node, way] : direction) {
        const std::vector<float>& at = *graph.node(node).values;
        for (size_t i = 0; i < way.size(); ++i)
          other.edit(node, static_cast<int64_t>(i), static_cast<double>(at[i]) + by * way[i]);
      }
    });
  };
  const double slope = (moved(kStep) - moved(-kStep)) / (2 * kStep);
  // The direction is as long as the root of a third of all parameters, and third derivatives grow with its cube.
  EXPECT_NEAR(along, slope, 1e-5 * (1 + std::fabs(slope))) << "along a direction";
}

void check_layer(const std::function<std::vector<Value>(Recorder&)>& layer) {
  Parameters parameters(1);
  const std::vector<ParamSpec> no_specs;
  const Params no_params(no_specs);
  Recorder::Context context;
  context.parameters = &parameters, context.params = &no_params;
  {
    Graph graph;  // asks for all parameters
    Recorder recorder(graph, context);
    layer(recorder);
  }
  shake(parameters, 0.25, 3);
  Graph graph;
  Recorder recorder(graph, context);
  std::mt19937_64 random(5);
  Value loss;
  for (const Value output : layer(recorder)) {
    std::vector<float> weights;
    for (int64_t i = 0; i < output.shape().count(); ++i)
      weights.push_back(static_cast<float>(random() % 2048) * 0x1p-10F - 1);
    const Value leaf = graph.leaf(output.shape(), std::move(weights), Origin::kFixed, {});
    const Value sum = total(multiply(output, leaf));
    loss = loss.valid() ? add(loss, sum) : sum;
  }
  ASSERT_TRUE(graph.status().ok()) << graph.status().argument << ": " << graph.status().got;
  constexpr size_t kAll = size_t{1} << 30;
  check_gradients(graph, recorder.parameter_nodes(), loss, kAll);
}

}  // namespace attn::test
