// Sum or mean over one axis, in ascending order.
#include <algorithm>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/line.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Reduce final : public OpOf<Reduce> {
 public:
  Reduce(std::string_view over, bool mean) : over_(over), mean_(mean) {}
  std::string_view name() const override { return mean_ ? "mean" : "sum"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const int at = inputs[0].find(over_);
    if (at < 0 || inputs[0].rank() < 2) {
      return invalid_input(std::string(name()), inputs[0].text(),
                           "two axes or more, one of them " + std::string(over_));
    }
    *output = inputs[0].without(at);
    return {};
  }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].size(over_);
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Shape& x = *inputs[0].shape;
    const Projection project(x, *output.shape);
    const int64_t n = x.size(over_), step = x.stride(x.find(over_)), columns = output.shape->columns();
    const T count = static_cast<T>(n);
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      T* out = output.row(row);
      const int64_t start = project.row_start(row);
      for (int64_t j = 0; j < columns; ++j) {
        const T* from = &inputs[0].cell(start + j * project.column_stride());
        T sum = 0;
        for (int64_t i = 0; i < n; ++i) sum += from[i * step];
        out[j] = mean_ ? sum / count : sum;
      }
    }
  }

  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape &x = *args.inputs[0].shape, &y = *args.output.shape;
    const Projection project(y, x);
    const T share = mean_ ? T(1) / static_cast<T>(x.size(over_)) : T(1);
    const int64_t columns = x.columns(), step = project.column_stride();
    for (int64_t row = 0; row < x.rows(); ++row) {
      const T* dy = args.output_gradient + project.row_start(row);
      T* dx = args.input_gradients[0] + row * columns;
      for (int64_t j = 0; j < columns; ++j) dx[j] += dy[j * step] * share;
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return line_sources(cells, cell, over_);
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = explain_line(name(), cells, cell, over_);
    if (mean_) result.facts = {{"count", static_cast<double>(result.terms.size()), {}}};
    return result;
  }

 private:
  std::string_view over_;
  bool mean_;
};

}  // namespace

Value reduce_sum(Value x, std::string_view over) { return x.graph().apply(std::make_unique<Reduce>(over, false), {x}); }

Value reduce_mean(Value x, std::string_view over) { return x.graph().apply(std::make_unique<Reduce>(over, true), {x}); }

}  // namespace attn
