// a / b cell by cell, meeting by axis name. Where b is 0 the result is 0: shares of nothing, as of a row that may read
// nothing, are zeros and not NaN.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Divide final : public BroadcastOp<Divide> {
 public:
  static constexpr std::string_view kForm = "quotient";
  std::string_view name() const override { return "divide"; }

  template <class T>
  static T value(T a, T b) {
    return b == T(0) ? T(0) : a / b;
  }
  // da = dy / b, db = -dy a / b^2.
  template <class T>
  static std::pair<T, T> gradients(T a, T b, T dy) {
    return b == T(0) ? std::pair<T, T>{T(0), T(0)} : std::pair<T, T>{dy / b, -dy * (a / b) / b};
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = BroadcastOp::explain(cells, cell);
    if (result.terms[1].value == 0.0F) result.remark = "There is nothing to share, so the result is 0.";
    return result;
  }
};

}  // namespace

Value divide(Value a, Value b) { return a.graph().apply(std::make_unique<Divide>(), {a, b}); }

}  // namespace attn
