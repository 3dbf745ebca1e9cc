// What recurrent mechanisms make of a text before it goes through their memory: projections in time, clocks, gates.
#ifndef CORE_ATTENTION_MEMORY_INPUTS_H_
#define CORE_ATTENTION_MEMORY_INPUTS_H_

#include "core/attention/memory.h"

namespace attn {

// q, k [head, query, feature] and v [head, query, channel]: words counted by one axis.
Projected project_in_time(Setting& setting, const Pipeline& pipeline);
// q / sqrt(d)
Value scale_queries(Value q);

// SiLU, then length 1: what the delta rule's queries and keys pass through. `id` is q or k.
Value silu_unit(Value x, const char* id, const char* symbol, const char* macro, Role role);

// A gate for each word and head from its vector: w [head, model] times x is [head, query].
Value project_gate(Setting& setting, const Pipeline& pipeline, const char* weight, StepText text);
// How far the clock of each head moves with a word, Delta = softplus(w x), and what that leaves of the memory, the
// logarithm -A Delta with the parameter `rate` as A (Gu & Dao 2023).
struct Clock {
  Value step;       // Delta [head, query]
  Value log_decay;  // [head, query]
};
Clock clock_of(Setting& setting, const Pipeline& pipeline);

// Keys of length 1 and what erases them, for the delta rule: v <- beta v, e = -beta k. beta in (0, 1) from the word.
Memory with_delta_rule(Setting& setting, const Pipeline& pipeline, const Projected& in);

}  // namespace attn

#endif  // CORE_ATTENTION_MEMORY_INPUTS_H_
