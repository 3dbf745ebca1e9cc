// One entry of a row for every place, chosen by a tensor of whole numbers: how a table with a column per distance
// becomes a number per pair of words.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"
#include "core/graph/ops/picked.h"

namespace attn {
namespace {

class Pick final : public OpOf<Pick> {
 public:
  std::string_view name() const override { return "pick"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &x = inputs[0], &index = inputs[1], rows = leading(x);
    const Dim last = index.dims().back();
    if (!broadcasts(rows, index) || rows.find(last.axis) >= 0 ||
        (x.rank() > 1 && broadcast(rows, index).dims().back() != last)) {
      return invalid_input("pick", x.text() + " by " + index.text(), "rows to pick from, and a choice for every place");
    }
    *output = x.rank() == 1 ? index : broadcast(rows, index);
    return {};
  }

  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    if (input == 1) return projected_rows(inputs[1], output, rows);
    const Shape lead = leading(inputs[0]);
    const Projection from(lead, output);
    Rows hull{inputs[0].rows(), 0};
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t at = from.row_start(row);
      hull.begin = std::min(hull.begin, at), hull.end = std::max(hull.end, at + 1);
    }
    return hull;
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Shape lead = leading(*inputs[0].shape);
    const Projection from(lead, *output.shape), choice(*inputs[1].shape, *output.shape);
    const int64_t entries = inputs[0].shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = inputs[0].row(from.row_start(row));
      const T* ids = &inputs[1].cell(choice.row_start(row));
      T* out = output.row(row);
      for (int64_t j = 0; j < output.shape->columns(); ++j) out[j] = x[picked(entries, ids[j])];
    }
  }

  // An entry learns from every place that chose it; choices have no gradient.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const Shape lead = leading(*args.inputs[0].shape);
    const Projection from(lead, shape), choice(*args.inputs[1].shape, shape);
    const int64_t entries = args.inputs[0].shape->columns(), columns = shape.columns();
    for (int64_t row = 0; row < shape.rows(); ++row) {
      T* into = args.input_gradients[0] + from.row_start(row) * entries;
      const T* ids = args.inputs[1].data + choice.row_start(row);
      for (int64_t j = 0; j < columns; ++j) into[picked(entries, ids[j])] += args.output_gradient[row * columns + j];
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return {single(0, entry(cells, cell)), single(1, choice_of(cells, cell))};
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "gather";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, entry(cells, cell));
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal, cells.ref(1, choice_of(cells, cell))}}};
    return result;
  }

 private:
  // The axes that say which row is picked from; a lone row has none.
  static Shape leading(const Shape& x) { return x.rank() == 1 ? Shape{{axis::kOne, 1}} : x.without(x.rank() - 1); }
  static Index choice_of(const Cells& cells, const Index& cell) {
    return project_index(cells.input_shape(1), cells.output_shape(), cell);
  }
  static Index entry(const Cells& cells, const Index& cell) {
    const Shape& x = cells.input_shape(0);
    const float id = cells.ref(1, choice_of(cells, cell)).value;
    Index at = x.rank() == 1 ? Index{} : project_index(leading(x), cells.output_shape(), cell);
    at.push_back(picked(x.columns(), id));
    return at;
  }
};

}  // namespace

Value pick(Value x, Value index) { return x.graph().apply(std::make_unique<Pick>(), {x, index}); }

}  // namespace attn
