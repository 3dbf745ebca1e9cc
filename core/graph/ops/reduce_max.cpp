// The largest number along one axis.
#include <algorithm>
#include <limits>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/line.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class ReduceMax final : public OpOf<ReduceMax> {
 public:
  explicit ReduceMax(std::string_view over) : over_(over) {}
  std::string_view name() const override { return "max"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const int at = inputs[0].find(over_);
    if (at < 0 || inputs[0].rank() < 2) {
      return invalid_input("max", inputs[0].text(), "two axes or more, one of them " + std::string(over_));
    }
    *output = inputs[0].without(at);
    return {};
  }
  Rows input_rows(int, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    // Over the last axis an output row is made of as many rows as it has columns; over another, of any.
    if (inputs[0].find(over_) != inputs[0].rank() - 1) return {0, inputs[0].rows()};
    return {rows.begin * output.columns(), rows.end * output.columns()};
  }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].size(over_);
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Shape& x = *inputs[0].shape;
    const Projection project(x, *output.shape);
    const int64_t step = x.stride(x.find(over_)), columns = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const int64_t start = project.row_start(row);
      for (int64_t j = 0; j < columns; ++j) {
        const T* line = &inputs[0].cell(start + j * project.column_stride());
        output.row(row)[j] = line[largest(line, x.size(over_), step) * step];
      }
    }
  }

  // The first of the largest takes the whole gradient; where all are masked nobody does.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape &x = *args.inputs[0].shape, &y = *args.output.shape;
    const Projection project(x, y);
    const int64_t step = x.stride(x.find(over_));
    for (int64_t i = 0; i < y.count(); ++i) {
      const int64_t start = project.flat(y.index(i));
      const int64_t at = largest(args.inputs[0].data + start, x.size(over_), step);
      if (args.output.data[i] == -std::numeric_limits<T>::infinity()) continue;
      args.input_gradients[0][start + at * step] += args.output_gradient[i];
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return line_sources(cells, cell, over_);
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = explain_line("max", cells, cell, over_);
    const auto best = std::max_element(result.terms.begin(), result.terms.end(),
                                       [](const Term& a, const Term& b) { return a.value < b.value; });
    result.principal = best->sources[0];
    result.has_principal = true;
    return result;
  }

 private:
  template <class T>
  static int64_t largest(const T* line, int64_t n, int64_t step) {
    int64_t best = 0;
    for (int64_t i = 1; i < n; ++i) best = line[i * step] > line[best * step] ? i : best;
    return best;
  }

  std::string_view over_;
};

}  // namespace

Value reduce_max(Value x, std::string_view over) { return x.graph().apply(std::make_unique<ReduceMax>(over), {x}); }

}  // namespace attn
