// Windows of a sequence, zeros beyond its ends: what a convolution multiplies with its weights.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Unfold final : public OpOf<Unfold> {
 public:
  Unfold(std::string_view along, Windows windows) : along_(along), windows_(windows) {}
  std::string_view name() const override { return "unfold"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& x = inputs[0];
    const Windows& w = windows_;
    const int at = x.find(along_);
    const bool sound = w.width > 0 && w.stride > 0 && w.dilation > 0 && w.left >= 0 && w.right >= 0;
    const int64_t room = x.size(along_) + w.left + w.right - w.dilation * (w.width - 1) - 1;
    if (!sound || at < 0 || at + 1 == x.rank() || x.find(axis::kTime) >= 0 || room < 0) {
      return invalid_input("unfold", x.text(),
                           "a tensor without the axis time, long enough for a window along " + std::string(along_) +
                               ", which is not its last axis");
    }
    std::vector<Dim> dims = x.dims();
    dims[static_cast<size_t>(at)].size = room / w.stride + 1;
    dims.insert(dims.begin() + at + 1, {axis::kTime, w.width});
    *output = Shape(std::move(dims));
    return {};
  }

  Rows input_rows(int, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    Rows hull{inputs[0].rows(), 0};
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t from = source_row(inputs[0], output, row);
      if (from < 0) continue;
      hull.begin = std::min(hull.begin, from);
      hull.end = std::max(hull.end, from + 1);
    }
    return hull.end > 0 ? hull : Rows{0, 1};  // zeros need nothing
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t columns = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const int64_t from = source_row(*inputs[0].shape, *output.shape, row);
      if (from < 0) {
        std::fill_n(output.row(row), columns, T(0));
      } else {
        std::copy_n(inputs[0].row(from), columns, output.row(row));
      }
    }
  }

  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t columns = args.output.shape->columns();
    for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
      const int64_t from = source_row(*args.inputs[0].shape, *args.output.shape, row);
      if (from < 0) continue;
      for (int64_t j = 0; j < columns; ++j)
        args.input_gradients[0][from * columns + j] += args.output_gradient[row * columns + j];
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const Index from = source(cells, cell);
    return from.empty() ? std::vector<Region>{} : std::vector<Region>{single(0, from)};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    const Index from = source(cells, cell);
    Explanation result;
    result.value = cells.output(cells.output_shape().flat(cell));
    if (from.empty()) {
      result.form = "leaf";
      result.remark = "This place of the window lies beyond the text: it holds 0.";
      return result;
    }
    result.form = "copy";
    result.principal = cells.ref(0, from);
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal}}};
    return result;
  }

 private:
  // The place that a window's cell shows, perhaps outside of the sequence.
  int64_t place(int64_t window, int64_t within) const {
    return window * windows_.stride - windows_.left + within * windows_.dilation;
  }

  // The input row that stands at an output row, or -1 for zeros. Rows agree but for the two axes of the windows.
  int64_t source_row(const Shape& x, const Shape& y, int64_t row) const {
    const int at = x.find(along_);
    int64_t inner = 1;  // rows behind the sequence's axis
    for (int i = at + 1; i + 1 < x.rank(); ++i) inner *= x[i].size;
    const int64_t behind = row % inner, within = row / inner % windows_.width;
    const int64_t window = row / inner / windows_.width % y[at].size, lead = row / inner / windows_.width / y[at].size;
    const int64_t here = place(window, within);
    return here < 0 || here >= x[at].size ? -1 : (lead * x[at].size + here) * inner + behind;
  }

  // Empty beyond the ends.
  Index source(const Cells& cells, const Index& cell) const {
    const size_t at = static_cast<size_t>(cells.input_shape(0).find(along_));
    Index index = cell;
    index[at] = place(cell[at], cell[at + 1]);
    index.erase(index.begin() + static_cast<int64_t>(at) + 1);
    return index[at] < 0 || index[at] >= cells.input_shape(0)[static_cast<int>(at)].size ? Index{} : index;
  }

  std::string_view along_;
  Windows windows_;
};

}  // namespace

Value unfold(Value x, std::string_view along, Windows windows) {
  return x.graph().apply(std::make_unique<Unfold>(along, windows), {x});
}

}  // namespace attn
