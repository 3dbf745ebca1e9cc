#include "core/graph/multiplications.h"

#include <algorithm>
#include <string_view>

namespace attn {
namespace {

struct PerCell {
  std::string_view op;
  double times;
};
// Ops that multiply as often for every cell of their output.
constexpr PerCell kPerCell[] = {
    {"multiply", 1},   {"scale", 1},    {"divide", 1}, {"softmax", 1},  // the share of the sum
    {"layer_norm", 3}, {"rms_norm", 3},                                 // square, divide by the deviation, gain
    {"mean", 1},       {"rotate", 2},                                   // cosine and sine
    {"entmax15", 2},                                                    // half the distance to the threshold, squared
    {"reciprocal", 1}, {"sigmoid", 1},  {"silu", 2},   {"monotonic_reach", 2},  // along and down
};

double of(const Graph& graph, const Node& node) {
  const std::string_view op = node.op->name();
  const double cells = static_cast<double>(node.shape.count());
  const Shape& first = graph.node(node.inputs.empty() ? 0 : node.inputs[0]).shape;
  // Each cell is a sum of products along the first input's last axis.
  if (op == "matmul") return cells * static_cast<double>(first.columns());
  // The axes that the output lacks are added up.
  if (op == "dot") return static_cast<double>(first.count());
  if (op == "mix_heads") return cells * static_cast<double>(first[0].size);
  // Written; what was there decays; an eraser reads and writes once more.
  if (op == "state_scan") return cells * static_cast<double>(1 + std::max<size_t>(node.inputs.size(), 2) - 2);
  // Half a square of rows by columns.
  if (op == "unit_lower_solve")
    return cells * static_cast<double>(std::max<int64_t>(node.shape[node.shape.rank() - 2].size - 1, 0)) / 2;
  const auto* found =
      std::find_if(std::begin(kPerCell), std::end(kPerCell), [&](const PerCell& e) { return e.op == op; });
  return found == std::end(kPerCell) ? 0 : cells * found->times;
}

}  // namespace

double multiplications(const Graph& graph) {
  double sum = 0;
  for (const Node& node : graph.nodes())
    if (node.op) sum += of(graph, node);
  return sum;
}

}  // namespace attn
