// softmax along the last axis, the row's maximum subtracted first. A row with nothing to read gives zeros, not NaN.
#include <limits>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/same_shape.h"
#include "core/kernels/math.h"
#include "core/kernels/softmax.h"

namespace attn {
namespace {

class Softmax final : public SameShapeOp<Softmax> {
 public:
  std::string_view name() const override { return "softmax"; }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * 16;  // an exponential is about 16 multiply-adds
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      kernels::softmax_row(inputs[0].row(row), output.row(row), output.shape->columns());
    }
  }
  // dx = y * (dy - sum(y dy)).
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t n = args.output.shape->columns();
    for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
      const T *y = args.output.row(row), *dy = args.output_gradient + row * n;
      T* dx = args.input_gradients[0] + row * n;
      T sum = 0;
      for (int64_t j = 0; j < n; ++j) sum += y[j] * dy[j];
      for (int64_t j = 0; j < n; ++j) dx[j] += y[j] * (dy[j] - sum);
    }
  }
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override { return whole_row(cells, cell); }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = this->explain_cell("softmax", cells, cell);
    result.terms.clear();
    const int64_t n = cells.output_shape().columns();
    std::vector<float> row(static_cast<size_t>(n)), weights(static_cast<size_t>(n));
    Index at = cell;
    for (int64_t j = 0; j < n; ++j) {
      at.back() = j;
      row[static_cast<size_t>(j)] = cells.ref(0, at).value;
    }
    const kernels::SoftmaxStats<float> stats = kernels::softmax_row(row.data(), weights.data(), n);
    const bool nothing = stats.sum == 0.0F;
    for (int64_t j = 0; j < n; ++j) {
      at.back() = j;
      const CellRef source = cells.ref(0, at);
      result.terms.push_back({nothing ? 0.0F : kernels::exp(source.value - stats.max), {source}});
    }
    result.facts = {{"max", stats.max, {}}, {"sum", stats.sum, {}}, {"own", static_cast<double>(cell.back()), {}}};
    if (nothing) result.remark = "Nothing in this row may be read, so every weight is 0 and the output is a zero row.";
    return result;
  }
};

}  // namespace

Value softmax(Value scores) { return scores.graph().apply(std::make_unique<Softmax>(), {scores}); }

}  // namespace attn
