// a + b, meeting by axis name.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Add final : public BroadcastOp<Add> {
 public:
  static constexpr std::string_view kForm = "sum";
  std::string_view name() const override { return "add"; }

  template <class T>
  static T value(T a, T b) {
    return a + b;
  }
  template <class T>
  static std::pair<T, T> gradients(T, T, T dy) {
    return {dy, dy};
  }
};

}  // namespace

Value add(Value a, Value b) { return a.graph().apply(std::make_unique<Add>(), {a, b}); }

}  // namespace attn
