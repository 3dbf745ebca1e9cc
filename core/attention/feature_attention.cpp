#include "core/attention/feature_attention.h"

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

bool is_causal(const Setting& setting) { return setting.params().choice("mask") == "causal"; }

// As many rows as there are queries: what is read later has no reader, and after the last word read nothing is added.
Value in_step(Setting& setting, Value x, const char* id) {
  const int64_t have = x.shape().size(axis::kQuery), want = setting.tokens();
  StepText text = x.graph().node(x.node()).text;
  text.id = id;
  if (have > want) {
    text.note = "Words read later than the last word that asks have no reader.";
    return slice(x, axis::kQuery, 0, want).step(std::move(text));
  }
  if (have == want) return x;
  const Shape rest = x.shape().with(x.shape().find(axis::kQuery), {axis::kQuery, want - have});
  const Value nothing = x.graph().leaf(rest, std::vector<float>(static_cast<size_t>(rest.count())), Origin::kFixed,
                                       leaf_text(std::string(id) + "_rest", "0", Role::kNone));
  text.note = "After the last word that is read nothing more is added.";
  return concat(x, nothing, axis::kQuery).step(std::move(text));
}

// A_ij = s_ij / sum_m s_im, z_i = sum_j A_ij v_j
Value weigh_pairs(Setting& setting, const Features& in) {
  const FrameText score{"score", "scores", "Every query meets every key"};
  Value scores = matmul(in.q, in.k, axis::kFeature)
                     .step(score.step("scores", "S", Role::kWeights, R"(\a{S_{ij}} = \phi(\q{q_i})\cdot\phi(\k{k_j}))",
                                      "A score is the dot product of two feature vectors: never negative, so that it "
                                      "can be shared out as it is."));
  if (in.pairs.valid()) {
    const FrameText position{"position", "position", "Near words count more"};
    scores =
        multiply(scores, in.pairs)
            .step(position.step("weighed_scores", "S", Role::kWeights, R"(\a{S_{ij}} \leftarrow \a{S_{ij}}\, M_{ij})",
                                "Every score is multiplied by what the distance of the two words leaves of it."));
  }
  if (is_causal(setting)) {
    const FrameText future{"mask", "mask", "No word reads the future"};
    Band band;
    band.upper = 0;
    band.rule = "A word may read itself and what stands before it.";
    const char* const latex = R"(\a{S_{ij}} \leftarrow 0 \quad\text{where}\; j > i)";
    const Value allowed =
        band_mask(setting.graph(), scores.shape().size(axis::kQuery), scores.shape().size(axis::kKey), band)
            .step(future.step("mask", "M", Role::kWeights, latex, band.rule));
    scores = multiply(scores, allowed)
                 .step(future.step("masked_scores", "S", Role::kWeights, latex,
                                   "There is no softmax: a score of 0 is a weight of 0."));
  }
  const FrameText share{"normalise", "share", "Scores are shared out"};
  const char* const latex = R"(\a{A_{ij}} = \frac{\a{S_{ij}}}{\sum_m \a{S_{im}}})";
  const Value sums =
      reduce_sum(scores, axis::kKey)
          .step(share.step("row_sums", "D", Role::kWeights, R"(\sum_m \a{S_{im}})", "All scores of a row, added up."));
  const Value pattern =
      divide(scores, sums)
          .step(share.step("pattern", "A", Role::kWeights, latex,
                           "Each score is divided by the sum of its row, so that shares add up to 1."));
  const FrameText combine{"combine", "weighted sum", "Each word collects what it reads"};
  return matmul(pattern, in.v, axis::kKey)
      .step(combine.step("z", "Z", Role::kOutput, R"(\z{z_i} = \sum_j \a{A_{ij}}\,\v{v_j})",
                         "The values of all words are added up, each as strongly as its weight says."));
}

// z = phi(q) S / (phi(q) . n)
Value read_state(Value q, Value state, Value keys) {
  const FrameText combine{"combine", "read", "Each word asks the state"};
  const Value above = matmul(q, state, axis::kFeature)
                          .step(combine.step("numerator", "N", Role::kOutput, R"(\phi(\q{q_i})^\top S)",
                                             "The query's features pick rows of the state."));
  const Value below = dot(q, keys).step(combine.step("denominator", "D", Role::kWeights, R"(\phi(\q{q_i})\cdot n)",
                                                     "All scores of this word, added up without being formed."));
  return divide(above, below)
      .step(combine.step("z", "Z", Role::kOutput, R"(\z{z_i} = \frac{\phi(\q{q_i})^\top S}{\phi(\q{q_i})\cdot n})",
                         "The same result as with weights for every pair, without a single weight."));
}

// S = sum_j phi(k_j) v_j^T, n = sum_j phi(k_j)
Value sum_up(const Features& in) {
  const FrameText sum{"state", "state", "All words are added up once"};
  const Value columns = rearrange(in.k, {axis::kHead, axis::kFeature, axis::kKey})
                            .step(sum.step("k_columns", "K^T", Role::kKey, R"(\phi(\k{K})^\top)",
                                           "The keys' features, one row for each feature."));
  const Value state = matmul(columns, in.v, axis::kKey)
                          .step(sum.step("state", "S", Role::kValue, R"(S = \sum_j \phi(\k{k_j})\,\v{v_j}^\top)",
                                         "Every word writes its value along its key's features: a matrix that does "
                                         "not grow with the text."));
  const Value keys = reduce_sum(in.k, axis::kKey)
                         .step(sum.step("key_sum", "n", Role::kKey, R"(n = \sum_j \phi(\k{k_j}))",
                                        "The keys' features alone, for the sum of all scores."));
  return read_state(in.q, state, keys);
}

// S_t = S_{t-1} + phi(k_t) v_t^T, n_t = n_{t-1} + phi(k_t)
Value carry(Setting& setting, const Features& in) {
  const FrameText time{"time", "in time", "Words come one after the other"};
  const Value k = in_step(setting,
                          rename(in.k, axis::kKey, axis::kQuery)
                              .step(time.step("k_t", "K", Role::kKey, R"(\phi(\k{k_t}))", "The keys, one at a time.")),
                          "k_in_step");
  const Value v = in_step(setting,
                          rename(in.v, axis::kKey, axis::kQuery)
                              .step(time.step("v_t", "V", Role::kValue, R"(\v{v_t})", "The values, one at a time.")),
                          "v_in_step");
  const FrameText state_text{"state", "state", "A state is carried from word to word"};
  const Value keys = cumulative_sum(k, axis::kQuery)
                         .step(state_text.step("key_sums", "n", Role::kKey, R"(n_t = n_{t-1} + \phi(\k{k_t}))",
                                               "The keys' features alone, for the sum of all scores so far."));
  const Value state = state_scan(k, v).step(state_text.step(
      "state", "S", Role::kValue, R"(S_t = S_{t-1} + \phi(\k{k_t})\,\v{v_t}^\top)",
      "What all words so far have written: a matrix that does not grow. Choose a word to see the state after it."));
  return read_state(in.q, state, keys);
}

}  // namespace

Value attend_by_features(Setting& setting, const Features& in) {
  if (setting.params().choice("form") == "parallel") return weigh_pairs(setting, in);
  return is_causal(setting) ? carry(setting, in) : sum_up(in);
}

namespace shared {

ParamSpec causal_mask() {
  return choice("mask", "Mask", "Who reads whom.",
                {{"none", "None", "Every word may read every word."},
                 {"causal", "Causal", "A word may read itself and what stands before it."}});
}

std::vector<Law> laws_of_forms(std::string_view id) {
  const std::vector<ParamValue> causal_pairs = {{"mask", "causal"}},
                                causal_state = {{"mask", "causal"}, {"form", "recurrent"}};
  return {
      {LawKind::kEquals, "The recurrent form gives what the parallel form gives.", {{"form", "recurrent"}}, id},
      {LawKind::kEquals, "So it does under the causal mask.", causal_state, id, causal_pairs},
      {LawKind::kNoFutureLeak, "Under the causal mask no word's result depends on later words.", causal_pairs},
      {LawKind::kNoFutureLeak, "The state knows what was read so far and nothing else.", causal_state},
  };
}

}  // namespace shared
}  // namespace attn
