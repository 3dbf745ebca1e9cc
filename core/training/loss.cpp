#include "core/training/loss.h"

#include <algorithm>

namespace attn {
namespace {

StepText loss_text(const char* note, const char* latex) {
  StepText text;
  text.id = "loss", text.stage = "loss", text.label = "loss", text.symbol = "L";
  text.title = "How wrong the model is", text.note = note, text.latex = latex;
  return text;
}

}  // namespace

Value mean_cross_entropy(Value logits, Value targets, double smoothing, Value* each_target) {
  const std::vector<float>& wanted = *logits.graph().node(targets.node()).values;
  const auto asked = std::count_if(wanted.begin(), wanted.end(), [](float target) { return target >= 0; });
  StepText each;
  each.id = "surprise", each.stage = "loss", each.label = "loss", each.symbol = "\\ell";
  each.title = "How surprised the model is by what is right";
  each.note = "Minus the logarithm of the share that the right piece has: 0 for a certainty.";
  each.latex = R"(\ell_i = -\log p_{y_i})";
  const Value surprise = cross_entropy(logits, targets, smoothing).step(std::move(each));
  if (each_target) *each_target = surprise;
  return scale(total(surprise), 1.0 / static_cast<double>(std::max<int64_t>(asked, 1)),
               {{"targets", static_cast<double>(asked), {}}})
      .step(loss_text("The mean over all targets.", R"(L = \frac{1}{n}\sum_i \ell_i)"));
}

Value mean_squared_error(Value x, Value y) {
  const Value difference = add(x, scale(y, -1.0));
  return scale(total(multiply(difference, difference)), 1.0 / static_cast<double>(x.shape().count()))
      .step(loss_text("The mean of the squared differences.", R"(L = \frac{1}{n}\sum_i (x_i - y_i)^2)"));
}

}  // namespace attn
