// Where words stand, as tensors that can be looked at: what windows around a place are made of.
#ifndef CORE_ATTENTION_WINDOW_H_
#define CORE_ATTENTION_WINDOW_H_

#include "core/attention/setting.h"
#include "core/graph/ops/ops.h"

namespace attn {

// first, first + 1, ... for the words that are read: [key].
Value key_positions(Setting& setting, double first);
Value key_positions(Graph& graph, int64_t count, double first);

// p_t = S sigmoid(v_p . tanh(W_p h_t)) with W_p [model, feature] and v_p [feature]: [..., query, model] -> [...,
// query].
Value predicted_centre(Value asks, Value w, Value v, double length);

// exp(-d^2 / (2 sigma^2)) with sigma = D / 2, the reach halved: like d.
Value bell(Value distance, double reach);
StepText bell_text(const char* id, const char* symbol, const char* latex);
StepText centre_text(const char* id, const char* symbol, const char* latex);

// d_ij = s_j - p_i: [query] and [key] -> [query, key].
Value distances(Value centre, Value positions);

// The mask of what lies at most `reach` from the centre: [query, key].
Value window_of(Value distance, int64_t reach);

}  // namespace attn

#endif  // CORE_ATTENTION_WINDOW_H_
