// Translation as the continuation of one text (Liu et al. 2018, section 4.2.2): the source, a delimiter and the target
// stand in one line, and a decoder alone goes on writing it.
#ifndef CORE_LAYERS_ONE_TEXT_H_
#define CORE_LAYERS_ONE_TEXT_H_

#include <vector>

#include "core/layers/transformer.h"

namespace attn {

// [m, delimiter, y] as vectors [batch, query, model], places counted through. source [batch, key]; inputs [batch,
// query], whose first piece, the start, is the delimiter. Tables source and target.
Value one_text(Recorder& r, Value source, Value inputs, const TransformerSizes& sizes);

// Logits [batch, query, piece] for what follows the delimiter and each piece of the target behind it.
Value target_logits(Recorder& r, Value x, int64_t targets);

// What the target read of the source, from weights over the whole line: [..., query, key] of the last so many queries
// and the first so many keys. What a piece reads of the target itself is left out; weights over anything but all places
// (a compressed memory) stay as they are. The last layer's first.
std::vector<Value> looks_at_source(const std::vector<Value>& readings, int64_t source, int64_t targets);

}  // namespace attn

#endif  // CORE_LAYERS_ONE_TEXT_H_
