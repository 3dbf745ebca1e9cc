// The larger of two numbers cell by cell, meeting by axis name.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Maximum final : public BroadcastOp<Maximum> {
 public:
  static constexpr std::string_view kForm = "max";
  std::string_view name() const override { return "maximum"; }

  template <class T>
  static T value(T a, T b) {
    return b > a ? b : a;
  }
  // The larger one takes the whole gradient, a where both are equal.
  template <class T>
  static std::pair<T, T> gradients(T a, T b, T dy) {
    return {b > a ? T(0) : dy, b > a ? dy : T(0)};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = BroadcastOp::explain(cells, cell);
    if (result.terms[1].value > result.terms[0].value) result.principal = result.terms[1].sources[0];
    return result;
  }
};

}  // namespace

Value maximum(Value a, Value b) { return a.graph().apply(std::make_unique<Maximum>(), {a, b}); }

}  // namespace attn
