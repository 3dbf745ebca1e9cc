// Ops of one operand that make each row from the same row of it.
#ifndef CORE_GRAPH_OPS_SAME_SHAPE_H_
#define CORE_GRAPH_OPS_SAME_SHAPE_H_

#include <string_view>
#include <vector>

#include "core/graph/op.h"

namespace attn {

// All cells of the row that a cell of the output stands in: what a softmax and its kin are made from.
inline std::vector<Region> whole_row(const Cells& cells, const Index& cell) {
  Region row = single(0, cell);
  row.begin.back() = 0;
  row.end.back() = cells.output_shape().columns();
  return {row};
}

template <class Derived>
class SameShapeOp : public OpOf<Derived> {
 public:
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    return {};
  }
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape&) const override { return rows; }
  std::vector<Region> sources(const Cells&, const Index& cell) const override { return {single(0, cell)}; }

 protected:
  // A cell that comes from the one at the same place, which is the only term.
  static Explanation explain_cell(std::string_view form, const Cells& cells, const Index& cell) {
    Explanation result;
    result.form = form;
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal}}};
    return result;
  }
};

}  // namespace attn

#endif  // CORE_GRAPH_OPS_SAME_SHAPE_H_
