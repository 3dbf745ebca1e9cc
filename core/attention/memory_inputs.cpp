#include "core/attention/memory_inputs.h"

#include <string>
#include <utility>

#include "core/attention/frame_text.h"
#include "core/attention/unit_length.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn {

Projected project_in_time(Setting& setting, const Pipeline& pipeline) {
  return project_as(setting, pipeline, axis::kQuery, axis::kFeature);
}

Value scale_queries(Value q) {
  const double width = static_cast<double>(q.shape().columns());
  const FrameText frame{"scale", "scale", "Queries shrink to a calmer range"};
  return scale(q, 1.0 / kernels::square_root(width), {{"width", width, {}}})
      .step(frame.step("q_scaled", "Q", Role::kQuery, R"(\q{q} / \sqrt{d})",
                       "The usual scale, taken before anything is read."));
}

Value silu_unit(Value x, const char* id, const char* symbol, const char* macro, Role role) {
  const FrameText frame{"feature", "features", "Queries and keys are bounded"};
  const std::string name = std::string("\\") + macro + "{" + id + "}";
  const Value bent = map(x, Function::kSilu)
                         .step(frame.step(std::string(id) + "_silu", symbol, role, "\\operatorname{SiLU}(" + name + ")",
                                          "Bent: what is negative nearly vanishes."));
  return unit_length(bent, frame.step(std::string(id) + "_phi", symbol, role, name + " / |" + name + "|",
                                      "Brought to length 1, so that a key erases exactly what it wrote."));
}

Value project_gate(Setting& setting, const Pipeline& pipeline, const char* weight, StepText text) {
  const Value w = setting.weight({{axis::kHead, pipeline.heads}, {axis::kModel, setting.width()}},
                                 leaf_text(weight, "w", Role::kNone));
  return matmul(w, setting.x(), axis::kModel).step(std::move(text));
}

Clock clock_of(Setting& setting, const Pipeline& pipeline) {
  const FrameText frame{"clock", "clock", "Each word says how far time moves"};
  const Value raw =
      project_gate(setting, pipeline, "w_dt",
                   frame.step("dt", "Δ", Role::kNone, R"(w_\Delta\,x_t)", "A number for each word and head."));
  const Value step =
      map(raw, Function::kSoftplus)
          .step(frame.step("delta", "Δ", Role::kNone, R"(\Delta_t = \operatorname{softplus}(w_\Delta\,x_t))",
                           "Made positive: how far the clock moves with this word."));
  const double rate = setting.params().number("rate");
  return {step, scale(step, -rate, {{"rate", rate, {}}})
                    .step(frame.step("log_decay", "lnα", Role::kNone, R"(\ln \alpha_t = -A\,\Delta_t)",
                                     "A long step makes the memory fade, a short one keeps it."))};
}

Memory with_delta_rule(Setting& setting, const Pipeline& pipeline, const Projected& in) {
  const FrameText frame{"gate", "gate", "Each word says how much it overwrites"};
  const Value raw =
      project_gate(setting, pipeline, "w_beta",
                   frame.step("b", "β", Role::kNone, R"(w_\beta\,x_t)", "A number for each word and head."));
  const Value beta = map(raw, Function::kSigmoid)
                         .step(frame.step("beta", "β", Role::kNone, R"(\beta_t = \sigma(w_\beta\,x_t))",
                                          "Between 0, nothing is written, and 1, what the key held is replaced."));
  const Value v = multiply(in.v, beta)
                      .step(frame.step("v_beta", "V", Role::kValue, R"(\beta_t\,\v{v_t})", "What will be written."));
  const Value share =
      multiply(in.k, beta)
          .step(frame.step("k_beta", "K", Role::kKey, R"(\beta_t\,\k{k_t})", "What will be erased with."));
  const Value eraser = scale(share, -1.0)
                           .step(frame.step("eraser", "e", Role::kKey, R"(e_t = -\beta_t\,\k{k_t})",
                                            "What it reads in the memory is what will be taken away."));
  return {in.q, in.k, v, {}, eraser};
}

}  // namespace attn
