// Talking-heads attention: Shazeer et al. 2020, "Talking-Heads Attention": learned matrices mix the heads'
// scores before the softmax, and their weights after it.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

bool mixes(const Setting& setting, std::string_view what) {
  const std::string_view mix = setting.params().choice("mix");
  return mix == "both" || mix == what;
}

Value mixed(Setting& setting, Value x, const char* id, const char* weight_id, const char* weight_symbol,
            StepText text) {
  StepText weight_text;
  weight_text.id = weight_id, weight_text.symbol = weight_symbol, weight_text.role = Role::kWeights;
  const int64_t heads = x.shape()[0].size;
  const Value w = setting.weight({{axis::kHead, heads}, {axis::kFeature, heads}}, std::move(weight_text));
  text.id = id, text.stage = "mix", text.label = "talk", text.role = Role::kWeights;
  return mix_heads(x, w).step(std::move(text));
}

// S^g_ij <- sum_h S^h_ij P_l[h, g], after the scale and before the mask.
Value modify(Setting& setting, const Projected& in, Value scores) {
  const Value scaled = scale_by_width(setting, in, scores);
  if (!mixes(setting, "scores")) return scaled;
  StepText text;
  text.symbol = "S", text.title = "Heads talk before they choose";
  text.note = "Each head's scores become a learned sum of all heads' scores.";
  text.latex = R"(\a{S^g_{ij}} \leftarrow \sum_h \a{S^h_{ij}}\,P^l_{hg})";
  return mixed(setting, scaled, "mixed_scores", "p_l", "P_l", std::move(text));
}

// A^g_ij <- sum_h A^h_ij P_w[h, g]; rows need no longer add up to 1.
Value combine(Setting& setting, const Projected& in, Value weights) {
  if (!mixes(setting, "weights")) return weighted_sum(setting, in, weights);
  StepText text;
  text.symbol = "U", text.title = "Heads talk about what they chose";
  text.note = "Each head's weights become a learned sum of all heads' weights: they may be negative now.";
  text.latex = R"(\a{U^g_{ij}} = \sum_h \a{A^h_{ij}}\,P^w_{hg})";
  return weighted_sum(setting, in, mixed(setting, weights, "mixed_pattern", "p_w", "P_w", std::move(text)));
}

}  // namespace

Variant talking_heads() {
  EntryText text;
  text.name = "Talking heads";
  text.family = "heads";
  text.summary =
      "Heads exchange what they found: learned matrices mix their scores before the softmax, and their weights after.";
  text.latex =
      R"(\a{U} = P_w\operatorname{softmax}\!\left(P_l\,\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right), \quad \z{Z^h} = \a{U^h}\,\v{V^h})";
  text.params = {shared::temperature(), shared::scale(),
                 shared::choice("mix", "Talk", "Where heads are mixed.",
                                {{"both", "Before and after", "Scores and weights, as in the paper."},
                                 {"scores", "Before", "Scores alone."},
                                 {"weights", "After", "Weights alone."},
                                 {"none", "Never", "Heads that do not talk."}})};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = multi_head_pipeline(setting);
            pipeline.modify = modify;
            pipeline.combine = combine;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true};
}

EntryDocs talking_heads_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Talking-Heads Attention", "Shazeer, Lan, Cheng, Ding, Hou", 2020, "https://arxiv.org/abs/2003.02436"}};
  docs.differs =
      "The paper lets three numbers of heads differ, for keys, for the softmax and for values; here they are the same. "
      "It does not scale, as the parameter can have it; here scores are scaled unless asked. The mask comes after the "
      "mixing: a masked score must "
      "not talk.";
  docs.laws = {{LawKind::kRowsSumToOne, "Before they are mixed, the weights of a row add up to 1 in every head."},
               shared::order_blind(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals, "Heads that do not talk are multi-head attention.", {{"mix", "none"}}, "multi_head"}};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v for each head"},
                                  {"modify", "divided by √d, or not, then mixed across heads"},
                                  {"combine", "weights mixed across heads, then the weighted sum of v"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d + 2\,H^2\,n\,m)", R"(16\,H\,n\,m)"};
  docs.used_by = {{"CaiT", 2021, "https://arxiv.org/abs/2103.17239"}};
  return docs;
}

}  // namespace attn::variants
