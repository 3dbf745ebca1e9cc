// A mask made of numbers: what lies near enough may be read.
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Within final : public OpOf<Within> {
 public:
  Within(double limit, std::string rule) : limit_(limit), rule_(std::move(rule)) {}
  std::string_view name() const override { return "within"; }
  bool makes_mask() const override { return true; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    return {};
  }
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape&) const override { return rows; }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const T limit = static_cast<T>(limit_);
    const T* x = inputs[0].row(output.rows.begin);
    const int64_t count = output.rows.count() * output.shape->columns();
    for (int64_t i = 0; i < count; ++i) output.data[i] = x[i] <= limit && x[i] >= -limit ? T(1) : T(0);
  }
  template <class T>
  void differentiate(const BackwardArgs<T>&) const {}  // a choice: flat but at its border
  std::vector<Region> sources(const Cells&, const Index& cell) const override { return {single(0, cell)}; }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "map";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    result.terms = {{result.principal.value, {result.principal}}};
    result.facts = {{"fn", 0, "within"}, {"limit", static_cast<float>(limit_), {}}};
    result.remark = rule_;
    return result;
  }

 private:
  double limit_;
  std::string rule_;
};

}  // namespace

Value within(Value x, double limit, std::string rule) {
  return x.graph().apply(std::make_unique<Within>(limit, std::move(rule)), {x});
}

}  // namespace attn
