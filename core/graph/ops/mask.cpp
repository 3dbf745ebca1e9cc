// Scores that may not be read become -inf, so that the softmax gives them exactly 0.
#include <limits>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Mask final : public BroadcastOp<Mask> {
 public:
  static constexpr std::string_view kForm = "mask";
  std::string_view name() const override { return "mask"; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    Status status = BroadcastOp::infer(inputs, output);
    if (status.ok() && *output != inputs[0]) {
      return invalid_input("mask", inputs[1].text(), "axes of the scores " + inputs[0].text());
    }
    return status;
  }

  template <class T>
  static T value(T score, T allowed) {
    return allowed != T(0) ? score : -std::numeric_limits<T>::infinity();
  }
  template <class T>
  static std::pair<T, T> gradients(T, T allowed, T dy) {
    return {allowed != T(0) ? dy : T(0), T(0)};
  }

  // Score and mask are the sources of one term.
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = BroadcastOp::explain(cells, cell);
    result.terms[0].sources.push_back(result.terms[1].sources[0]);
    result.terms.pop_back();
    result.terms[0].value = result.value;
    return result;
  }
};

}  // namespace

Value mask(Value scores, Value allowed) { return scores.graph().apply(std::make_unique<Mask>(), {scores, allowed}); }

}  // namespace attn
