// Matrix product over a named axis, perhaps with a bias; attention is two of these around a softmax.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/gemm.h"

namespace attn {
namespace {

// How two shapes meet: out[batch..., rows..., column] = sum_k a[shared batch..., rows..., k] b[batch..., {k, column}].
struct Layout {
  std::vector<Dim> batch;  // all of b's axes but its last two
  bool b_transposed;       // b is [..., column, k] instead of [..., k, column]
  int64_t rows;            // product of a's own axes
  int64_t k;
  Dim column;
  Shape a_batch, b_batch;  // with a trailing unit axis, for Projection
};

class Matmul final : public OpOf<Matmul> {
 public:
  Matmul(std::string_view over, std::string_view rows_as) : over_(over), rows_as_(rows_as) {}
  std::string_view name() const override { return "matmul"; }  // a third input, if any, is the bias

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &a = inputs[0], &b = inputs[1];
    const int in_b = b.find(over_);
    const bool fits = a.rank() >= 2 && b.rank() >= 2 && a[a.rank() - 1].axis == over_ && in_b >= b.rank() - 2 &&
                      broadcasts(a, b) && rows_together(a, b);
    const Layout layout = fits ? meet(a, b) : Layout{};
    if (!fits || a.find(layout.column.axis) >= 0) {
      return invalid_input(
          "matmul", a.text() + " with " + b.text(),
          "a [shared..., rows..., " + std::string(over_) + "] and b with that axis last or last but one");
    }
    std::vector<Dim> dims = layout.batch;
    for (int i = 0; i + 1 < a.rank(); ++i) {
      if (b.find(a[i].axis) < 0) dims.push_back(a[i]);
    }
    if (!rows_as_.empty()) dims.back().axis = rows_as_;
    dims.push_back(layout.column);
    *output = Shape(std::move(dims));
    if (inputs.size() > 2 && (!broadcasts(*output, inputs[2]) || broadcast(*output, inputs[2]) != *output ||
                              inputs[2].dims().back() != layout.column)) {
      return invalid_input("matmul", inputs[2].text(), "a bias along the columns of " + output->text());
    }
    return {};
  }

  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape&) const override {
    if (input == 2) return {0, inputs[2].rows()};
    const Layout layout = meet(inputs[0], inputs[1]);
    const int64_t first = rows.begin / layout.rows, last = (rows.end - 1) / layout.rows;
    if (input == 1) {
      const int64_t b_rows = inputs[1].rows() / batches(layout);
      return {first * b_rows, (last + 1) * b_rows};
    }
    // Within one batch, or over several that both tensors order alike, the same rows of a; else they may be anywhere.
    if (first != last && layout.a_batch != layout.b_batch) return {0, inputs[0].rows()};
    return {a_block(layout, first) * layout.rows + rows.begin % layout.rows,
            a_block(layout, last) * layout.rows + (rows.end - 1) % layout.rows + 1};
  }

  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].columns();
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Layout layout = meet(*inputs[0].shape, *inputs[1].shape);
    const int64_t n = layout.column.size, b_cells = layout.k * n;
    for (int64_t row = output.rows.begin; row < output.rows.end;) {
      const int64_t batch = row / layout.rows, within = row % layout.rows;
      const int64_t m = std::min(layout.rows - within, output.rows.end - row);
      kernels::GemmArgs<T> gemm;
      gemm.m = m, gemm.n = n, gemm.k = layout.k;
      gemm.a = inputs[0].row(a_block(layout, batch) * layout.rows + within), gemm.lda = layout.k;
      gemm.b = &inputs[1].cell(batch * b_cells), gemm.ldb = layout.b_transposed ? layout.k : n;
      gemm.b_transposed = layout.b_transposed;
      gemm.c = output.row(row), gemm.ldc = n;
      kernels::gemm(gemm);
      row += m;
    }
    if (inputs.size() > 2) add_bias<T>(inputs[2], output);
  }

  // dA = dC B^T, dB = A^T dC, batch by batch; where a serves several batches its gradient adds up.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Layout layout = meet(*args.inputs[0].shape, *args.inputs[1].shape);
    const int64_t n = layout.column.size, k = layout.k, m = layout.rows;
    for (int64_t batch = 0; batch < batches(layout); ++batch) {
      const int64_t a_at = a_block(layout, batch) * m * k, b_at = batch * k * n, c_at = batch * m * n;
      const T *a = args.inputs[0].data + a_at, *dc = args.output_gradient + c_at;
      kernels::GemmArgs<T> to_a, to_b;
      to_a.m = m, to_a.n = k, to_a.k = n, to_a.accumulate = true;
      to_a.a = dc, to_a.lda = n;
      to_a.b = args.inputs[1].data + b_at, to_a.ldb = layout.b_transposed ? k : n;
      to_a.b_transposed = !layout.b_transposed;
      to_a.c = args.input_gradients[0] + a_at, to_a.ldc = k;
      kernels::gemm_parallel(to_a);

      to_b.accumulate = true, to_b.a_transposed = true, to_b.k = m;
      to_b.c = args.input_gradients[1] + b_at;
      if (layout.b_transposed) {  // b [n, k]: dB = dC^T A
        to_b.m = n, to_b.n = k, to_b.a = dc, to_b.lda = n, to_b.b = a, to_b.ldb = k, to_b.ldc = k;
      } else {  // b [k, n]: dB = A^T dC
        to_b.m = k, to_b.n = n, to_b.a = a, to_b.lda = k, to_b.b = dc, to_b.ldb = n, to_b.ldc = n;
      }
      kernels::gemm_parallel(to_b);
    }
    if (args.inputs.size() > 2) {
      const Projection project(*args.inputs[2].shape, *args.output.shape);
      for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
        T* into = args.input_gradients[2] + project.row_start(row);
        for (int64_t j = 0; j < n; ++j) into[j] += args.output_gradient[row * n + j];
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const auto [a, b] = lines(cells, cell);
    Region in_a{0, a, a}, in_b{1, b, b};
    const int a_axis = cells.input_shape(0).find(over_), b_axis = cells.input_shape(1).find(over_);
    for (int64_t& end : in_a.end) ++end;
    for (int64_t& end : in_b.end) ++end;
    in_a.end[static_cast<size_t>(a_axis)] = cells.input_shape(0)[a_axis].size;
    in_b.end[static_cast<size_t>(b_axis)] = cells.input_shape(1)[b_axis].size;
    if (cells.inputs() < 3) return {in_a, in_b};
    return {in_a, in_b, single(2, project_index(cells.input_shape(2), cells.output_shape(), cell))};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    auto [a, b] = lines(cells, cell);
    const size_t a_axis = static_cast<size_t>(cells.input_shape(0).find(over_));
    const size_t b_axis = static_cast<size_t>(cells.input_shape(1).find(over_));
    Explanation result;
    result.form = "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    for (int64_t i = 0; i < cells.input_shape(0).size(over_); ++i) {
      a[a_axis] = b[b_axis] = i;
      const CellRef left = cells.ref(0, a), right = cells.ref(1, b);
      result.terms.push_back({left.value * right.value, {left, right}});
    }
    if (cells.inputs() > 2) {
      const CellRef bias = cells.ref(2, project_index(cells.input_shape(2), cells.output_shape(), cell));
      result.terms.push_back({bias.value, {bias}});
    }
    return result;
  }

 private:
  template <class T>
  static void add_bias(const TensorRows<const T>& bias, TensorRows<T> output) {
    const Projection project(*bias.shape, *output.shape);
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* from = &bias.cell(project.row_start(row));
      T* out = output.row(row);
      for (int64_t j = 0; j < output.shape->columns(); ++j) out[j] += from[j];
    }
  }

  // Do a's own axes stand together, behind those it shares? Only then are its rows of one batch neighbours.
  static bool rows_together(const Shape& a, const Shape& b) {
    bool own = false;
    for (int i = 0; i + 1 < a.rank(); ++i) {
      if (b.find(a[i].axis) < 0) {
        own = true;
      } else if (own) {
        return false;
      }
    }
    return true;
  }

  static int64_t batches(const Layout& layout) { return layout.b_batch.count(); }

  // The block of a's rows that belongs to a batch of the output.
  static int64_t a_block(const Layout& layout, int64_t batch) {
    return Projection(layout.a_batch, layout.b_batch).row_start(batch);
  }

  Layout meet(const Shape& a, const Shape& b) const {
    Layout layout;
    const int in_b = b.find(over_), last = b.rank() - 1;
    layout.b_transposed = in_b == last;
    layout.column = b[layout.b_transposed ? last - 1 : last];
    layout.k = b[in_b].size;
    layout.batch.assign(b.dims().begin(), b.dims().end() - 2);
    layout.rows = 1;
    std::vector<Dim> shared;
    for (int i = 0; i + 1 < a.rank(); ++i) {
      if (b.find(a[i].axis) < 0) {
        layout.rows *= a[i].size;
      } else {
        shared.push_back(a[i]);
      }
    }
    std::vector<Dim> all = layout.batch;
    shared.push_back({axis::kOne, 1});
    all.push_back({axis::kOne, 1});
    layout.a_batch = Shape(std::move(shared));
    layout.b_batch = Shape(std::move(all));
    return layout;
  }

  // The cells of both inputs where the sum for an output cell begins.
  std::pair<Index, Index> lines(const Cells& cells, const Index& cell) const {
    const Shape &a = cells.input_shape(0), &out = cells.output_shape();
    const int rows = out.rank() - 2;
    const Shape seen = rows_as_.empty() ? out : out.with(rows, {a[a.rank() - 2].axis, out[rows].size});
    return {project_index(a, seen, cell), project_index(cells.input_shape(1), out, cell)};
  }

  std::string_view over_;
  std::string_view rows_as_;  // what the result calls a's rows; empty: the same
};

}  // namespace

Value matmul(Value a, Value b, std::string_view over, std::string_view rows_as) {
  return a.graph().apply(std::make_unique<Matmul>(over, rows_as), {a, b});
}

Value linear(Value x, Value w, Value bias, std::string_view over, std::string_view rows_as) {
  return x.graph().apply(std::make_unique<Matmul>(over, rows_as), {x, w, bias});
}

}  // namespace attn
