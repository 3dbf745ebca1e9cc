// Scores that cannot run away: each is bent to lie within a cap before the softmax. Gemma Team 2024, section 2, "Logit
// soft-capping".
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

StepText words(const char* id, const char* latex) {
  StepText text;
  text.id = id, text.symbol = "S", text.role = Role::kWeights, text.latex = latex;
  text.stage = "modify", text.label = "bend", text.title = "Scores are bent to stay within the cap";
  text.note = "Small scores pass almost unchanged, large ones end at the cap.";
  return text;
}

// S <- c tanh(S / c)
Value modify(Setting& setting, const Projected& in, Value scores) {
  const double cap = setting.params().number("cap");
  const Value scaled = scale_by_width(setting, in, scores);
  const Value small = scale(scaled, 1.0 / cap, {{"cap", cap, {}}}).step(words("small_scores", R"(\a{S_{ij}} / c)"));
  const Value bent = map(small, Function::kTanh).step(words("bent_scores", R"(\tanh(\a{S_{ij}} / c))"));
  return scale(bent, cap, {{"cap", cap, {}}}).step(words("bounded_scores", R"(c\,\tanh(\a{S_{ij}} / c))"));
}

}  // namespace

Variant bounded_score() {
  EntryText text;
  text.name = "Bounded score";
  text.family = "dot product";
  text.summary = "Scores are bent by a tanh so that none exceeds a cap.";
  text.latex = R"(\a{S_{ij}} = c\,\tanh\!\left(\frac{\q{q_i}\cdot\k{k_j}}{c\sqrt{d}}\right))";
  ParamSpec cap = shared::number("cap", "Cap", "No score is larger than this.", 5, 0.5, 50, 0.5);
  cap.logarithmic = true;
  text.params = {cap, shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.modify = modify;
            return attend(setting, pipeline);
          }};
}

EntryDocs bounded_score_docs() {
  EntryDocs docs;
  docs.papers = {{"Gemma 2: Improving Open Language Models at a Practical Size", "Gemma Team", 2024,
                  "https://arxiv.org/abs/2408.00118"}};
  docs.laws = {
      {LawKind::kRowsSumToOne, "The weights of a row add up to 1."},
      {LawKind::kNoFutureLeak, "Under the causal mask no word's result depends on later words.", {{"mask", "causal"}}}};
  docs.slots = shared::slots_but({{"modify", "c·tanh(s / c) after the scale"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
