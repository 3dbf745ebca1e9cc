// Where words stand, as tensors that can be looked at: what windows around a place are made of.
#ifndef CORE_ATTENTION_WINDOW_H_
#define CORE_ATTENTION_WINDOW_H_

#include "core/attention/setting.h"
#include "core/graph/ops/ops.h"

namespace attn {

// first, first + 1, ... for the words that are read: [key].
Value key_positions(Setting& setting, double first);

// d_ij = s_j - p_i: [query] and [key] -> [query, key].
Value distances(Value centre, Value positions);

// The mask of what lies at most `reach` from the centre: [query, key].
Value window_of(Value distance, int64_t reach);

}  // namespace attn

#endif  // CORE_ATTENTION_WINDOW_H_
