// Every head becomes a weighted sum of all heads, cell by cell: out[g, ...] = sum over h of x[h, ...] w[h, g].
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class MixHeads final : public OpOf<MixHeads> {
 public:
  std::string_view name() const override { return "mix_heads"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &x = inputs[0], &w = inputs[1];
    if (x.rank() < 2 || w.rank() != 2 || x[0].axis != axis::kHead || w[0] != x[0]) {
      return invalid_input("mix_heads", x.text() + " by " + w.text(), "heads first, and a weight for every two heads");
    }
    *output = x.with(0, {axis::kHead, w[1].size});
    return {};
  }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[1].rows();
  }

  // Heads are added in ascending order.
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t heads = inputs[1].shape->rows(), columns = output.shape->columns();
    const int64_t rows = inputs[0].shape->rows() / heads;  // of one head
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      T* out = output.row(row);
      std::fill(out, out + columns, T(0));
      for (int64_t h = 0; h < heads; ++h) {
        const T *x = inputs[0].row(h * rows + row % rows), w = inputs[1].row(h)[row / rows];
        for (int64_t j = 0; j < columns; ++j) out[j] += x[j] * w;
      }
    }
  }

  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t heads = args.inputs[1].shape->rows(), mixed = args.inputs[1].shape->columns();
    const int64_t cells = args.inputs[0].shape->count() / heads;  // of one head
    for (int64_t h = 0; h < heads; ++h) {
      for (int64_t g = 0; g < mixed; ++g) {
        const T *dy = args.output_gradient + g * cells, *x = args.inputs[0].data + h * cells;
        const T w = args.inputs[1].data[h * mixed + g];
        T sum = 0;
        for (int64_t i = 0; i < cells; ++i) {
          args.input_gradients[0][h * cells + i] += dy[i] * w;
          sum += dy[i] * x[i];
        }
        args.input_gradients[1][h * mixed + g] += sum;
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    Region column = single(0, cell), weights = single(1, {0, cell[0]});
    column.begin[0] = 0;
    column.end[0] = weights.end[0] = cells.input_shape(0)[0].size;
    return {column, weights};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    Index at = cell;
    for (int64_t h = 0; h < cells.input_shape(0)[0].size; ++h) {
      at[0] = h;
      const CellRef x = cells.ref(0, at), w = cells.ref(1, {h, cell[0]});
      result.terms.push_back({x.value * w.value, {x, w}});
    }
    return result;
  }
};

}  // namespace

Value mix_heads(Value x, Value w) { return x.graph().apply(std::make_unique<MixHeads>(), {x, w}); }

}  // namespace attn
