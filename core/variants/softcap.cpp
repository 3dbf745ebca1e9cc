// Scores that cannot run away: Gemma Team 2024, "Gemma 2", section 2, "Logit soft-capping": s <- c tanh(s / c), after
// the scale and before the mask.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

StepText words(const char* id, const char* latex) {
  return {id,
          "cap",
          "cap",
          "Scores are bent to stay within the cap",
          "Small scores pass almost unchanged, large ones end at the cap.",
          latex,
          "S",
          Role::kWeights};
}

// S <- c tanh(S / c)
Value modify(Setting& setting, const Projected& in, Value scores) {
  const double cap = setting.params().number("cap");
  const Value scaled = scale_by_width(setting, in, scores);
  if (cap == 0) return scaled;
  const Value small = scale(scaled, 1.0 / cap, {{"cap", cap, {}}}).step(words("small_scores", R"(\a{S_{ij}} / c)"));
  const Value bent = map(small, Function::kTanh).step(words("bent_scores", R"(\tanh(\a{S_{ij}} / c))"));
  return scale(bent, cap, {{"cap", cap, {}}})
      .step(words("capped_scores", R"(\a{S_{ij}} \leftarrow c\,\tanh(\a{S_{ij}} / c))"));
}

}  // namespace

Variant softcap() {
  EntryText text;
  text.name = "Soft cap";
  text.family = "dot product";
  text.summary = "Scores are bent by a tanh so that none exceeds a cap: no word can drown all others.";
  text.latex = R"(\a{S_{ij}} = c\,\tanh\!\left(\frac{\q{q_i}\cdot\k{k_j}}{c\sqrt{d}}\right))";
  // 0 means none, as in ONNX; 100 is twice what Gemma 2 has.
  text.params = {shared::number("cap", "Cap", "No score is larger than this; 0 for no cap.", 2, 0, 100, 0.5),
                 shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.modify = modify;
            return attend(setting, pipeline);
          }};
}

EntryDocs softcap_docs() {
  EntryDocs docs;
  docs.papers = {{"Gemma 2: Improving Open Language Models at a Practical Size", "Gemma Team", 2024,
                  "https://arxiv.org/abs/2408.00118"}};
  docs.differs =
      "Gemma 2 caps at 50, which scores of untrained words never come near; the default here is low enough to be seen.";
  docs.laws = {
      shared::rows_sum_to_one(),
      shared::order_blind(),
      shared::causal_mask_hides_the_future(),
      {LawKind::kEquals, "Without a cap it is scaled dot-product attention.", {{"cap", "0"}}, "scaled_dot_product"}};
  docs.slots = shared::slots_but({{"modify", "divided by √d, then c·tanh(s / c)"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Gemma 2", 2024, "https://arxiv.org/abs/2408.00118"},
                  {"Grok-1", 2024, "https://github.com/xai-org/grok-1/blob/main/model.py"}};
  return docs;
}

}  // namespace attn::variants
