// Gated DeltaNet: Yang, Kautz & Hatamizadeh 2025, "Gated Delta Networks: Improving Mamba2 with Delta Rule". The delta
// rule on a memory that fades: S_t = alpha_t (I - beta_t k_t k_t^T) S_{t-1} + beta_t k_t v_t^T.
#include "core/attention/memory.h"
#include "core/attention/memory_inputs.h"

namespace attn::variants {
namespace {

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  Projected in = project_in_time(setting, pipeline);
  in.q = scale_queries(silu_unit(in.q, "q", "Q", "q", Role::kQuery));
  in.k = silu_unit(in.k, "k", "K", "k", Role::kKey);
  Memory memory = with_delta_rule(setting, pipeline, in);
  memory.log_decay = clock_of(setting, pipeline).log_decay;
  const Value z = remember(setting, memory);
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant gated_delta() {
  EntryText text;
  text.name = "Gated delta rule";
  text.family = "recurrent";
  text.summary =
      "Two ways to forget at once: everything fades a little with each word, and what stood under a word's own key is "
      "taken away exactly.";
  text.latex =
      R"(S_t = \alpha_t\,(I - \beta_t\,\k{k_t}\k{k_t}^\top)\,S_{t-1} + \beta_t\,\k{k_t}\,\v{v_t}^\top, \quad \z{z_t} = S_t^\top \q{q_t})";
  text.params = shared::forms_of_memory();
  text.params.push_back(shared::rate());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, build};
}

EntryDocs gated_delta_docs() {
  EntryDocs docs;
  docs.papers = {{"Gated Delta Networks: Improving Mamba2 with Delta Rule", "Yang, Kautz, Hatamizadeh", 2025,
                  "https://arxiv.org/abs/2412.06464"}};
  docs.differs =
      "One head, without the paper's short convolutions, output norm and output gate; the rate of fading, learned "
      "there, is a control, and steps have no bias.";
  docs.laws = shared::laws_of_memory("gated_delta");
  docs.laws.push_back({LawKind::kEquals, "Without fading it is the delta rule.", {{"rate", "0"}}, "delta_rule"});
  docs.laws.push_back({LawKind::kEquals,
                       "Also word by word.",
                       {{"rate", "0"}, {"form", "recurrent"}},
                       "delta_rule",
                       {{"form", "recurrent"}}});
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"feature", "q and k brought to length 1"},
                {"gate", "α: how much fades; β: how much a word overwrites"},
                {"score", "dot product of q and k, times what is left"},
                {"mask", "causal, as a memory is"},
                {"normalise", "none"},
                {"combine", "weighted sum of what was written, or the memory read by q"}};
  docs.cost = {R"(4\,n\,d^2)", R"(4\,d^2)"};
  docs.used_by = {{"Qwen3-Next", 2025, "https://huggingface.co/Qwen/Qwen3-Next-80B-A3B-Instruct"}};
  return docs;
}

}  // namespace attn::variants
