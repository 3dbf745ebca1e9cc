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

// Keys or values: what the steps that mix them are called.
struct Side {
  const char *id, *symbol;
  Role role;
  const char *latex, *note;  // of the mixtures

  StepText step(const FrameText& frame, const char* suffix, const char* formula, const char* says) const {
    return frame.step(std::string(id) + suffix, symbol, role, formula, says);
  }
};

FrameText shortening() { return {"compress", "compress", "The text becomes a few mixtures"}; }

// E x, all words at once: [head, latent, channel]
Value mixed_at_once(Value mixer, Value x, const Side& side) {
  return matmul(mixer, x, axis::kKey).step(side.step(shortening(), "_mixed", side.latex, side.note));
}

// The words one after the other: their shares in every mixture [head, query, latent], and what is mixed.
Projected in_time(Value mixer, Value x, const Side& side) {
  const FrameText time{"time", "in time", "Words come one after the other"};
  const Value columns =
      rearrange(mixer, {axis::kHead, axis::kKey, axis::kLatent})
          .step(side.step(time, "_columns", R"(E^\top)", "A row for each word: its share in every mixture."));
  Projected in;
  in.k = rename(columns, axis::kKey, axis::kQuery)
             .step(side.step(time, "_shares", R"(e_t)", "The shares, one word at a time."));
  in.v =
      rename(x, axis::kKey, axis::kQuery).step(side.step(time, "_t", R"(x_t)", "What is mixed, one word at a time."));
  return in;
}

// M_t = M_{t-1} + e_t x_t^T: [head, query, latent, channel]
Value grown(const Projected& in, const Side& side) {
  const FrameText grow{"state", "state", "The mixtures grow with every word"};
  return state_scan(in.k, in.v)
      .step(side.step(grow, "_state", R"(M_t = M_{t-1} + e_t\,x_t^\top)",
                      "What the mixtures hold after each word; they do not become more. Choose a word to see them."));
}

// What they hold after the last word: [head, latent, channel].
Value mixed_in_time(Value states, const Side& side) {
  const int64_t words = states.shape().size(axis::kQuery);
  const Value row = slice(states, axis::kQuery, words - 1, words)
                        .step(side.step(shortening(), "_last", R"(M_m)", "All words have been read."));
  return reduce_sum(row, axis::kQuery).step(side.step(shortening(), "_mixed", side.latex, side.note));
}

// K' = E K, V' = F V
Projected mixed(Setting& setting, const Pipeline& pipeline, const Projected& in) {
  const Side keys{"k", "K", Role::kKey, R"(\k{K'} = E\,\k{K})",
                  "Each mixture is a weighted sum of all keys, with weights that hang on their places alone."};
  const Side values{"v", "V", Role::kValue, R"(\v{V'} = F\,\v{V})",
                    "The values are mixed in the same way: there is nothing else left to read."};
  const Value e = mixer(setting, pipeline, "w_e", "E", Role::kKey);
  const Value f = setting.params().flag("shared") ? e : mixer(setting, pipeline, "w_f", "F", Role::kValue);
  if (setting.params().choice("form") == "parallel")
    return {in.q, mixed_at_once(e, in.k, keys), mixed_at_once(f, in.v, values)};
  // Frame by frame, keys and values together.
  const Projected k_in_time = in_time(e, in.k, keys), v_in_time = in_time(f, in.v, values);
  const Value k_states = grown(k_in_time, keys), v_states = grown(v_in_time, values);
  const Value k = mixed_in_time(k_states, keys);
  return {in.q, k, mixed_in_time(v_states, values)};
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = mixed(setting, pipeline, project_qkv(setting, pipeline));
  const Value scores = scale_by_width(setting, in, dot_product_score(setting, in));
  const Value pattern = softmax_rows(setting, scores);
  const FrameText combine{"combine", "weighted sum", "Each word collects what it reads"};
  const Value z = matmul(pattern, in.v, axis::kLatent)
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
  text.params = {
      shared::choice("form", "Form", "Two orders of the same sums.",
                     {{"parallel", "Parallel", "All words are mixed at once, as in training."},
                      {"recurrent", "Recurrent", "Mixtures that grow word by word and do not become more."}}),
      // 256: the most of the paper's tables
      shared::whole_number("latents", "Mixtures", "How many mixtures the text becomes.", 4, 1, 256),
      shared::choice("projection", "Mixing", "Where the mixing weights come from.",
                     {{"learned", "Learned", "A learned weight for each mixture and place; here drawn from the seed."},
                      {"pooled", "Means", "Each mixture is the mean of one stretch of the text."}}),
      shared::flag("shared", "Same for k and v", "Keys and values are mixed by the same weights."),
      shared::temperature()};
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build};
}

EntryDocs linformer_docs() {
  EntryDocs docs;
  docs.papers = {{"Linformer: Self-Attention with Linear Complexity", "Wang, Li, Khabsa, Fang, Ma", 2020,
                  "https://arxiv.org/abs/2006.04768"}};
  docs.differs =
      "The paper's mixtures are learned for one length of text; here they are drawn anew for each length, or, as the "
      "paper also suggests, means of stretches. The paper mixes all words at once; the recurrent form is the same sum, "
      "taken word by word. Neither is causal: every mixture has read the whole text.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kEquals,
                "With a mixture for every word it is scaled dot-product attention.",
                {{"projection", "pooled"}, {"latents", "64"}},
                "scaled_dot_product"},
               {LawKind::kEquals,
                "The recurrent form gives what the parallel form gives.",
                {{"form", "recurrent"}},
                "linformer"},
               {LawKind::kEquals,
                "So it does with means of stretches.",
                {{"form", "recurrent"}, {"projection", "pooled"}},
                "linformer",
                {{"projection", "pooled"}}},
               {LawKind::kEquals,
                "With means, sharing them changes nothing.",
                {{"projection", "pooled"}, {"shared", "true"}},
                "linformer",
                {{"projection", "pooled"}}}};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v; k and v are mixed along the text"},
                                  {"mask", "none"},
                                  {"combine", "weighted sum of the mixed v"}});
  docs.cost = {R"(2\,n\,k\,d + 2\,m\,k\,d)", R"(4\,n\,k)"};
  return docs;
}

}  // namespace attn::variants
