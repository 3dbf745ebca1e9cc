#include "core/graph/gradient_terms.h"

#include <algorithm>

#include "core/graph/graph_cells.h"

namespace attn {
namespace {

bool holds(const Region& region, const Index& index) {
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < region.begin[i] || index[i] >= region.end[i]) return false;
  }
  return true;
}

// Recurrences read their own earlier cells: what is made from them need not name the input.
bool reads(const Op& op, const Cells& cells, const Index& output, const std::vector<bool>& is_node, const Index& cell) {
  const std::vector<Region> regions = op.sources(cells, output);
  return std::any_of(regions.begin(), regions.end(), [&](const Region& region) {
    return region.input == kOwnOutput || (is_node[static_cast<size_t>(region.input)] && holds(region, cell));
  });
}

}  // namespace

std::vector<GradientTerm> gradient_terms(const Graph& graph, const Evaluation<float>& values,
                                         const std::vector<std::vector<float>>& gradients, int node, int64_t flat) {
  std::vector<GradientTerm> terms;
  const Index cell = graph.node(node).shape.index(flat);
  for (int at = node + 1; at < static_cast<int>(graph.nodes().size()); ++at) {
    const Node& made = graph.node(at);
    const std::vector<float>& upstream = gradients[static_cast<size_t>(at)];
    std::vector<bool> is_node;
    for (const int input : made.inputs) is_node.push_back(input == node);
    if (!made.op || upstream.empty() || std::count(is_node.begin(), is_node.end(), true) == 0) continue;

    const std::vector<Shape> shapes = graph.input_shapes(made);
    std::vector<std::vector<float>> copies, slopes;
    std::vector<TensorRows<const float>> inputs;
    for (size_t i = 0; i < made.inputs.size(); ++i) {
      copies.emplace_back(static_cast<size_t>(shapes[i].count()));
      values.rows(made.inputs[i], {0, shapes[i].rows()}, copies.back().data());
      slopes.emplace_back(copies.back().size());
    }
    std::vector<float*> into;
    for (size_t i = 0; i < copies.size(); ++i) {
      inputs.push_back({&shapes[i], copies[i].data(), {0, shapes[i].rows()}});
      into.push_back(slopes[i].data());
    }
    std::vector<float> output(static_cast<size_t>(made.shape.count())), one(output.size());
    values.rows(at, {0, made.shape.rows()}, output.data());
    const GraphCells cells(graph, values, at);
    for (int64_t out = 0; out < made.shape.count(); ++out) {
      const float weight = upstream[static_cast<size_t>(out)];
      if (weight == 0.0F || !reads(*made.op, cells, made.shape.index(out), is_node, cell)) continue;
      // The op's own way back from this one cell.
      for (std::vector<float>& slope : slopes) std::fill(slope.begin(), slope.end(), 0.0F);
      one[static_cast<size_t>(out)] = 1.0F;
      made.op->backward(
          {Inputs<float>(inputs), {&made.shape, output.data(), {0, made.shape.rows()}}, one.data(), into});
      one[static_cast<size_t>(out)] = 0.0F;
      float slope = 0;
      for (size_t i = 0; i < is_node.size(); ++i) slope += is_node[i] ? slopes[i][static_cast<size_t>(flat)] : 0.0F;
      if (slope != 0.0F) terms.push_back({at, out, slope, weight});
    }
  }
  return terms;
}

}  // namespace attn
