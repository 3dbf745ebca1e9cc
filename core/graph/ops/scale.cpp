// x * factor, a constant of the mechanism (1/sqrt(d), a temperature).
#include "core/graph/ops/ops.h"
#include "core/graph/ops/same_shape.h"

namespace attn {
namespace {

class Scale final : public SameShapeOp<Scale> {
 public:
  Scale(double factor, std::vector<Fact> facts) : factor_(factor), facts_(std::move(facts)) {}
  std::string_view name() const override { return "scale"; }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const T factor = static_cast<T>(factor_);
    const T* x = inputs[0].row(output.rows.begin);
    const int64_t count = output.rows.count() * output.shape->columns();
    for (int64_t i = 0; i < count; ++i) output.data[i] = x[i] * factor;
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const T factor = static_cast<T>(factor_);
    for (int64_t i = 0; i < args.output.shape->count(); ++i)
      args.input_gradients[0][i] += args.output_gradient[i] * factor;
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = this->explain_cell("scale", cells, cell);
    result.facts = facts_;
    result.facts.push_back({"factor", static_cast<float>(factor_), {}});
    return result;
  }

 private:
  double factor_;
  std::vector<Fact> facts_;
};

}  // namespace

Value scale(Value x, double factor, std::vector<Fact> facts) {
  return x.graph().apply(std::make_unique<Scale>(factor, std::move(facts)), {x});
}

}  // namespace attn
