#include "core/attention/memory_pairs.h"

#include <string>
#include <utility>

#include "core/attention/frame_text.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

Value causal_band(Value pairs, const FrameText& frame, const char* latex) {
  Band band;
  band.upper = 0;
  band.rule = "A word knows itself and what stands before it.";
  StepText text = frame.step("mask", "M", Role::kWeights, latex, band.rule);
  return band_mask(pairs.graph(), pairs.shape().size(axis::kQuery), pairs.shape().size(axis::kKey), std::move(band))
      .step(std::move(text));
}

// D_ij: what is left at word i of what was written at word j; 0 for what comes later. [head, query, key] or, where
// every feature fades by itself, [head, query, key, feature].
Value left_of(const Part& part) {
  const FrameText fade{"decay", "decay", "Older words fade", part.suffix};
  const char* const sum_of_decays = R"(\ln D_{ij} = \sum_{j < r \le i} \ln \alpha_r)";
  const Value sums = segment_sum(part.memory.log_decay, axis::kQuery, axis::kKey)
                         .step(fade.step("log_decays", "lnD", Role::kWeights, sum_of_decays,
                                         "The logarithms of all decays between two words, added up."));
  const Value allowed = causal_band(sums, fade, R"(D_{ij} = 0 \quad\text{where}\; j > i)");
  const Value masked = mask(sums, allowed)
                           .step(fade.step("masked_log_decays", "lnD", Role::kWeights, sum_of_decays,
                                           "Of words that come later nothing is there yet: −∞."));
  return map(masked, Function::kExp)
      .step(fade.step("decays", "D", Role::kWeights, R"(D_{ij} = \prod_{j < r \le i} \alpha_r)",
                      "What is left, when word i asks, of what word j wrote."));
}

// x S, with what is left of S at each word: [head, query, channel].
Value ask_old(const Part& part, Value x, const FrameText& frame, const char* id, const char* symbol, Role role,
              const std::string& latex) {
  if (part.since.valid()) {
    x = multiply(x, part.since)
            .step(frame.step(std::string(id) + "_faded", symbol, role, latex + R"(\,\gamma_i)",
                             "Times what is left of the old memory at this word."));
  }
  return matmul(x, part.state, axis::kFeature)
      .step(frame.step(id, symbol, role, latex + R"(^\top \gamma_i\,S)", "Read in the memory of the chunks before."));
}

// X_i = v_i (+ e_i S) + sum over j < i of (e_i . k_j) D_ij X_j: what is written once every word has taken away what its
// key held.
Value written_values(const Part& part, Value k, Value v, Value decays) {
  const FrameText erase{"erase", "erase", "What a key already holds is taken away", part.suffix};
  Value overlap =
      matmul(part.memory.eraser, k, axis::kFeature)
          .step(erase.step("overlap", "E", Role::kWeights, R"(E_{ij} = e_i\cdot\k{k_j})",
                           "How much word i erases of what word j wrote: much where their keys are alike."));
  if (decays.valid()) {
    overlap = multiply(overlap, decays)
                  .step(erase.step("decayed_overlap", "E", Role::kWeights, R"(E_{ij} = (e_i\cdot\k{k_j})\,D_{ij})",
                                   "What has faded need not be erased."));
  }
  if (part.state.valid()) {
    const Value held = ask_old(part, part.memory.eraser, erase, "held", "V", Role::kValue, "e_i");
    const Value held_j =
        rename(held, axis::kQuery, axis::kKey)
            .step(erase.step("held_j", "V", Role::kValue, R"(e_j^\top \gamma_j\,S)", "The same, by word written."));
    v = add(v, held_j).step(erase.step("corrected", "V", Role::kValue, R"(\v{v_j} + e_j^\top \gamma_j\,S)",
                                       "The values without what older chunks already hold for their keys."));
  }
  return unit_lower_solve(overlap, v)
      .step(erase.step("written", "U", Role::kValue, R"(\v{u_i} = \v{v_i} + \sum_{j<i} E_{ij}\,\v{u_j})",
                       "What each word really writes: its value without what the memory held for its key. One "
                       "triangular system for all of these words at once."));
}

Value pair_scores(const Part& part, Value k, Value decays) {
  const FrameText score{"score", "scores", "Every query meets every key", part.suffix};
  if (decays.valid() && decays.shape().find(axis::kFeature) >= 0) {
    const Value faded = multiply(decays, k).step(score.step(
        "faded_keys", "K", Role::kKey, R"(D_{ij} \odot \k{k_j})",
        "What word i finds of each key: every channel has faded by itself. Choose a word to see its own picture."));
    return dot(faded, part.memory.q)
        .step(score.step("decayed_scores", "S", Role::kWeights, R"(\a{S_{ij}} = \q{q_i}\cdot(D_{ij} \odot \k{k_j}))",
                         "The dot product with what is left of the key; there is no softmax."));
  }
  const Value scores = matmul(part.memory.q, k, axis::kFeature)
                           .step(score.step("scores", "S", Role::kWeights, R"(\a{S_{ij}} = \q{q_i}\cdot\k{k_j})",
                                            "The dot product of one query with one key; there is no softmax."));
  const Value factor = decays.valid() ? decays : causal_band(scores, score, R"(D_{ij} = 1 \;\text{if}\; j \le i)");
  return multiply(scores, factor)
      .step(score.step("decayed_scores", "S", Role::kWeights, R"(\a{S_{ij}} = (\q{q_i}\cdot\k{k_j})\,D_{ij})",
                       "Multiplied by what is left of the older word; 0 for later words."));
}

}  // namespace

Read read_part(const Part& part, const char* result) {
  const FrameText read{"read", "in pairs", "Every word is written and read", part.suffix};
  const Value k =
      rename(part.memory.k, axis::kQuery, axis::kKey)
          .step(read.step("k_j", "K", Role::kKey, R"(\k{k_j})", "The keys, as those of words that are read."));
  Value v =
      rename(part.memory.v, axis::kQuery, axis::kKey)
          .step(read.step("v_j", "V", Role::kValue, R"(\v{v_j})", "The values, as those of words that are read."));
  const Value decays = part.memory.log_decay.valid() ? left_of(part) : Value{};
  if (part.memory.eraser.valid()) v = written_values(part, k, v, decays);
  const Value scores = pair_scores(part, k, decays);
  const FrameText combine{"combine", "weighted sum", "Each word collects what it reads", part.suffix};
  const Value near = matmul(scores, v, axis::kKey)
                         .step(combine.step(part.state.valid() ? "z_near" : result, "Z", Role::kOutput,
                                            R"(\z{z_i} = \sum_{j \le i} \a{S_{ij}}\,\v{v_j})",
                                            "What was written is added up, each as strongly as its score says."));
  if (!part.state.valid()) return {near, k, v, decays};
  const Value old = ask_old(part, part.memory.q, combine, "z_old", "Z", Role::kOutput, R"(\q{q_i})");
  return {add(near, old).step(combine.step(result, "Z", Role::kOutput,
                                           R"(\z{z_i} = \sum_{j \le i} \a{S_{ij}}\,\v{v_j} + \q{q_i}^\top \gamma_i\,S)",
                                           "From the words of this chunk, and from the memory of those before.")),
          k, v, decays};
}

}  // namespace attn
