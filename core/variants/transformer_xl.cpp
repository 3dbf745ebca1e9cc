// Transformer-XL: Dai et al. 2019, "Transformer-XL: Attentive Language Models beyond a Fixed-Length Context", sections
// 3.2 and 3.3: segments that remember the one before, and scores in four terms that know distances instead of places.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

StepText words(const char* id, const char* symbol, Role role, const char* note, const char* latex) {
  return {id, "position", "distance", "A score knows how far apart two words are", note, latex, symbol, role};
}

// R_delta = [sin(delta w_0), ..., cos(delta w_0), ...], w_c = 10000^(-2c / d): a row for every distance.
Value sinusoids(Setting& setting, int64_t distances) {
  const int64_t width = setting.width(), half = (width + 1) / 2;
  const auto number = [=](const Index& at) {
    const int64_t c = at[1] % half;
    const double exponent = -2.0 * static_cast<double>(c) / static_cast<double>(width);
    const double angle = static_cast<double>(at[0]) * kernels::pow_pos(10000.0, exponent);
    return at[1] < half ? kernels::sin(angle) : kernels::cos(angle);
  };
  return rule_table(setting.graph(), {{axis::kBucket, distances}, {axis::kModel, width}}, number,
                    "A wave for every channel, read at this distance: sines first, then cosines.")
      .step(words("sinusoids", "R", Role::kNone, "Every distance is written as waves of many lengths.",
                  R"(R_\delta = [\sin(\delta\,\omega_c);\, \cos(\delta\,\omega_c)], \quad \omega_c = 10000^{-2c/d})"));
}

Value bias(Setting& setting, const char* id, const char* symbol, const Projected& in) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kQuery;
  return setting.weight({{axis::kHead, in.q.shape().size(axis::kHead)}, {axis::kChannel, in.q.shape().columns()}},
                        std::move(text));
}

// S_ij = (q_i + u) . k_j + (q_i + v) . (R_{i-j} W_R)
Value score(Setting& setting, const Projected& in) {
  const int64_t queries = in.q.shape().size(axis::kQuery), keys = in.k.shape().size(axis::kKey);
  const Value r = sinusoids(setting, keys);
  StepText weight_text;
  weight_text.id = "w_r", weight_text.symbol = "W_R", weight_text.role = Role::kKey;
  const Value w = setting.weight({{axis::kHead, in.q.shape().size(axis::kHead)},
                                  {axis::kModel, setting.width()},
                                  {axis::kChannel, in.q.shape().columns()}},
                                 std::move(weight_text));
  const Value distance_keys =
      matmul(r, w, axis::kModel)  // [head, bucket, channel]
          .step(words("distance_keys", "RW", Role::kKey, "A matrix of its own makes keys of distances.",
                      R"(\k{r_\delta} = R_\delta\,\k{W_R})"));
  const Value index = rule_table(
                          setting.graph(), {{axis::kQuery, queries}, {axis::kKey, keys}},
                          [](const Index& at) { return static_cast<double>(std::max<int64_t>(at[0] - at[1], 0)); },
                          "How many words back the key stands; later words are masked anyhow.")
                          .step(words("distances", "i-j", Role::kWeights, "How far back a word stands.", R"(i - j)"));

  StepText content = {"content_query",
                      "score",
                      "scores",
                      "A score has four terms",
                      "To the query a vector is added that is the same for all words: it asks what is worth reading "
                      "wherever it stands.",
                      R"(\q{q_i} + \q{u})",
                      "Q+u",
                      Role::kQuery};
  StepText place = content, contents = content, all = content, picked = content, sum = content;
  place.id = "distance_query", place.symbol = "Q+v", place.latex = R"(\q{q_i} + \q{v})";
  place.note = "Another such vector asks how far back is worth reading whatever stands there.";
  contents.id = "content_scores", contents.symbol = "S", contents.role = Role::kWeights;
  contents.latex = R"((\q{q_i} + \q{u})\cdot\k{k_j})";
  contents.note = "The terms (a) and (c) of the paper: contents.";
  all.id = "distance_scores", all.symbol = "S", all.role = Role::kWeights;
  all.latex = R"((\q{q_i} + \q{v})\cdot\k{r_\delta})";
  all.note = "The terms (b) and (d) for every distance there is.";
  picked = all, picked.id = "position_scores", picked.latex = R"((\q{q_i} + \q{v})\cdot\k{r_{i-j}})";
  picked.note = "For each pair of words the score of their distance is picked.";
  sum.id = "scores", sum.symbol = "S", sum.role = Role::kWeights;
  sum.latex = R"(\a{S_{ij}} = (\q{q_i} + \q{u})\cdot\k{k_j} + (\q{q_i} + \q{v})\cdot\k{r_{i-j}})";
  sum.note = "Content and distance together.";
  const Value asks_content = add(in.q, bias(setting, "bias_u", "u", in)).step(std::move(content));
  const Value asks_place = add(in.q, bias(setting, "bias_v", "v", in)).step(std::move(place));
  const Value by_content = matmul(asks_content, in.k, axis::kChannel).step(std::move(contents));
  const Value by_distance = matmul(asks_place, distance_keys, axis::kChannel).step(std::move(all));
  return add(by_content, pick(by_distance, index).step(std::move(picked))).step(std::move(sum));
}

// M_ij = 1 where j <= i stands in i's segment or in the memory before it.
Value mask_forgotten(Setting& setting, Value scores) {
  const int64_t length = setting.params().integer("segment"), memory = setting.params().integer("memory");
  const auto allowed = [=](int64_t i, int64_t j) { return j <= i && j >= i / length * length - memory; };
  return mask_by_rule(
      setting, scores, allowed,
      {"A segment remembers the words before it",
       "The text is read segment by segment; a word reads its own up to itself, and what the memory keeps from before.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; L\lfloor i/L \rfloor - M \le j \le i)"});
}

}  // namespace

Variant transformer_xl() {
  EntryText text;
  text.name = "Transformer-XL";
  text.family = "positions";
  text.summary =
      "Text is read in segments that remember the one before; scores know the distance of two words, not their places.";
  text.latex =
      R"(\a{S_{ij}} = \q{q_i}\cdot\k{k_j} + \q{q_i}\cdot\k{r_{i-j}} + \q{u}\cdot\k{k_j} + \q{v}\cdot\k{r_{i-j}}, \quad \k{r_\delta} = R_\delta\,\k{W_R})";
  text.params = {
      shared::temperature(), shared::whole_number("segment", "Segment", "Words read at once.", 4, 1, 256),
      shared::whole_number("memory", "Memory", "How many words before a segment are remembered.", 4, 0, 256)};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.score = score;
            pipeline.mask = mask_forgotten;
            return attend(setting, pipeline);
          }};
}

EntryDocs transformer_xl_docs() {
  EntryDocs docs;
  docs.papers = {{"Transformer-XL: Attentive Language Models beyond a Fixed-Length Context",
                  "Dai, Yang, Yang, Carbonell, Le, Salakhutdinov", 2019, "https://arxiv.org/abs/1901.02860"}};
  docs.differs =
      "One head and one layer, whose memory are the words before the segment themselves; gradients flow into them, "
      "where the paper stops them. All segments are shown at once.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kNoFutureLeak, "No word's result depends on later words."},
               {LawKind::kEquals,
                "With all words remembered it does not matter where segments end.",
                {{"memory", "256"}},
                "transformer_xl",
                {{"segment", "256"}, {"memory", "0"}}}};
  docs.slots = shared::slots_but({{"position", "waves for every distance, turned to keys by a matrix of their own"},
                                  {"score", "(q + u)·k + (q + v)·r"},
                                  {"mask", "the own segment up to the word, and the memory before it"}});
  docs.cost = {R"(3\,n\,(L + M)\,d)", R"(4\,n\,(L + M))"};
  docs.used_by = {{"XLNet", 2019, "https://arxiv.org/abs/1906.08237"},
                  {"Gopher", 2021, "https://arxiv.org/abs/2112.11446"},
                  {"Conformer", 2020, "https://arxiv.org/abs/2005.08100"},
                  {"Compressive Transformer", 2019, "https://arxiv.org/abs/1911.05507"}};
  return docs;
}

}  // namespace attn::variants
