// Running sums along an axis: y_t = y_{t-1} + x_t.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class CumulativeSum final : public OpOf<CumulativeSum> {
 public:
  explicit CumulativeSum(std::string_view along) : along_(along) {}
  std::string_view name() const override { return "cumulative_sum"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    if (inputs[0].find(along_) < 0) {
      return invalid_input("cumulative_sum", inputs[0].text(), "a tensor with axis " + std::string(along_));
    }
    *output = inputs[0];
    return {};
  }
  // Everything before counts: from the first row of the block that the axis runs through.
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape& output) const override {
    const int64_t block = block_rows(output);
    return {rows.begin / block * block, rows.end};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * output.size(along_) / 2;  // a row adds up what is before it
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Shape& shape = *output.shape;
    const int64_t columns = shape.columns(), step = shape.stride(shape.find(along_)), n = shape.size(along_);
    const int64_t first = output.rows.begin * columns;
    for (int64_t i = first; i < output.rows.end * columns; ++i) {
      const int64_t t = i / step % n;
      if (t > 0 && i - step >= first) {  // the sum before is among these rows
        output.cell(i) = output.cell(i - step) + inputs[0].cell(i);
        continue;
      }
      T sum = 0;
      for (int64_t s = 0; s <= t; ++s) sum += inputs[0].cell(i - (t - s) * step);
      output.cell(i) = sum;
    }
  }

  // Every x counts in its own sum and in all after it.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const int64_t step = shape.stride(shape.find(along_)), n = shape.size(along_);
    for (int64_t start = 0; start < shape.count(); ++start) {
      if (start / step % n != 0) continue;
      T later = 0;
      for (int64_t t = n - 1; t >= 0; --t) {
        later += args.output_gradient[start + t * step];
        args.input_gradients[0][start + t * step] += later;
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const size_t along = static_cast<size_t>(cells.output_shape().find(along_));
    Region line = single(0, cell);
    line.begin[along] = 0;
    return {line};
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    const size_t along = static_cast<size_t>(cells.output_shape().find(along_));
    Explanation result;
    result.form = "sum";
    result.value = cells.output(cells.output_shape().flat(cell));
    if (cell[along] > 0) {
      const CellRef sum = cells.ref(kOwnOutput, before(cell, along));
      result.terms.push_back({sum.value, {sum}});
    }
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    result.terms.push_back({result.principal.value, {result.principal}});
    return result;
  }

 private:
  static Index before(Index cell, size_t along) {
    --cell[along];
    return cell;
  }
  // Rows between two starts of the axis; one where it is the last axis.
  int64_t block_rows(const Shape& shape) const {
    const int at = shape.find(along_);
    return at == shape.rank() - 1 ? 1 : shape.stride(at) * shape[at].size / shape.columns();
  }

  std::string_view along_;
};

}  // namespace

Value cumulative_sum(Value x, std::string_view along) {
  return x.graph().apply(std::make_unique<CumulativeSum>(along), {x});
}

}  // namespace attn
