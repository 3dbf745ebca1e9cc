// FlashAttention's algorithm, one tile of keys after the other: Dao et al. 2022, algorithm 1; the running softmax is
// Milakov & Gimelshein 2018. No row of weights is ever whole: a running maximum m, a running sum l and a running result
// O are corrected whenever a tile brings a larger score.
#include <algorithm>
#include <string>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// So many tiles are recorded at most, about a dozen steps each; a longer text gets larger ones.
constexpr int64_t kMostTiles = 8;
// Below every score, and finite: -inf taken from -inf would be NaN where a whole tile is masked.
constexpr float kBelowAll = -1e30F;

struct Running {
  Value max;     // m [head, query]
  Value sum;     // l [head, query]
  Value result;  // O [head, query, channel]
};

// One tile's frame; ids of its steps end in its number: "scores_3".
FrameText frame(int64_t tile, const char* stage, const char* label, const char* title) {
  const std::string number = std::to_string(tile);
  return {stage, label + (" " + number), title, "_" + number};
}

Running start(Setting& setting, const Projected& in) {
  const Shape result = in.q.shape();  // [head, query, channel]
  const Shape rows = result.without(result.rank() - 1);
  const auto filled = [&](const Shape& shape, float value, StepText text) {
    return setting.graph().leaf(shape, std::vector<float>(static_cast<size_t>(shape.count()), value), Origin::kFixed,
                                std::move(text));
  };
  return {filled(rows, kBelowAll, leaf_text("max_0", "m", Role::kWeights)),
          filled(rows, 0, leaf_text("sum_0", "ℓ", Role::kWeights)),
          filled(result, 0, leaf_text("result_0", "O", Role::kOutput))};
}

// Scores of all queries with the keys [begin, end): scaled, masked.
Value tile_scores(Setting& setting, const Projected& in, int64_t tile, int64_t begin, int64_t end) {
  const FrameText text = frame(tile, "score", "tile", "A tile of keys is scored");
  const Value k =
      slice(in.k, axis::kKey, begin, end)
          .step(text.step("k_tile", "K", Role::kKey, R"(\k{K_b})", "The keys of this tile: the only ones in memory."));
  const Value raw = matmul(in.q, k, axis::kChannel)
                        .step(text.step("raw_scores", "S", Role::kWeights, R"(\a{S_b} = \q{Q}\,\k{K_b^\top})",
                                        "Every query meets the keys of this tile."));
  StepText scaled_text = text.step("scaled_scores", "S", Role::kWeights, R"(\a{S_b} = \q{Q}\,\k{K_b^\top} / \sqrt{d})",
                                   "Divided by the root of the head's width, as ever.");
  Value scores = scale_by_width(setting, in, raw).step(std::move(scaled_text));
  const std::string_view choice = setting.params().choice("mask");
  if (choice == "none") return scores;
  Band band;
  if (choice == "causal") {
    band.upper = -begin, band.rule = "A word may read itself and what stands before it.";
  } else {
    const int64_t read = in.k.shape().size(axis::kKey) - setting.params().integer("padding");
    band.key_length = std::max<int64_t>(read - begin, 0), band.rule = "Padding is not read.";
  }
  const char* const latex = R"(\a{S_{ij}} \leftarrow -\infty)";
  const Value allowed = band_mask(setting.graph(), scores.shape().size(axis::kQuery), end - begin, band)
                            .step(text.step("mask", "M", Role::kWeights, latex, band.rule));
  return mask(scores, allowed)
      .step(
          text.step("scores", "S", Role::kWeights, latex, "A masked score becomes −∞, in its tile as in a whole row."));
}

// m' = max(m, rowmax S), P = exp(S - m'), c = exp(m - m'), l' = c l + rowsum P, O' = c O + P V
Running take_in(const Projected& in, Value scores, const Running& before, int64_t tile, int64_t begin, int64_t end) {
  const FrameText weigh = frame(tile, "rescale", "maximum", "The running maximum moves");
  const FrameText gather_up = frame(tile, "combine", "sum", "What is known so far is corrected and added to");
  const Value tile_max = reduce_max(scores, axis::kKey)
                             .step(weigh.step("tile_max", "m", Role::kWeights, R"(\max_j \a{S_{ij}})",
                                              "The tile's largest score in each row."));
  const Value max = maximum(before.max, tile_max)
                        .step(weigh.step("max", "m", Role::kWeights, R"(m'_i = \max(m_i, \max_j \a{S_{ij}}))",
                                         "The largest score seen so far."));
  const Value minus =
      scale(max, -1.0).step(weigh.step("minus_max", "m", Role::kWeights, R"(-m'_i)", "To be taken off."));
  const Value shifted = add(scores, minus)
                            .step(weigh.step("shifted", "S", Role::kWeights, R"(\a{S_{ij}} - m'_i)",
                                             "No exponent is above 0, so nothing overflows."));
  const Value moved =
      add(before.max, minus)
          .step(weigh.step("moved", "m", Role::kWeights, "m_i - m'_i", "How far the maximum has moved: 0 or below."));
  const Value correction =
      map(moved, Function::kExp)
          .step(weigh.step("correction", "c", Role::kWeights, R"(c_i = e^{m_i - m'_i})",
                           "What is known so far was measured against the old maximum: this brings it "
                           "to the new one; 1 where nothing changed."));
  const Value weights = map(shifted, Function::kExp)
                            .step(weigh.step("weights", "P", Role::kWeights, R"(\a{P_{ij}} = e^{\a{S_{ij}} - m'_i})",
                                             "Weights that are not yet divided by their sum."));

  const Value v = slice(in.v, axis::kKey, begin, end)
                      .step(gather_up.step("v_tile", "V", Role::kValue, R"(\v{V_b})", "The values of this tile."));
  const Value kept_sum =
      multiply(before.sum, correction)
          .step(gather_up.step("kept_sum", "ℓ", Role::kWeights, R"(c_i\,\ell_i)", "The sum so far, corrected."));
  const Value tile_sum = reduce_sum(weights, axis::kKey)
                             .step(gather_up.step("tile_sum", "ℓ", Role::kWeights, R"(\sum_j \a{P_{ij}})",
                                                  "What the tile adds to the sum."));
  const Value sum = add(kept_sum, tile_sum)
                        .step(gather_up.step("sum", "ℓ", Role::kWeights, R"(\ell'_i = c_i\,\ell_i + \sum_j \a{P_{ij}})",
                                             "The running sum of weights."));
  const Value kept =
      multiply(before.result, correction)
          .step(gather_up.step("kept_result", "O", Role::kOutput, R"(c_i\,\z{O_i})", "The result so far, corrected."));
  const Value read = matmul(weights, v, axis::kKey)
                         .step(gather_up.step("tile_result", "O", Role::kOutput, R"(\sum_j \a{P_{ij}}\,\v{v_j})",
                                              "What the words collect from this tile."));
  const Value result =
      add(kept, read)
          .step(gather_up.step("result", "O", Role::kOutput, R"(\z{O'_i} = c_i\,\z{O_i} + \sum_j \a{P_{ij}}\,\v{v_j})",
                               "The running result: right but for the division at the end."));
  return {max, sum, result};
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_qkv(setting, pipeline);
  const int64_t keys = in.k.shape().size(axis::kKey);
  const int64_t width = std::max(setting.params().integer("tile"), (keys + kMostTiles - 1) / kMostTiles);
  Running running = start(setting, in);
  for (int64_t begin = 0, tile = 1; begin < keys; begin += width, ++tile) {
    const int64_t end = std::min(begin + width, keys);
    running = take_in(in, tile_scores(setting, in, tile, begin, end), running, tile, begin, end);
  }
  const FrameText last{"divide", "divide", "One division at the end"};
  const Value z = divide(running.result, running.sum)
                      .step(last.step("z", "Z", Role::kOutput, R"(\z{z_i} = \z{O_i} / \ell_i)",
                                      "The result is divided by the sum of the weights: the same as a softmax over the "
                                      "whole row, which was never there."));
  return pipeline.output ? pipeline.output(setting, z) : z;
}

Law equals(std::string_view says, std::vector<ParamValue> own, std::vector<ParamValue> other = {}) {
  return {LawKind::kEquals, says, std::move(own), "scaled_dot_product", std::move(other)};
}

}  // namespace

Variant tiled_online_softmax() {
  EntryText text;
  text.name = "Tiled online softmax";
  text.family = "dot product";
  text.summary =
      "FlashAttention's algorithm slowed down: keys come in tiles, and a running maximum and sum are corrected so that "
      "no row of weights need ever be whole.";
  text.latex =
      R"(m' = \max(m, \max_j \a{S_{ij}}), \quad \ell' = e^{m - m'}\ell + \sum_j e^{\a{S_{ij}} - m'}, \quad \z{O'} = e^{m - m'}\z{O} + \sum_j e^{\a{S_{ij}} - m'}\,\v{v_j}, \quad \z{z} = \z{O}/\ell)";
  // 128 is a usual tile of the real kernels.
  text.params = {shared::whole_number("tile", "Tile", "How many keys are in memory at once; the result stays the same.",
                                      4, 1, 128),
                 shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build};
}

EntryDocs tiled_online_softmax_docs() {
  EntryDocs docs;
  docs.papers = {
      {"FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness", "Dao, Fu, Ermon, Rudra, Ré", 2022,
       "https://arxiv.org/abs/2205.14135"},
      {"Online normalizer calculation for softmax", "Milakov, Gimelshein", 2018, "https://arxiv.org/abs/1805.02867"}};
  docs.differs =
      "Only keys are cut into tiles: queries never meet each other, so cutting them changes no number. The division "
      "comes at the end, as in the second version of FlashAttention. The maximum starts far below every score instead "
      "of at "
      "−∞, and a text longer than eight tiles gets larger ones.";
  docs.laws = {
      equals("It is scaled dot-product attention.", {}),
      equals("So it is with tiles of one key ...", {{"tile", "1"}}),
      equals("... with tiles that do not divide the text ...", {{"tile", "5"}}),
      equals("... with one tile for all ...", {{"tile", "128"}}),
      equals("... under the causal mask ...", {{"mask", "causal"}}, {{"mask", "causal"}}),
      equals("... and where padding is not read.", {{"mask", "padding"}, {"tile", "2"}}, {{"mask", "padding"}}),
      shared::order_blind(),
      shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"score", "dot product q·k, tile by tile"},
                                  {"normalise", "running maximum and sum, corrected tile by tile"},
                                  {"combine", "running weighted sum of v, divided at the end"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,(b + d + 2))"};
  docs.used_by = {
      {"PyTorch 2.0", 2023,
       "https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html"},
      {"MPT-7B", 2023, "https://huggingface.co/mosaicml/mpt-7b"},
      {"Falcon-7B", 2023, "https://huggingface.co/tiiuae/falcon-7b"},
      {"StarCoder", 2023, "https://arxiv.org/abs/2305.06161"}};
  return docs;
}

}  // namespace attn::variants
