// Translation as the continuation of one text (Liu et al. 2018, section 4.2.2): the source, a delimiter and the target
// stand in one line, and a decoder alone goes on writing it.
#ifndef CORE_LAYERS_ONE_TEXT_H_
#define CORE_LAYERS_ONE_TEXT_H_

#include "core/layers/transformer.h"

namespace attn {

// [m, delimiter, y] as vectors [batch, query, model], places counted through. source [batch, key]; inputs [batch,
// query], whose first piece, the start, is the delimiter. Tables source and target.
Value one_text(Recorder& r, Value source, Value inputs, const TransformerSizes& sizes);

// Logits [batch, query, piece] for what follows the delimiter and each piece of the target behind it.
Value target_logits(Recorder& r, Value x, int64_t targets);

}  // namespace attn

#endif  // CORE_LAYERS_ONE_TEXT_H_
