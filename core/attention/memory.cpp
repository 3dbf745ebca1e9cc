#include "core/attention/memory.h"

#include <algorithm>
#include <string>

#include "core/attention/frame_text.h"
#include "core/attention/unit_length.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn {
namespace {

// So many chunks are recorded at most, about twenty steps each; a longer text gets larger ones.
constexpr int64_t kMostChunks = 8;

// Words that are written and read together: all of them, or one chunk.
struct Part {
  Memory memory;
  Value state = {};  // what was there before [head, feature, channel]; none: nothing
  Value since = {};  // what is left of it at each word [head, query(, feature)]; none: all
  std::string suffix = {};
};

struct Read {
  Value z;        // [head, query, channel]
  Value k;        // [head, key, feature]
  Value written;  // [head, key, channel]
  Value decays;   // [head, query, key(, feature)]; none without a decay
};

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

// The row of the last word, without the axis of words: [head, query, ...] -> [head, ...].
Value last_word(Value x, const FrameText& frame, const std::string& id, const char* symbol, const char* latex) {
  const int64_t words = x.shape().size(axis::kQuery);
  const Value row =
      slice(x, axis::kQuery, words - 1, words)
          .step(frame.step(id + "_row", symbol, Role::kWeights, latex, "The row of the chunk's last word."));
  return reduce_sum(row, axis::kQuery)
      .step(frame.step(id, symbol, Role::kWeights, latex, "What is left when the chunk is over."));
}

// S' = gamma_C S + sum_j D_Cj k_j u_j^T
Value carry_on(const Part& part, const Read& read) {
  const FrameText carry{"state", "state", "The memory passes to the next chunk", part.suffix};
  Value k = read.k;
  if (read.decays.valid()) {
    const Value left = last_word(read.decays, carry, "left", "D", R"(D_{Cj})");
    k = multiply(k, left).step(
        carry.step("k_left", "K", Role::kKey, R"(D_{Cj}\,\k{k_j})", "Keys, times what is left of them at the end."));
  }
  const Value columns =
      rearrange(k, {axis::kHead, axis::kFeature, axis::kKey})
          .step(carry.step("k_columns", "K^T", Role::kKey, R"(\k{K}^\top)", "One row for each channel of the keys."));
  const char* const latex = R"(S' = \gamma_C\,S + \sum_j D_{Cj}\,\k{k_j}\,\v{u_j}^\top)";
  const char* const note = "What this chunk leaves, and what is left of the memory before it.";
  Value added =
      matmul(columns, read.written, axis::kKey)
          .step(carry.step(part.state.valid() ? "added" : "state", "S", Role::kValue,
                           R"(\sum_j D_{Cj}\,\k{k_j}\,\v{u_j}^\top)", "What the words of this chunk have written."));
  if (!part.state.valid()) return added;
  Value kept = part.state;
  if (part.since.valid()) {
    const Value gamma = last_word(part.since, carry, "gamma", "γ", R"(\gamma_C)");
    kept = multiply(kept, gamma)
               .step(carry.step("kept", "S", Role::kValue, R"(\gamma_C\,S)", "What is left of the old memory."));
  }
  return add(kept, added).step(carry.step("state", "S", Role::kValue, latex, note));
}

Memory words_of(const Memory& all, int64_t begin, int64_t end, const FrameText& frame) {
  const auto cut = [&](Value x, const char* id, const char* symbol, Role role, const char* latex) {
    if (!x.valid()) return x;
    return slice(x, axis::kQuery, begin, end).step(frame.step(id, symbol, role, latex, "The words of this chunk."));
  };
  return {cut(all.q, "q_chunk", "Q", Role::kQuery, R"(\q{q_i})"), cut(all.k, "k_chunk", "K", Role::kKey, R"(\k{k_i})"),
          cut(all.v, "v_chunk", "V", Role::kValue, R"(\v{v_i})"),
          cut(all.log_decay, "log_decay_chunk", "lnα", Role::kNone, R"(\ln \alpha_i)"),
          cut(all.eraser, "eraser_chunk", "e", Role::kKey, "e_i")};
}

// The text in chunks: pairs within one, a memory from one to the next.
Value chunk_by_chunk(Setting& setting, const Memory& all) {
  const int64_t words = setting.tokens();
  const int64_t width = std::max(setting.params().integer("chunk"), (words + kMostChunks - 1) / kMostChunks);
  Value state, z;
  for (int64_t begin = 0, chunk = 1; begin < words; begin += width, ++chunk) {
    const std::string number = std::to_string(chunk);
    const FrameText frame{"chunk", "chunk " + number, "The next words", "_" + number};
    Part part{words_of(all, begin, std::min(begin + width, words), frame), state, {}, "_" + number};
    if (state.valid() && all.log_decay.valid()) {
      const Value sums =
          cumulative_sum(part.memory.log_decay, axis::kQuery)
              .step(frame.step("log_since", "lnγ", Role::kNone, R"(\ln \gamma_i = \sum_{r \le i} \ln \alpha_r)",
                               "The logarithms of all decays since the chunk began, added up."));
      part.since = map(sums, Function::kExp)
                       .step(frame.step("since", "γ", Role::kNone, R"(\gamma_i = \prod_{r \le i} \alpha_r)",
                                        "What is left of the old memory at each word."));
    }
    const Read read = read_part(part, "z");
    const bool last = begin + width >= words;
    const FrameText together{"combine", "weighted sum", "Chunks stand in line", last ? "" : "_to_" + number};
    z = !z.valid() ? read.z
                   : concat(z, read.z, axis::kQuery)
                         .step(together.step("z", "Z", Role::kOutput, R"(\z{Z})", "The results of all words so far."));
    if (!last) state = carry_on(part, read);
  }
  return z;
}

Value word_by_word(const Memory& memory) {
  const FrameText state{"state", "state", "A memory is carried from word to word"};
  Value decay;
  if (memory.log_decay.valid()) {
    decay = map(memory.log_decay, Function::kExp)
                .step(state.step("decay", "α", Role::kWeights, R"(\alpha_t = e^{\ln \alpha_t})",
                                 "What this word leaves of the memory: 1 keeps all, 0 clears it."));
  }
  const std::string before = memory.log_decay.valid() ? R"(\alpha_t\,S_{t-1})" : "S_{t-1}";
  std::string latex = "S_t = " + before;
  std::string note = memory.log_decay.valid() ? "The memory fades" : "The memory stays";
  if (memory.eraser.valid()) {
    latex += R"( + \k{k_t}\,(e_t^\top )" + before + ")";
    note += ", what it holds for this word's key is taken away";
  }
  latex += R"( + \k{k_t}\,\v{v_t}^\top)";
  note += ", and the word writes. Choose a word to see the memory after it.";
  const Value states = state_scan(memory.k, memory.v, decay, memory.eraser)
                           .step(state.step("state", "S", Role::kValue, std::move(latex), std::move(note)));
  const FrameText combine{"combine", "read", "Each word asks the memory"};
  return matmul(memory.q, states, axis::kFeature)
      .step(combine.step("z", "Z", Role::kOutput, R"(\z{z_t} = S_t^\top \q{q_t})",
                         "The query picks rows of the memory: the same result as from all pairs."));
}

}  // namespace

Value remember(Setting& setting, const Memory& memory) {
  const std::string_view form = setting.params().choice("form");
  if (form == "recurrent") return word_by_word(memory);
  return form == "chunked" ? chunk_by_chunk(setting, memory) : read_part({memory}, "z").z;
}

Projected project_in_time(Setting& setting, const Pipeline& pipeline) {
  return project_as(setting, pipeline, axis::kQuery, axis::kFeature);
}

Value scale_queries(Value q) {
  const double width = static_cast<double>(q.shape().columns());
  const FrameText frame{"scale", "scale", "Queries shrink to a calmer range"};
  return scale(q, 1.0 / kernels::square_root(width), {{"width", width, {}}})
      .step(frame.step("q_scaled", "Q", Role::kQuery, R"(\q{q} / \sqrt{d})",
                       "The usual scale, taken before anything is read."));
}

Value silu_unit(Value x, const char* id, const char* symbol, const char* macro, Role role) {
  const FrameText frame{"feature", "features", "Queries and keys are bounded"};
  const std::string name = std::string("\\") + macro + "{" + id + "}";
  const Value bent = map(x, Function::kSilu)
                         .step(frame.step(std::string(id) + "_silu", symbol, role, "\\operatorname{SiLU}(" + name + ")",
                                          "Bent: what is negative nearly vanishes."));
  return unit_length(bent, frame.step(std::string(id) + "_phi", symbol, role, name + " / |" + name + "|",
                                      "Brought to length 1, so that a key erases exactly what it wrote."));
}

Value project_gate(Setting& setting, const Pipeline& pipeline, const char* weight, StepText text) {
  const Value w = setting.weight({{axis::kHead, pipeline.heads}, {axis::kModel, setting.width()}},
                                 leaf_text(weight, "w", Role::kNone));
  return matmul(w, setting.x(), axis::kModel).step(std::move(text));
}

Clock clock_of(Setting& setting, const Pipeline& pipeline) {
  const FrameText frame{"clock", "clock", "Each word says how far time moves"};
  const Value raw =
      project_gate(setting, pipeline, "w_dt",
                   frame.step("dt", "Δ", Role::kNone, R"(w_\Delta\,x_t)", "A number for each word and head."));
  const Value step =
      map(raw, Function::kSoftplus)
          .step(frame.step("delta", "Δ", Role::kNone, R"(\Delta_t = \operatorname{softplus}(w_\Delta\,x_t))",
                           "Made positive: how far the clock moves with this word."));
  const double rate = setting.params().number("rate");
  return {step, scale(step, -rate, {{"rate", rate, {}}})
                    .step(frame.step("log_decay", "lnα", Role::kNone, R"(\ln \alpha_t = -A\,\Delta_t)",
                                     "A long step makes the memory fade, a short one keeps it."))};
}

Memory with_delta_rule(Setting& setting, const Pipeline& pipeline, const Projected& in) {
  const FrameText frame{"gate", "gate", "Each word says how much it overwrites"};
  const Value raw =
      project_gate(setting, pipeline, "w_beta",
                   frame.step("b", "β", Role::kNone, R"(w_\beta\,x_t)", "A number for each word and head."));
  const Value beta = map(raw, Function::kSigmoid)
                         .step(frame.step("beta", "β", Role::kNone, R"(\beta_t = \sigma(w_\beta\,x_t))",
                                          "Between 0, nothing is written, and 1, what the key held is replaced."));
  const Value v = multiply(in.v, beta)
                      .step(frame.step("v_beta", "V", Role::kValue, R"(\beta_t\,\v{v_t})", "What will be written."));
  const Value share =
      multiply(in.k, beta)
          .step(frame.step("k_beta", "K", Role::kKey, R"(\beta_t\,\k{k_t})", "What will be erased with."));
  const Value eraser = scale(share, -1.0)
                           .step(frame.step("eraser", "e", Role::kKey, R"(e_t = -\beta_t\,\k{k_t})",
                                            "What it reads in the memory is what will be taken away."));
  return {in.q, in.k, v, {}, eraser};
}

namespace shared {

std::vector<ParamSpec> forms_of_memory() {
  ParamSpec which = form();
  which.choices.push_back(
      {"chunked", "Chunked", "Pairs within a chunk, a state from chunk to chunk, as kernels do it."});
  ParamSpec chunk;
  chunk.id = "chunk", chunk.label = "Chunk", chunk.doc = "Words in a chunk; the result stays the same.";
  chunk.kind = ParamKind::kInteger;
  chunk.fallback = 4, chunk.min = 1, chunk.max = 64, chunk.step = 1;  // 64: usual for the real kernels
  chunk.when_param = "form", chunk.when_values = {"chunked"};
  return {which, chunk};
}

ParamSpec rate() {
  ParamSpec spec;
  spec.id = "rate", spec.label = "Rate";
  spec.doc = "How fast the memory fades as the clock moves; 0 keeps everything.";
  // The papers start rates between 1 and 16, with steps of about 0.01 where ours are about 0.7.
  spec.fallback = 0.2, spec.min = 0, spec.max = 16, spec.step = 0.05;
  return spec;
}

std::vector<Law> laws_of_memory(std::string_view id) {
  return {
      {LawKind::kEquals, "Word by word gives what all words at once give.", {{"form", "recurrent"}}, id},
      {LawKind::kEquals, "So do chunks ...", {{"form", "chunked"}}, id},
      {LawKind::kEquals, "... of any size.", {{"form", "chunked"}, {"chunk", "5"}}, id, {{"form", "recurrent"}}},
      {LawKind::kNoFutureLeak, "No word's result depends on later words."},
      {LawKind::kNoFutureLeak, "The memory knows what was read so far and nothing else.", {{"form", "recurrent"}}},
      {LawKind::kNoFutureLeak, "Nor does a chunk.", {{"form", "chunked"}}},
  };
}

}  // namespace shared
}  // namespace attn
