// Ops that only move numbers: each output cell is one input cell. They say which; the rest follows.
#ifndef CORE_GRAPH_OPS_COPY_H_
#define CORE_GRAPH_OPS_COPY_H_

#include <algorithm>
#include <utility>

#include "core/graph/op.h"

namespace attn {

// Derived has `std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape& output, int64_t flat) const`:
// which input, and which of its cells, stands at output cell `flat`. Where neighbours stand side by side in the input
// as well, it says in `run` how many at a time: a divisor of the row, counted from the row's first cell.
template <class Derived>
class CopyOp : public OpOf<Derived> {
 public:
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const std::vector<Shape> shapes = shapes_of<T>(inputs);
    const int64_t columns = output.shape->columns(), start = output.rows.begin * columns;
    const int64_t run = self().run(shapes, *output.shape);
    for (int64_t i = 0; i < output.rows.count() * columns; i += run) {
      const auto [input, flat] = self().source(shapes, *output.shape, start + i);
      std::copy_n(&inputs[static_cast<size_t>(input)].cell(flat), run, output.data + i);
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const std::vector<Shape> shapes = shapes_of<T>(args.inputs);
    const int64_t run = self().run(shapes, *args.output.shape);
    for (int64_t i = 0; i < args.output.shape->count(); i += run) {
      const auto [input, flat] = self().source(shapes, *args.output.shape, i);
      T* into = args.input_gradients[static_cast<size_t>(input)] + flat;
      for (int64_t j = 0; j < run; ++j) into[j] += args.output_gradient[i + j];
    }
  }
  int64_t run(std::span<const Shape>, const Shape&) const { return 1; }
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const CellRef ref = source_ref(cells, cell);
    return {single(ref.input, ref.index)};
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "copy";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = source_ref(cells, cell);
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal}}};
    return result;
  }

 protected:
  virtual int arity() const { return 1; }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }

  template <class T>
  static std::vector<Shape> shapes_of(Inputs<T> inputs) {
    std::vector<Shape> shapes;
    for (const auto& input : inputs) shapes.push_back(*input.shape);
    return shapes;
  }
  CellRef source_ref(const Cells& cells, const Index& cell) const {
    std::vector<Shape> shapes;
    for (int i = 0; i < arity(); ++i) shapes.push_back(cells.input_shape(i));
    const auto [input, flat] = self().source(shapes, cells.output_shape(), cells.output_shape().flat(cell));
    return cells.ref(input, cells.input_shape(input).index(flat));
  }
};

}  // namespace attn

#endif  // CORE_GRAPH_OPS_COPY_H_
