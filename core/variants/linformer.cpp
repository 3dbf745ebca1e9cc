// Linformer: Wang, Li, Khabsa, Fang & Ma 2020. Keys and values are summed up along the text into a fixed number of
// mixtures before anybody reads them.
#include <algorithm>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// E or F [head, latent, key]: learned (here seeded), or the means of as many stretches of the text.
Value mixer(Setting& setting, const Pipeline& pipeline, const char* id, const char* symbol, Role role) {
  const int64_t keys = setting.source().shape().size(axis::kQuery), latents = setting.params().integer("latents");
  if (setting.params().choice("projection") == "learned") {
    return setting.weight({{axis::kHead, pipeline.heads}, {axis::kLatent, latents}, {axis::kKey, keys}},
                          leaf_text(id, symbol, role));
  }
  const int64_t stretches = std::min(latents, keys);
  std::vector<float> means(static_cast<size_t>(stretches * keys));
  for (int64_t i = 0; i < stretches; ++i) {
    const int64_t begin = i * keys / stretches, end = (i + 1) * keys / stretches;
    for (int64_t j = begin; j < end; ++j)
      means[static_cast<size_t>(i * keys + j)] = 1.0F / static_cast<float>(end - begin);
  }
  return setting.graph().leaf({{axis::kHead, 1}, {axis::kLatent, stretches}, {axis::kKey, keys}}, std::move(means),
                              Origin::kFixed, leaf_text(id, symbol, role));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_qkv(setting, pipeline);
  const FrameText shorten{"compress", "compress", "The text becomes a few mixtures"};
  const Value e = mixer(setting, pipeline, "w_e", "E", Role::kKey);
  const Value f = setting.params().flag("shared") ? e : mixer(setting, pipeline, "w_f", "F", Role::kValue);
  // K' = E K, V' = F V: [head, latent, channel]
  const Value k = matmul(e, in.k, axis::kKey)
                      .step(shorten.step("k_mixed", "K", Role::kKey, R"(\k{K'} = E\,\k{K})",
                                         "Each mixture is a weighted sum of all keys, with weights that hang on their "
                                         "places alone."));
  const Value v = matmul(f, in.v, axis::kKey)
                      .step(shorten.step("v_mixed", "V", Role::kValue, R"(\v{V'} = F\,\v{V})",
                                         "The values are mixed in the same way: there is nothing else left to read."));
  const Value scores = scale_by_width(setting, in, dot_product_score(setting, {in.q, k, v}));
  const Value pattern = softmax_rows(setting, scores);
  const FrameText combine{"combine", "weighted sum", "Each word collects what it reads"};
  const Value z = matmul(pattern, v, axis::kLatent)
                      .step(combine.step("z", "Z", Role::kOutput, R"(\z{z_i} = \sum_l \a{A_{il}}\,\v{v'_l})",
                                         "The mixed values are added up, each as strongly as its weight says."));
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant linformer() {
  EntryText text;
  text.name = "Linformer";
  text.family = "compressed";
  text.summary =
      "The text is summed up into a fixed number of mixtures, and every word reads those: a longer text has no longer "
      "rows.";
  text.latex =
      R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{Q}\,(E\k{K})^\top}{\sqrt{d}}\right) F\v{V}, \quad E, F \in \mathbb{R}^{k \times m})";
  text.papers = {{"Linformer: Self-Attention with Linear Complexity", "Wang, Li, Khabsa, Fang, Ma", 2020,
                  "https://arxiv.org/abs/2006.04768"}};
  text.differs =
      "The paper's mixtures are learned for one length of text; here they are drawn anew for each length, or, as the "
      "paper also suggests, means of stretches. There is no causal form: every mixture has read the whole text.";
  text.params = {
      // 256: the most of the paper's tables
      shared::whole_number("latents", "Mixtures", "How many mixtures the text becomes.", 4, 1, 256),
      shared::choice("projection", "Mixing", "Where the mixing weights come from.",
                     {{"learned", "Learned", "A learned weight for each mixture and place; here drawn from the seed."},
                      {"pooled", "Means", "Each mixture is the mean of one stretch of the text."}}),
      shared::flag("shared", "Same for k and v", "Keys and values are mixed by the same weights."),
      shared::temperature()};
  append(&text.params, shared::weights({shared::head_width()}));
  text.laws = {shared::rows_sum_to_one(),
               {LawKind::kEquals,
                "With a mixture for every word it is scaled dot-product attention.",
                {{"projection", "pooled"}, {"latents", "64"}},
                "scaled_dot_product"},
               {LawKind::kEquals,
                "With means, sharing them changes nothing.",
                {{"projection", "pooled"}, {"shared", "true"}},
                "linformer",
                {{"projection", "pooled"}}}};
  text.slots = shared::slots_but({{"project", "learned matrices make q, k and v; k and v are mixed along the text"},
                                  {"mask", "none"},
                                  {"combine", "weighted sum of the mixed v"}});
  text.cost = {R"(2\,n\,k\,d + 2\,m\,k\,d)", R"(4\,n\,k)"};
  text.takes_source = true;
  return {text, build};
}

}  // namespace attn::variants
