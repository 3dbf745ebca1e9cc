#include "core/layers/choices.h"

#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

Value constant(Graph& graph, const Shape& shape, double value) {
  return graph.leaf(shape, std::vector<float>(static_cast<size_t>(shape.count()), static_cast<float>(value)),
                    Origin::kFixed, {});
}

}  // namespace

Value stop_gradient(Value x) { return straight_through(x, constant(x.graph(), x.shape(), 0)); }

Value choice_estimate(Recorder& r, const Choices& choices, Value surprise) {
  Graph& graph = r.graph();
  const Value weights = choices.weights;
  // cost_n = -log p(sentence n): [batch]
  const Value cost = reduce_sum(stop_gradient(surprise), surprise.shape().dims().back().axis);
  const double sentences = static_cast<double>(cost.shape().count());
  const Value baseline = r.running("baseline", {{axis::kOne, 1}}, Start::zeros(), named("baseline", "b"));
  // b <- 0.9 b + 0.1 mean cost
  r.follow(baseline, scale(total(cost), 1 / sentences), 0.9);
  // Its shape [one] would add an axis to the costs, so it takes theirs: [batch]
  const Dim batch = cost.shape()[0];
  const Value zeros = constant(graph, {{axis::kOne, 1}, batch}, 0);
  const Value mean = reduce_sum(add(baseline, zeros), axis::kOne);

  // lambda_r (cost_n - b) s/a, times a whose gradient it is: [batch, query, key]
  const Value ratio = stop_gradient(divide(choices.chosen, weights));
  const Value reward = scale(add(cost, scale(mean, -1)), choices.cost_weight);
  const Value drawn = multiply(multiply(weights, ratio), reward);
  // lambda_e a log a; 1e-20, far below any weight that counts, keeps the logarithm of 0 finite
  const Value logs = map(add(weights, constant(graph, weights.shape(), 1e-20)), Function::kLog);
  const Value spread = scale(multiply(weights, logs), choices.entropy_weight);

  const std::vector<float>& counts = *graph.node(choices.counts.node()).values;
  const auto targets = std::count(counts.begin(), counts.end(), 1.0F);
  const Value sum = total(multiply(add(drawn, spread), choices.counts));
  const Value estimate = scale(sum, 1 / static_cast<double>(std::max<int64_t>(targets, 1)));
  StepText text;
  text.id = "estimate", text.stage = "loss", text.label = "estimate", text.symbol = "R";
  text.title = "What was chosen is praised or blamed";
  text.note = "A choice passes no gradient; instead it becomes likelier where it cost less than usual.";
  text.latex = R"(\nabla \approx \lambda_r(\ell - b)\,\nabla\log \a{\alpha_s} - \lambda_e\nabla H[\a{\alpha}])";
  return straight_through(constant(graph, {{axis::kOne, 1}}, 0), estimate).step(std::move(text));
}

}  // namespace attn
