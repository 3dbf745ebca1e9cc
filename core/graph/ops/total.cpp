// One number for a whole tensor: the sum of all its cells, in ascending order.
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Total final : public OpOf<Total> {
 public:
  std::string_view name() const override { return "total"; }

  Status infer(std::span<const Shape>, Shape* output) const override {
    *output = {{axis::kOne, 1}};
    return {};
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    T sum = 0;
    for (int64_t i = 0; i < inputs[0].shape->count(); ++i) sum += inputs[0].data[i];
    output.data[0] = sum;
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    for (int64_t i = 0; i < args.inputs[0].shape->count(); ++i) args.input_gradients[0][i] += args.output_gradient[0];
  }
  std::vector<Region> sources(const Cells& cells, const Index&) const override {
    Region all{0, Index(static_cast<size_t>(cells.input_shape(0).rank()), 0), {}};
    for (const Dim& dim : cells.input_shape(0).dims()) all.end.push_back(dim.size);
    return {all};
  }
  Explanation explain(const Cells& cells, const Index&) const override {
    Explanation result;
    result.form = "sum";
    result.value = cells.output(0);
    for (int64_t i = 0; i < cells.input_shape(0).count(); ++i) {
      const CellRef source = cells.ref(0, cells.input_shape(0).index(i));
      result.terms.push_back({source.value, {source}});
    }
    return result;
  }
};

}  // namespace

Value total(Value x) { return x.graph().apply(std::make_unique<Total>(), {x}); }

}  // namespace attn
