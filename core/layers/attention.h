// Attention as a layer: a mechanism whose weights are parameters, on a batch.
#ifndef CORE_LAYERS_ATTENTION_H_
#define CORE_LAYERS_ATTENTION_H_

#include <string_view>

#include "core/layers/recorder.h"

namespace attn {

struct AttentionLayer {
  int64_t heads = 1;
  bool causal = false;
  // Every call goes on from the words that calls before have read: their keys and values are carried. With a source of
  // its own, from that source's. For multi-head attention alone.
  bool goes_on = false;
  // Another mechanism of the catalogue, if its parameters can do what is asked; else multi-head attention.
  Mechanism mechanism = {};
};

struct Attended {
  Value output;   // [batch, query, model]
  Value weights;  // [..., batch, query, key]; not valid where the mechanism has none
};

// What the rows of x [batch, query, model] find in `source` [batch, query, model], which may be x itself. Parameters
// stand under <name>/, called as the mechanism calls its weights.
Attended attention_layer(Recorder& r, std::string_view name, Value x, Value source, const AttentionLayer& layer);

}  // namespace attn

#endif  // CORE_LAYERS_ATTENTION_H_
