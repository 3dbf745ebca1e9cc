// a * b cell by cell, meeting by axis name.
#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Multiply final : public BroadcastOp<Multiply> {
 public:
  static constexpr std::string_view kForm = "product";
  std::string_view name() const override { return "multiply"; }

  template <class T>
  static T value(T a, T b) {
    return a * b;
  }
  template <class T>
  static std::pair<T, T> gradients(T a, T b, T dy) {
    return {dy * b, dy * a};
  }
};

}  // namespace

Value multiply(Value a, Value b) { return a.graph().apply(std::make_unique<Multiply>(), {a, b}); }

}  // namespace attn
