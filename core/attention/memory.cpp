#include "core/attention/memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/attention/frame_text.h"
#include "core/attention/memory_pairs.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// So many chunks are recorded at most, about twenty steps each; a longer text gets larger ones.
constexpr int64_t kMostChunks = 8;

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
  const Value states =
      state_scan(memory.k, memory.v, decay, memory.eraser).step(state.step("state", "S", Role::kValue, latex, note));
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

namespace shared {

std::vector<ParamSpec> forms_of_memory() {
  ParamSpec which = form();
  which.choices.push_back(
      {"chunked", "Chunked", "Pairs within a chunk, a state from chunk to chunk, as kernels do it."});
  // 64: usual for the real kernels
  return {which, when("form", "chunked",
                      whole_number("chunk", "Chunk", "Words in a chunk; the result stays the same.", 4, 1, 64))};
}

ParamSpec rate() {
  // The papers start rates between 1 and 16, with steps of about 0.01 where ours are about 0.7.
  return number("rate", "Rate", "How fast the memory fades as the clock moves; 0 keeps everything.", 0.2, 0, 16, 0.05);
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
