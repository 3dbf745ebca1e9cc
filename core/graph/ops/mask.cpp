// Scores that may not be read become -inf, so that the softmax gives them exactly 0.
#include <limits>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Mask final : public OpOf<Mask> {
 public:
  std::string_view name() const override { return "mask"; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    Status status = Broadcasting::infer(name(), inputs, output);
    if (status.ok() && *output != inputs[0]) {
      return invalid_input("mask", inputs[1].text(), "axes of the scores " + inputs[0].text());
    }
    return status;
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    return projected_rows(inputs[static_cast<size_t>(input)], output, rows);
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    Broadcasting::zip<T>(inputs, output, [](T score, T allowed) {
      return allowed != T(0) ? score : -std::numeric_limits<T>::infinity();
    });
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    Broadcasting::back<T>(args, [](T, T allowed, T dy) { return std::pair<T, T>{allowed != T(0) ? dy : T(0), T(0)}; });
  }
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return Broadcasting::sources(cells, cell);
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = Broadcasting::explain("mask", cells, cell);
    result.terms[0].sources.push_back(result.terms[1].sources[0]);
    result.terms.pop_back();
    result.terms[0].value = result.value;
    return result;
  }
};

}  // namespace

Value mask(Value scores, Value allowed) { return scores.graph().apply(std::make_unique<Mask>(), {scores, allowed}); }

}  // namespace attn
