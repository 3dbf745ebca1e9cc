// Sum over the last axis of a tensor times a vector: the v of Bahdanau's score, or a vector for each row.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/gemm.h"

namespace attn {
namespace {

class Dot final : public OpOf<Dot> {
 public:
  std::string_view name() const override { return "dot"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &a = inputs[0], &v = inputs[1];
    bool inside = a.rank() >= 2;
    for (const Dim& dim : v.dims()) inside = inside && a.find(dim.axis) >= 0;
    if (!inside || !broadcasts(a, v) || a[a.rank() - 1] != v[v.rank() - 1]) {
      return invalid_input("dot", a.text() + " with " + v.text(), "a vector along the first tensor's last axis");
    }
    *output = a.without(a.rank() - 1);
    return {};
  }

  // Output row r holds the sums of `columns` consecutive rows of a.
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    if (input == 1) return {0, inputs[1].rows()};
    return {rows.begin * output.columns(), rows.end * output.columns()};
  }

  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].columns();
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Projection v(*inputs[1].shape, *output.shape);
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const int64_t columns = output.shape->columns(), k = inputs[0].shape->columns();
      // One vector for all rows of a, or another for each: every sum runs in the same order.
      const int64_t together = v.column_stride() == 0 ? columns : 1;
      for (int64_t j = 0; j < columns; j += together) {
        kernels::GemmArgs<T> gemm;
        gemm.m = together, gemm.n = 1, gemm.k = k;
        gemm.a = inputs[0].row(row * columns + j), gemm.lda = k;
        gemm.b = &inputs[1].cell(v.row_start(row) + j * v.column_stride()), gemm.ldb = 1;
        gemm.c = output.row(row) + j, gemm.ldc = 1;
        kernels::gemm(gemm);
      }
    }
  }

  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape &shape = *args.output.shape, &a = *args.inputs[0].shape;
    const Projection project(*args.inputs[1].shape, shape);
    const int64_t k = a.columns(), n = shape.columns();
    for (int64_t row = 0; row < shape.rows(); ++row) {
      for (int64_t j = 0; j < n; ++j) {
        const int64_t v_at = project.row_start(row) + j * project.column_stride();
        const T dy = args.output_gradient[row * n + j];
        const int64_t a_at = (row * n + j) * k;
        for (int64_t i = 0; i < k; ++i) {
          args.input_gradients[0][a_at + i] += dy * args.inputs[1].data[v_at + i];
          args.input_gradients[1][v_at + i] += dy * args.inputs[0].data[a_at + i];
        }
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const int64_t k = cells.input_shape(0).columns();
    Region in_a = single(0, along(cell, 0)), in_v = single(1, vector_index(cells, cell, 0));
    in_a.end.back() = in_v.end.back() = k;
    return {in_a, in_v};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    for (int64_t i = 0; i < cells.input_shape(0).columns(); ++i) {
      const CellRef left = cells.ref(0, along(cell, i)), right = cells.ref(1, vector_index(cells, cell, i));
      result.terms.push_back({left.value * right.value, {left, right}});
    }
    return result;
  }

 private:
  static Index along(Index cell, int64_t i) {
    cell.push_back(i);
    return cell;
  }
  static Index vector_index(const Cells& cells, const Index& cell, int64_t i) {
    return project_index(cells.input_shape(1), cells.input_shape(0), along(cell, i));
  }
};

}  // namespace

Value dot(Value a, Value v) { return a.graph().apply(std::make_unique<Dot>(), {a, v}); }

}  // namespace attn
