// Relative positions: Shaw, Uszkoreit & Vaswani 2018, "Self-Attention with Relative Position Representations", section
// 3: a learned vector for every clipped distance is added to keys, to values, or to both.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

bool for_keys(const Setting& setting) {
  const std::string_view tables = setting.params().choice("tables");
  return tables == "both" || tables == "keys";
}

bool for_values(const Setting& setting) {
  const std::string_view tables = setting.params().choice("tables");
  return tables == "both" || tables == "values";
}

// A learned vector w_{-k}, ..., w_k for every distance: [bucket, channel].
Value table(Setting& setting, const char* id, const char* symbol, Role role, int64_t width) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role;
  const int64_t distances = 2 * setting.params().integer("clip") + 1;
  return setting.weight({{axis::kBucket, distances}, {axis::kChannel, width}}, std::move(text));
}

// clip(j - i, -k, k), counted from 0.
int64_t bucket(int64_t i, int64_t j, int64_t k) { return std::clamp(j - i, -k, k) + k; }

// e_ij = q_i . (k_j + a^K_ij), as q_i . k_j + (q_i . w^K)[j - i]: the paper's section 3.3.
Value score(Setting& setting, const Projected& in) {
  const Value content = dot_product_score(setting, in);
  if (!for_keys(setting)) return content;
  const int64_t k = setting.params().integer("clip");
  StepText index = {"distances",
                    "position",
                    "distance",
                    "Keys differ by their distance",
                    "The distance between two words, clipped, chooses a learned vector that is added to the key.",
                    R"(\operatorname{clip}(j - i, -k, k))",
                    "j-i",
                    Role::kWeights};
  StepText all = index, picked = index, sum = index;
  all.id = "distance_scores", all.symbol = "QW", all.latex = R"(\q{q_i}\cdot \k{w^K_\delta})";
  all.note = "Every query meets the vector of every distance.";
  picked.id = "position_scores", picked.symbol = "R", picked.latex = R"(\q{q_i}\cdot \k{a^K_{ij}})";
  picked.note = "For each pair of words the score of their distance is picked.";
  sum.id = "relative_scores", sum.symbol = "S", sum.latex = R"(\a{S_{ij}} = \q{q_i}\cdot(\k{k_j} + \k{a^K_{ij}}))";
  sum.note = "Both scores together are the query's product with the key and its distance's vector.";
  const Shape pairs = {{axis::kQuery, content.shape().size(axis::kQuery)}, {axis::kKey, content.shape().columns()}};
  const Value chosen =
      rule_table(
          setting.graph(), pairs, [k](const Index& at) { return static_cast<double>(bucket(at[0], at[1], k)); },
          "The distance j − i, at most k to either side, counted from 0.")
          .step(std::move(index));
  const Value w = table(setting, "w_distance_k", "w^K", Role::kKey, in.q.shape().columns());
  const Value by_distance = matmul(in.q, w, axis::kChannel).step(std::move(all));  // [head, query, bucket]
  return add(content, pick(by_distance, chosen).step(std::move(picked))).step(std::move(sum));
}

// z_i = sum_j A_ij (v_j + a^V_ij), as sum_j A_ij v_j + sum_delta (sum of A_ij at distance delta) w^V_delta.
Value combine(Setting& setting, const Projected& in, Value weights) {
  const Value content = weighted_sum(setting, in, weights);
  if (!for_values(setting)) return content;
  const int64_t k = setting.params().integer("clip");
  StepText shares = {"distance_weights",
                     "combine",
                     "weighted sum",
                     "Each word collects what it reads, and from how far",
                     "The weights are added up by distance, since a distance adds the same vector to every value.",
                     R"(\sum_{j:\,j-i=\delta}\a{A_{ij}})",
                     "A",
                     Role::kWeights};
  StepText moved = shares, sum = shares;
  moved.id = "z_distance", moved.symbol = "Z", moved.role = sum.role = Role::kOutput;
  moved.latex = R"(\sum_j \a{A_{ij}}\,\v{a^V_{ij}})";
  moved.note = "The vectors of the distances are added up, each as strongly as its weight says.";
  sum.id = "z_relative", sum.symbol = "Z", sum.latex = R"(\z{z_i} = \sum_j \a{A_{ij}}\,(\v{v_j} + \v{a^V_{ij}}))";
  sum.note = "Values and distances together.";
  const Value w = table(setting, "w_distance_v", "w^V", Role::kValue, in.v.shape().columns());
  const Value by_distance = bucket_sum(weights, 2 * k + 1, axis::kBucket, [k](int64_t i, int64_t j) {
                              return bucket(i, j, k);
                            }).step(std::move(shares));  // [head, query, bucket]
  return add(content, matmul(by_distance, w, axis::kBucket).step(std::move(moved))).step(std::move(sum));
}

}  // namespace

Variant relative_position() {
  EntryText text;
  text.name = "Relative position";
  text.family = "positions";
  text.summary = "Every distance between two words has a learned vector, added to the key and to the value.";
  text.latex =
      R"(\a{S_{ij}} = \frac{\q{q_i}\cdot(\k{k_j} + \k{a^K_{ij}})}{\sqrt{d}}, \quad \z{z_i} = \sum_j \a{A_{ij}}\,(\v{v_j} + \v{a^V_{ij}}), \quad a_{ij} = w_{\operatorname{clip}(j-i,-k,k)})";
  text.params = {
      shared::temperature(),
      shared::choice("tables", "Added to", "What the distances' vectors are added to.",
                     {{"both", "Keys and values", "As in the paper's base model."},
                      {"keys", "Keys", "Only scores know distances; the paper found this to be enough."},
                      {"values", "Values", "Only what is carried knows distances."},
                      {"none", "Nothing", "Attention without positions."}}),
      shared::whole_number("clip", "Clip", "Farther distances count as this one; the paper has 16.", 4, 0, 64)};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.score = score;
            pipeline.combine = combine;
            return attend(setting, pipeline);
          }};
}

EntryDocs relative_position_docs() {
  EntryDocs docs;
  docs.papers = {{"Self-Attention with Relative Position Representations", "Shaw, Uszkoreit, Vaswani", 2018,
                  "https://arxiv.org/abs/1803.02155"}};
  docs.differs =
      "One head: the paper's section 3.3 shares the vectors between heads, its experiments give each head its own. "
      "They are drawn from the seed. Attention itself stays global; only distances are clipped. A later form in "
      "Tensor2Tensor, the Music Transformer's, has vectors for words before alone and none for what is farther away.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals,
                "Without the vectors it is self-attention with three matrices.",
                {{"tables", "none"}},
                "self_attention",
                {{"projections", "three"}}},
               {LawKind::kEquals,
                "One vector for all distances changes no weight.",
                {{"tables", "keys"}, {"clip", "0"}},
                "self_attention",
                {{"projections", "three"}}}};
  docs.slots = shared::slots_but({{"position", "a learned vector for each clipped distance"},
                                  {"score", "q·(k + a^K)"},
                                  {"combine", "weighted sum of v + a^V"}});
  docs.cost = {R"(2\,n\,m\,d + 2\,n\,(2k + 1)\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Music Transformer", 2018, "https://arxiv.org/abs/1809.04281"}};
  return docs;
}

}  // namespace attn::variants
