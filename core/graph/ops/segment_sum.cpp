// What is added up between two places of a time axis: y_ij = x_{j+1} + ... + x_i for j < i, 0 elsewhere. Of logarithms
// of decays it is the logarithm of what is left at i of what was written at j (Dao & Gu 2024, "segsum"). Sums of their
// own, and not differences of running sums: those would lose a weak decay behind a strong one.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// x [head, query] gives [head, query, key], x [head, query, feature] gives [head, query, key, feature].
class SegmentSum final : public OpOf<SegmentSum> {
 public:
  SegmentSum(std::string_view along, std::string_view from) : along_(along), from_(from) {}
  std::string_view name() const override { return "segment_sum"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& x = inputs[0];
    const int at = x.find(along_);
    if (at < 0 || at < x.rank() - 2 || x.find(from_) >= 0) {
      return invalid_input("segment_sum", x.text(), "axis " + std::string(along_) + " last or last but one");
    }
    std::vector<Dim> dims = x.dims();
    dims.insert(dims.begin() + at + 1, Dim{from_, x[at].size});
    *output = Shape(std::move(dims));
    return {};
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    columns_are_places(*output.shape) ? sum_columns(inputs[0], output) : sum_rows(inputs[0], output);
  }

  // dx_t = sum of dy_ij over all j < t <= i.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& x = *args.inputs[0].shape;
    const int64_t n = x.size(along_), step = x.stride(x.find(along_)), inner = step;
    for (int64_t start = 0; start < x.count(); ++start) {
      if (start / step % n != 0) continue;
      const int64_t to = start / (n * inner) * n * n * inner + start % inner;  // y's cell (0, 0)
      for (int64_t i = 0; i < n; ++i) {
        T earlier = 0;
        for (int64_t t = 1; t <= i; ++t) {
          earlier += args.output_gradient[to + (i * n + t - 1) * inner];
          args.input_gradients[0][start + t * step] += earlier;
        }
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const auto [line, at, i, j] = segment(cells, cell);
    if (j >= i) return {};
    Region region = single(0, line);
    region.begin[at] = j + 1, region.end[at] = i + 1;
    return {region};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    auto [line, at, i, j] = segment(cells, cell);
    Explanation result;
    result.form = j < i ? "sum" : "leaf";
    result.value = cells.output(cells.output_shape().flat(cell));
    if (j == i) result.remark = "Nothing lies between a word and itself.";
    if (j > i) result.remark = "What is written later has not come by yet.";
    for (int64_t t = i; t > j; --t) {
      line[at] = t;
      const CellRef source = cells.ref(0, line);
      result.terms.push_back({source.value, {source}});
    }
    return result;
  }

 private:
  // Row (..., i), columns j: y_ij = y_i,j+1 + x_{j+1}, from i backwards.
  template <class T>
  void sum_columns(const TensorRows<const T>& x, TensorRows<T> output) const {
    const int64_t n = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* from = &x.cell(row / n * n);
      T* out = output.row(row);
      T sum = 0;
      for (int64_t j = n - 1; j >= 0; --j) out[j] = j < row % n ? (sum += from[j + 1]) : T(0);
    }
  }
  // Row (..., i, j), columns are features: the same, one row after the other.
  template <class T>
  void sum_rows(const TensorRows<const T>& x, TensorRows<T> output) const {
    const int64_t n = x.shape->size(along_), columns = output.shape->columns();
    for (int64_t row = output.rows.end - 1; row >= output.rows.begin; --row) {
      const int64_t i = row / n % n, j = row % n, first = row / n / n * n;  // x's row of place 0
      T* out = output.row(row);
      const bool known = row + 1 < output.rows.end && j + 1 < n;  // y_i,j+1 is among these rows
      for (int64_t c = 0; c < columns; ++c) out[c] = known ? output.row(row + 1)[c] : T(0);
      for (int64_t t = known ? std::min(j + 1, i) : i; t > j; --t) {
        for (int64_t c = 0; c < columns; ++c) out[c] += x.row(first + t)[c];
      }
    }
  }

  bool columns_are_places(const Shape& output) const { return output.find(from_) == output.rank() - 1; }

  struct Segment {
    Index line;  // a cell of x
    size_t at;   // which of its axes is time
    int64_t i, j;
  };
  Segment segment(const Cells& cells, const Index& cell) const {
    const size_t at = static_cast<size_t>(cells.input_shape(0).find(along_));
    Index line = cell;
    line.erase(line.begin() + static_cast<int64_t>(at) + 1);
    return {line, at, cell[at], cell[at + 1]};
  }

  std::string_view along_, from_;
};

}  // namespace

Value segment_sum(Value x, std::string_view along, std::string_view from) {
  return x.graph().apply(std::make_unique<SegmentSum>(along, from), {x});
}

}  // namespace attn
