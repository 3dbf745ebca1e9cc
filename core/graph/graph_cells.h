// The cells around one node of an evaluated graph, as ops are asked about them.
#ifndef CORE_GRAPH_GRAPH_CELLS_H_
#define CORE_GRAPH_GRAPH_CELLS_H_

#include "core/graph/evaluation.h"

namespace attn {

class GraphCells final : public Cells {
 public:
  GraphCells(const Graph& graph, const Evaluation<float>& values, int node)
      : graph_(graph), values_(values), node_(node) {}
  int inputs() const override { return static_cast<int>(graph_.node(node_).inputs.size()); }
  const Shape& input_shape(int i) const override { return graph_.node(input_node(i)).shape; }
  const Shape& output_shape() const override { return graph_.node(node_).shape; }
  float input(int i, int64_t flat) const override { return values_.cell(input_node(i), flat); }
  float output(int64_t flat) const override { return values_.cell(node_, flat); }

 private:
  int input_node(int i) const { return graph_.node(node_).inputs[static_cast<size_t>(i)]; }

  const Graph& graph_;
  const Evaluation<float>& values_;
  int node_;
};

}  // namespace attn

#endif  // CORE_GRAPH_GRAPH_CELLS_H_
