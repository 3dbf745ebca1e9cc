// Rows of a table picked by whole numbers: the first step of every text model.
#include <algorithm>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/picked.h"

namespace attn {
namespace {

class Gather final : public OpOf<Gather> {
 public:
  std::string_view name() const override { return "gather"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    if (inputs[0].rank() != 2 || inputs[1].find(inputs[0][1].axis) >= 0) {
      return invalid_input("gather", inputs[0].text() + " by " + inputs[1].text(),
                           "a table of rows, and ids without an axis of the name that its columns have");
    }
    std::vector<Dim> dims = inputs[1].dims();
    dims.push_back(inputs[0][1]);
    *output = Shape(std::move(dims));
    return {};
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      std::copy_n(inputs[0].row(picked((*inputs[0].shape)[0].size, inputs[1].data[row])), output.shape->columns(),
                  output.row(row));
    }
  }
  // The table learns where it was read; ids are choices and have no gradient.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t n = args.output.shape->columns();
    for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
      const int64_t from = picked((*args.inputs[0].shape)[0].size, args.inputs[1].data[row]) * n;
      for (int64_t j = 0; j < n; ++j) args.input_gradients[0][from + j] += args.output_gradient[row * n + j];
    }
  }
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return {single(0, source(cells, cell)), single(1, place(cell))};
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "gather";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, source(cells, cell));
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal, cells.ref(1, place(cell))}}};
    return result;
  }

 private:
  // Of the id that an output cell was picked by, and of the cell in the table.
  static Index place(const Index& cell) { return Index(cell.begin(), cell.end() - 1); }
  static Index source(const Cells& cells, const Index& cell) {
    return {picked(cells.input_shape(0)[0].size, cells.ref(1, place(cell)).value), cell.back()};
  }
};

}  // namespace

Value gather(Value table, Value ids) { return table.graph().apply(std::make_unique<Gather>(), {table, ids}); }

}  // namespace attn
