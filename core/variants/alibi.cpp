// ALiBi: Press, Smith & Lewis 2022, "Train Short, Test Long: Attention with Linear Biases Enables Input Length
// Extrapolation", section 3: S_ij + m_h (j - i), with a slope m_h for each head and no other positions.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

// 2^(-8 h / H) for head h = 1 .. H where H is a power of two. Otherwise the slopes of the next lower power P, then
// every other slope of 2P.
std::vector<float> slopes(int64_t heads) {
  int64_t power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<float> all;
  for (int64_t h = 1; h <= heads; ++h) {
    const double exponent = h <= power ? -8.0 * static_cast<double>(h) / static_cast<double>(power)
                                       : -4.0 * static_cast<double>(2 * (h - power) - 1) / static_cast<double>(power);
    all.push_back(static_cast<float>(kernels::pow_pos(2.0, exponent)));
  }
  return all;
}

StepText words(const char* id, const char* symbol, const char* latex) {
  return {id,
          "position",
          "distance",
          "Distance counts against a word",
          "Each head takes a fixed amount off a score for every word in between: steep heads see near, flat ones far.",
          latex,
          symbol,
          Role::kWeights};
}

// S_ij <- q_i . k_j / sqrt(d) - m_h |i - j|: the bias is not scaled.
Value modify(Setting& setting, const Projected& in, Value scores) {
  const Value scaled = scale_by_width(setting, in, scores);
  const Shape pairs = {{axis::kQuery, scores.shape().size(axis::kQuery)}, {axis::kKey, scores.shape().columns()}};
  const int64_t heads = scores.shape().size(axis::kHead);
  StepText slope_text;
  slope_text.id = "slopes", slope_text.symbol = "m", slope_text.role = Role::kWeights;
  const Value m = setting.graph().leaf({{axis::kHead, heads}}, slopes(heads), Origin::kFixed, std::move(slope_text));
  const Value distance =
      rule_table(
          setting.graph(), pairs,
          [](const Index& at) {
            return at[1] < at[0] ? static_cast<double>(at[1] - at[0]) : static_cast<double>(at[0] - at[1]);
          },
          "How far the word that is read stands away, negative.")
          .step(words("distance", "-|i-j|", R"(-|i - j|)"));
  const Value bias = multiply(m, distance).step(words("bias", "B", R"(\a{B_{ij}} = -m_h\,|i - j|)"));
  return add(scaled, bias)
      .step(words("biased_scores", "S", R"(\a{S_{ij}} = \frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}} - m_h\,|i - j|)"));
}

}  // namespace

Variant alibi() {
  EntryText text;
  text.name = "ALiBi";
  text.family = "positions";
  text.summary =
      "Scores lose a little for every word in between, a different amount in each head: no positions are learned.";
  text.latex =
      R"(\a{A_{ij}} = \operatorname{softmax}_j\!\left(\frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}} - m_h\,(i - j)\right), \quad m_h = 2^{-8h/H})";
  text.params = shared::mask();
  text.params[0].fallback = 1;  // causal
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = multi_head_pipeline(setting);
            pipeline.modify = modify;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true};
}

EntryDocs alibi_docs() {
  EntryDocs docs;
  docs.papers = {{"Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
                  "Press, Smith, Lewis", 2022, "https://arxiv.org/abs/2108.12409"}};
  docs.differs =
      "The paper's attention is causal; without that mask the distance counts to both sides alike, as encoders do it.";
  docs.laws = {shared::rows_sum_to_one(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v for each head"},
                                  {"position", "a slope for each head"},
                                  {"modify", "divided by √d, then less slope × distance"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d)", R"(4\,H\,n\,m)"};
  docs.used_by = {{"BLOOM", 2022, "https://arxiv.org/abs/2211.05100"},
                  {"MPT-7B", 2023, "https://huggingface.co/mosaicml/mpt-7b"},
                  {"Baichuan 2 13B", 2023, "https://arxiv.org/abs/2309.10305"},
                  {"BloombergGPT", 2023, "https://arxiv.org/abs/2303.17564"}};
  return docs;
}

}  // namespace attn::variants
