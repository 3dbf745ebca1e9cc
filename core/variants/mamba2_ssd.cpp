// Mamba-2's state space model as attention: Dao & Gu 2024, "Transformers are SSMs", structured state space duality.
// h_t = a_t h_{t-1} + B_t (Delta_t x_t)^T, y_t = C_t^T h_t is the same as Y = (L o C B^T) (Delta X) with the lower
// triangular L_ij = a_i ... a_{j+1}: C asks like a query, B answers like a key, x is the value.
#include "core/attention/frame_text.h"
#include "core/attention/memory.h"
#include "core/attention/memory_inputs.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// y + D x with D = 1, where the model starts it
Value skip(Setting& setting, const Pipeline& pipeline, Value z, Value x) {
  const FrameText frame{"skip", "skip", "The word itself goes past the memory"};
  const Value d = setting.graph().leaf({{axis::kHead, pipeline.heads}},
                                       std::vector<float>(static_cast<size_t>(pipeline.heads), 1.0F), Origin::kFixed,
                                       leaf_text("d", "D", Role::kNone));
  const Value past =
      multiply(x, d).step(frame.step("skipped", "V", Role::kValue, R"(D\,\v{x_t})", "The word's own value."));
  return add(z, past).step(
      frame.step("y", "Y", Role::kOutput, R"(\z{y_t} = C_t^\top S_t + D\,\v{x_t})", "Added to what was read."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_in_time(setting, pipeline);
  const Clock clock = clock_of(setting, pipeline);
  const FrameText frame{"clock", "clock", "Each word says how far time moves"};
  const Value v = multiply(in.v, clock.step)
                      .step(frame.step("v_delta", "V", Role::kValue, R"(\Delta_t\,\v{x_t})",
                                       "A long step also writes more: what is read stays in balance."));
  Value z = remember(setting, {in.q, in.k, v, clock.log_decay});
  if (setting.params().flag("skip")) z = skip(setting, pipeline, z, in.v);
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant mamba2_ssd() {
  EntryText text;
  text.name = "Mamba-2, state space duality";
  text.family = "recurrent";
  text.summary =
      "A state space model and a masked linear attention are one computation: the mask is made of what each word "
      "leaves of the past.";
  text.latex =
      R"(\z{Y} = (L \odot \q{C}\k{B}^\top)\,\Delta\v{X}, \quad L_{ij} = a_i\cdots a_{j+1}, \quad a_t = e^{-A\Delta_t}, \quad \Delta_t = \operatorname{softplus}(w_\Delta x_t))";
  text.params = shared::forms_of_memory();
  text.params.push_back(shared::rate());
  text.params.push_back(shared::flag("skip", "Skip", "The word's own value is added to what it read.", true));
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, build};
}

EntryDocs mamba2_ssd_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Transformers are SSMs: Generalized Models and Efficient Algorithms Through Structured State Space Duality",
       "Dao, Gu", 2024, "https://arxiv.org/abs/2405.21060"}};
  docs.differs =
      "The state space layer alone: without the block's short convolution, gate and norm, with one head, steps without "
      "a bias, and the rate A as a control. Heads of the paper share B and C.";
  docs.laws = shared::laws_of_memory("mamba2_ssd");
  docs.slots = {{"project", "learned matrices make C (q), B (k) and x (v)"},
                {"gate", "Δ: how far the clock moves with a word"},
                {"score", "dot product C·B, times what is left"},
                {"mask", "causal, as a memory is"},
                {"normalise", "none"},
                {"combine", "weighted sum of Δx, or the memory read by C"},
                {"output", "plus the word's own value"}};
  docs.cost = {R"(3\,n\,d^2)", R"(4\,d^2)"};
  docs.used_by = {{"Codestral Mamba", 2024, "https://huggingface.co/mistralai/Mamba-Codestral-7B-v0.1"},
                  {"Nemotron-H", 2025, "https://arxiv.org/abs/2504.03624"},
                  {"Zamba2", 2024, "https://arxiv.org/abs/2411.15242"},
                  {"Falcon-H1", 2025, "https://arxiv.org/abs/2507.22448"}};
  return docs;
}

}  // namespace attn::variants
