// A memory carried from word to word, one matrix S [feature, channel] per head: it fades, is partly erased, is written
// to and is asked, S_t = decay_t S_{t-1} + k_t (e_t^T decay_t S_{t-1}) + k_t v_t^T, z_t = S_t^T q_t. Written word by
// word, for all words at once as attention without a softmax, or in chunks: pairs within one, a memory from one to the
// next.
//   Sun et al. 2023, "Retentive Network"; Yang et al. 2024, "Gated Linear Attention"; Dao & Gu 2024, "Transformers are
//   SSMs"; Yang et al. 2024, "Parallelizing Linear Transformers with the Delta Rule over Sequence Length".
#ifndef CORE_ATTENTION_MEMORY_H_
#define CORE_ATTENTION_MEMORY_H_

#include <vector>

#include "core/attention/entry.h"
#include "core/attention/pipeline.h"

namespace attn {

struct Memory {
  Value q;               // [head, query, feature]
  Value k;               // [head, query, feature]
  Value v;               // [head, query, channel], as it is written
  Value log_decay = {};  // [head, query] or [head, query, feature], at most 0; none: nothing fades
  Value eraser = {};     // e [head, query, feature], with a decay of [head, query] or none; none: nothing is erased
};

// z [head, query, channel], by the parameter `form`.
Value remember(Setting& setting, const Memory& memory);

namespace shared {
std::vector<ParamSpec> forms_of_memory();  // parallel, recurrent, chunked, and the size of a chunk
ParamSpec rate();                          // of the clock, see memory_inputs.h
// All forms give the same, and none lets a word know what comes later.
std::vector<Law> laws_of_memory(std::string_view id);
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_MEMORY_H_
