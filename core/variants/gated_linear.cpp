// Gated linear attention: Yang, Wang, Shen, Panda & Kim 2024, "Gated Linear Attention Transformers with
// Hardware-Efficient Training". A linear memory of which every word lets every channel fade by itself.
#include "core/attention/frame_text.h"
#include "core/attention/memory.h"
#include "core/attention/memory_inputs.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// ln alpha_t = ln sigmoid(x W_1 W_2) / tau: [head, query, feature]
Value log_gate(Setting& setting, const Pipeline& pipeline) {
  constexpr int64_t kRank = 16;  // the paper's
  const FrameText frame{"gate", "gate", "Each word says which channels fade"};
  const Value down = setting.weight({{axis::kModel, setting.width()}, {axis::kLatent, kRank}},
                                    leaf_text("w_gate_down", "W_1", Role::kNone));
  const Value up =
      setting.weight({{axis::kHead, pipeline.heads}, {axis::kLatent, kRank}, {axis::kFeature, pipeline.head_width}},
                     leaf_text("w_gate_up", "W_2", Role::kNone));
  const Value narrow = matmul(setting.x(), down, axis::kModel)
                           .step(frame.step("gate_low", "g", Role::kNone, R"(x_t W_1)",
                                            "The word, squeezed through sixteen numbers: gates need few parameters."));
  const Value raw =
      matmul(narrow, up, axis::kLatent)
          .step(frame.step("gate_raw", "g", Role::kNone, R"(x_t W_1 W_2)", "A number for each channel of the keys."));
  const Value logarithm = map(raw, Function::kLogSigmoid)
                              .step(frame.step("log_gate", "lng", Role::kNone, R"(\ln \sigma(x_t W_1 W_2))",
                                               "The logarithm of a gate between 0 and 1."));
  const double tau = setting.params().number("tau");
  return scale(logarithm, 1.0 / tau, {{"tau", tau, {}}})
      .step(frame.step("log_decay", "lnα", Role::kNone, R"(\ln \alpha_t = \tfrac{1}{\tau}\ln \sigma(x_t W_1 W_2))",
                       "Its root, which lies near 1: memories are meant to last."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_in_time(setting, pipeline);
  const Value decay = log_gate(setting, pipeline);
  const Value z = remember(setting, {scale_queries(in.q), in.k, in.v, decay});
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant gated_linear() {
  EntryText text;
  text.name = "Gated linear";
  text.family = "recurrent";
  text.summary = "A linear memory that chooses: each word says, channel by channel, how much of the past it lets go.";
  text.latex =
      R"(S_t = \operatorname{diag}(\alpha_t)\,S_{t-1} + \k{k_t}\,\v{v_t}^\top, \quad \z{z_t} = S_t^\top \q{q_t}, \quad \alpha_t = \sigma(x_t W_1 W_2)^{1/\tau})";
  // 16: the paper's
  ParamSpec tau =
      shared::number("tau", "τ", "Root that is taken of every gate: high makes the memory last.", 16, 1, 64, 1);
  tau.logarithmic = true;
  text.params = shared::forms_of_memory();
  text.params.push_back(tau);
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, build};
}

EntryDocs gated_linear_docs() {
  EntryDocs docs;
  docs.papers = {{"Gated Linear Attention Transformers with Hardware-Efficient Training",
                  "Yang, Wang, Shen, Panda, Kim", 2024, "https://arxiv.org/abs/2312.06635"}};
  docs.differs =
      "One head without the paper's output norm and output gate, and without the gate's bias. Its parallel form "
      "divides queries and keys by running products, which underflow; here the decays between two words are multiplied "
      "out.";
  docs.laws = shared::laws_of_memory("gated_linear");
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"gate", "a decay for every word and channel"},
                {"score", "dot product with what is left of the key"},
                {"mask", "causal, as a memory is"},
                {"normalise", "none"},
                {"combine", "weighted sum of v, or the memory read by q"}};
  docs.cost = {R"(3\,n\,d^2)", R"(4\,d^2)"};
  return docs;
}

}  // namespace attn::variants
