// T5's relative bias: Raffel et al. 2020, "Exploring the Limits of Transfer Learning with a Unified Text-to-Text
// Transformer", section 2.1: one learned number for each head and bucket of distances. The buckets are those of the
// paper's code: near distances one by one, farther ones in logarithmic steps.
#include <algorithm>
#include <cstdlib>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

struct Buckets {
  int64_t count;
  int64_t farthest;  // from here on all distances share the last bucket
  bool both_sides;

  // The bucket of key j as seen from query i.
  int64_t of(int64_t i, int64_t j) const {
    const int64_t half = both_sides ? count / 2 : count;
    const int64_t side = both_sides && j > i ? half : 0;  // later words have the upper half
    const int64_t distance = both_sides ? std::abs(i - j) : std::max<int64_t>(i - j, 0);
    const int64_t exact = half / 2;
    if (distance < exact) return side + distance;
    // exact + floor(log(distance / exact) / log(farthest / exact) (half - exact)), at most the last.
    const double ratio = static_cast<double>(farthest) / static_cast<double>(exact);
    if (ratio <= 1 || distance >= farthest) return side + half - 1;
    const double share = kernels::log(static_cast<double>(distance) / static_cast<double>(exact)) / kernels::log(ratio);
    // A distance right on a step: 1e-9 is more than the logarithms' roundings and less than any step.
    const auto step = static_cast<int64_t>(share * static_cast<double>(half - exact) + 1e-9);
    return side + std::min(exact + step, half - 1);
  }
};

bool both_sides(const Setting& setting) { return setting.params().choice("direction") == "both"; }

// S_ij <- S_ij + b_h[bucket(j - i)]
Value modify(Setting& setting, const Projected& in, Value scores) {
  const Params& params = setting.params();
  const Value scaled = scale_by_width(setting, in, scores);
  const Shape pairs = {{axis::kQuery, scores.shape().size(axis::kQuery)}, {axis::kKey, scores.shape().columns()}};
  const Buckets buckets{params.integer("buckets"), params.integer("farthest"), both_sides(setting)};
  StepText table_text;
  table_text.id = "bias_table", table_text.symbol = "b", table_text.role = Role::kWeights;
  StepText index = {"buckets",
                    "position",
                    "distance",
                    "Distances fall into buckets",
                    "Near distances have a bucket each, farther ones share: the farther, the more.",
                    R"(\beta(j - i))",
                    "β",
                    Role::kWeights};
  StepText bias = index, sum = index;
  bias.id = "bias", bias.symbol = "B", bias.latex = R"(\a{B_{ij}} = b_h[\beta(j - i)])";
  bias.note = "Each head has one learned number for a bucket.";
  sum.id = "biased_scores", sum.symbol = "S", sum.latex = R"(\a{S_{ij}} \leftarrow \a{S_{ij}} + \a{B_{ij}})";
  sum.note = "The number of the bucket is added to the score.";
  const Value chosen =
      rule_table(
          setting.graph(), pairs, [buckets](const Index& at) { return static_cast<double>(buckets.of(at[0], at[1])); },
          "The bucket of the distance between the two words.")
          .step(std::move(index));
  const Value table = setting.weight({{axis::kHead, scores.shape().size(axis::kHead)}, {axis::kBucket, buckets.count}},
                                     std::move(table_text));
  return add(scaled, pick(table, chosen).step(std::move(bias))).step(std::move(sum));
}

// A decoder reads backwards only.
Value mask_by_direction(Setting& setting, Value scores) {
  return both_sides(setting) ? mask_by_choice(setting, scores) : mask_future(setting, scores);
}

}  // namespace

Variant t5_bias() {
  EntryText text;
  text.name = "T5 bias";
  text.family = "positions";
  text.summary = "Every head learns one number for each bucket of distances and adds it to the scores.";
  text.latex = R"(\a{A_{ij}} = \operatorname{softmax}_j\!\left(\q{q_i}\cdot\k{k_j} + b_h[\beta(j - i)]\right))";
  text.params = {
      shared::choice("direction", "Direction", "Encoder or decoder.",
                     {{"both", "Both", "An encoder: half of the buckets for words before, half for words after."},
                      {"causal", "Backwards", "A decoder: all buckets for words before, no later word is read."}}),
      shared::whole_number("buckets", "Buckets", "How many numbers a head learns; T5 has 32.", 8, 4, 64),
      shared::whole_number("farthest", "Farthest", "Distances from here on share the last bucket; 128 in T5.", 16, 2,
                           1024),
      shared::scale()};
  text.params.back().fallback = 1;  // T5 does not scale: its matrices start smaller instead
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = multi_head_pipeline(setting);
            pipeline.modify = modify;
            pipeline.mask = mask_by_direction;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true};
}

EntryDocs t5_bias_docs() {
  EntryDocs docs;
  docs.papers = {{"Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
                  "Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu", 2020,
                  "https://arxiv.org/abs/1910.10683"}};
  docs.differs =
      "The paper says only that buckets grow logarithmically; they are those of its code. Its table starts near zero "
      "and is shared by all layers; here it is drawn from the seed.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kNoFutureLeak,
                "Reading backwards, no word's result depends on later words.",
                {{"direction", "causal"}}}};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v for each head"},
                                  {"position", "a learned number for each head and bucket of distances"},
                                  {"modify", "the number is added; no scale, unless asked for"},
                                  {"mask", "none, or causal in a decoder"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d)", R"(4\,H\,n\,m)"};
  docs.used_by = {{"T5", 2019, "https://arxiv.org/abs/1910.10683"}};
  return docs;
}

}  // namespace attn::variants
