// A hard choice in front, a soft one behind: Bengio, Leonard & Courville 2013, "Estimating or Propagating Gradients
// Through Stochastic Neurons for Conditional Computation"; written y = hard - stop(soft) + soft.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class StraightThrough final : public OpOf<StraightThrough> {
 public:
  std::string_view name() const override { return "straight_through"; }
  bool estimates_gradient() const override { return true; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    if (inputs[0] == inputs[1]) return {};
    return invalid_input("straight_through", inputs[1].text(), "the shape of the hard choice " + inputs[0].text());
  }
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape&) const override { return rows; }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    std::copy_n(inputs[0].row(output.rows.begin), output.rows.count() * output.shape->columns(), output.data);
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    for (int64_t i = 0; i < args.output.shape->count(); ++i) args.input_gradients[1][i] += args.output_gradient[i];
  }
  std::vector<Region> sources(const Cells&, const Index& cell) const override { return {single(0, cell)}; }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "copy";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal}}};
    result.remark = "The gradient goes to the soft weights instead.";
    return result;
  }
};

}  // namespace

Value straight_through(Value hard, Value soft) {
  return hard.graph().apply(std::make_unique<StraightThrough>(), {hard, soft});
}

}  // namespace attn
