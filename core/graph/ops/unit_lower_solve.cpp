// Forward substitution: X_i = B_i + sum over j < i of L_ij X_j, that is X = (I - L)^-1 B with what stands below L's
// diagonal. The delta rule written for all words at once is such a system (Yang et al. 2024).
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// L [..., i, j], B [..., j, column]: X has the shape of B.
class UnitLowerSolve final : public OpOf<UnitLowerSolve> {
 public:
  std::string_view name() const override { return "unit_lower_solve"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &l = inputs[0], &b = inputs[1];
    const int rank = b.rank();
    bool fits = rank >= 2 && l.rank() == rank && l[rank - 1] == b[rank - 2] && l[rank - 2].size == l[rank - 1].size &&
                b.find(l[rank - 2].axis) < 0;
    for (int i = 0; fits && i + 2 < rank; ++i) fits = l[i] == b[i];
    if (!fits) {
      return invalid_input("unit_lower_solve", l.text() + " with " + b.text(),
                           "a square matrix whose columns are the other's rows");
    }
    *output = b;
    return {};
  }
  // A row needs all before it.
  Rows input_rows(int, Rows rows, std::span<const Shape> inputs, const Shape&) const override {
    const int64_t n = inputs[0].columns();
    return {rows.begin / n * n, rows.end};
  }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].columns() / 2;
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = inputs[0].shape->columns(), columns = output.shape->columns();
    std::vector<T> before;  // rows of this matrix that were not asked for
    for (int64_t row = output.rows.begin; row < output.rows.end;) {
      const int64_t first = row / n * n, end = std::min(first + n, output.rows.end);
      before.assign(static_cast<size_t>((row - first) * columns), T(0));
      const int64_t asked = row;
      const auto x = [&](int64_t at) { return at < asked ? before.data() + (at - first) * columns : output.row(at); };
      for (int64_t i = first; i < end; ++i) {
        T* to = x(i);
        std::fill_n(to, columns, T(0));
        for (int64_t j = first; j < i; ++j) {
          const T factor = inputs[0].row(i)[j - first];
          const T* from = x(j);
          for (int64_t c = 0; c < columns; ++c) to[c] += factor * from[c];
        }
        for (int64_t c = 0; c < columns; ++c) to[c] += inputs[1].row(i)[c];
      }
      row = end;
    }
  }

  // With the gradient G of X: row by row from the last, dL_ij = G_i . X_j, G_j += L_ij G_i, and dB = G.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const int64_t n = args.inputs[0].shape->columns(), columns = shape.columns();
    std::vector<T> g(args.output_gradient, args.output_gradient + shape.count());
    for (int64_t i = shape.rows() - 1; i >= 0; --i) {
      const int64_t first = i / n * n;
      const T* own = g.data() + i * columns;
      for (int64_t j = first; j < i; ++j) {
        const T factor = args.inputs[0].row(i)[j - first];
        T sum = 0;
        for (int64_t c = 0; c < columns; ++c) {
          sum += own[c] * args.output.row(j)[c];
          g[static_cast<size_t>(j * columns + c)] += factor * own[c];
        }
        args.input_gradients[0][i * n + j - first] += sum;
      }
      for (int64_t c = 0; c < columns; ++c) args.input_gradients[1][i * columns + c] += own[c];
    }
  }

  // Rows before it go into a row, and so do theirs.
  std::vector<Region> sources(const Cells&, const Index& cell) const override {
    const size_t at = cell.size() - 2;
    Region right = single(1, cell);
    right.begin[at] = 0;
    std::vector<Region> regions = {right};
    for (int64_t i = 1; i <= cell[at]; ++i) {
      Index row = cell;
      row[at] = i, row[at + 1] = 0;
      Region factors = single(0, row);
      factors.end[at + 1] = i;
      regions.push_back(factors);
    }
    return regions;
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    const size_t at = cell.size() - 2;
    result.form = cell[at] == 0 ? "copy" : "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(1, cell);
    result.has_principal = true;
    Index factor_at = cell, own_at = cell;
    for (int64_t j = 0; j < cell[at]; ++j) {
      factor_at[at + 1] = own_at[at] = j;
      const CellRef factor = cells.ref(0, factor_at), own = cells.ref(kOwnOutput, own_at);
      result.terms.push_back({factor.value * own.value, {factor, own}});
    }
    result.terms.push_back({result.principal.value, {result.principal}});
    return result;
  }
};

}  // namespace

Value unit_lower_solve(Value lower, Value right) {
  return lower.graph().apply(std::make_unique<UnitLowerSolve>(), {lower, right});
}

}  // namespace attn
