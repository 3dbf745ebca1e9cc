// a + b, meeting by axis name.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Add final : public OpOf<Add> {
 public:
  std::string_view name() const override { return "add"; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    return Broadcasting::infer(name(), inputs, output);
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    return projected_rows(inputs[static_cast<size_t>(input)], output, rows);
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    Broadcasting::zip<T>(inputs, output, [](T a, T b) { return a + b; });
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    Broadcasting::back<T>(args, [](T, T, T dy) { return std::pair<T, T>{dy, dy}; });
  }
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return Broadcasting::sources(cells, cell);
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    return Broadcasting::explain("sum", cells, cell);
  }
};

}  // namespace

Value add(Value a, Value b) { return a.graph().apply(std::make_unique<Add>(), {a, b}); }

}  // namespace attn
