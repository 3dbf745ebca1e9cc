// The blocks of Vaswani et al. 2017, in the order of the paper (norm behind the sum) or as later models have it (norm
// in front).
#ifndef CORE_LAYERS_TRANSFORMER_H_
#define CORE_LAYERS_TRANSFORMER_H_

#include <functional>
#include <string_view>
#include <vector>

#include "core/attention/entry.h"
#include "core/layers/attention.h"
#include "core/layers/linear.h"

namespace attn {

struct TransformerSizes {
  int64_t layers = 2;
  int64_t width = 128;
  int64_t heads = 4;
  int64_t hidden = 256;
  double dropout = 0.1;
  bool norm_first = false;
  bool positions = true;
  // Decoders: each call goes on from the pieces that calls before have read.
  bool goes_on = false;
};

// Parameters layers, width, heads, hidden, dropout, norm, positions; and what they say.
std::vector<ParamSpec> transformer_params();
TransformerSizes transformer_sizes(const Params& params);
// Section 5.3 and 5.4: Adam, a warm-up, label smoothing. Papers that build on these blocks take it over.
std::vector<ParamValue> vaswani_training();

// Piece vectors times sqrt(width), plus sines and cosines of the place (section 3.5) where wanted, dropout: ids [batch,
// query] to [batch, query, model]. Places count from `first`.
Value embedded_text(Recorder& r, std::string_view name, Value ids, int64_t pieces, const TransformerSizes& sizes,
                    int64_t first = 0);
// The same for a text that goes on from call to call: its places are counted on, and `sizes` is told, so that keys and
// values are kept and a call reads its own pieces alone.
Value embedded_going_on(Recorder& r, std::string_view name, Value ids, int64_t pieces, TransformerSizes* sizes);
// The same table read the other way: logits [batch, query, piece].
Value tied_logits(Recorder& r, std::string_view embedding, Value x, int64_t pieces);
// PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i + 1) = cos of the same: [query, model]. From pos `first` on.
Value sinusoids(Graph& graph, int64_t places, int64_t width, int64_t first = 0);

// x + f(x) with the norm where `norm_first` wants it, under <name>.
Value residual(Recorder& r, std::string_view name, Value x, const TransformerSizes& sizes,
               const std::function<Value(Value)>& f);

struct BlockOutput {
  Value x;        // [batch, query, model]
  Value reading;  // weights of the attention over memory, or over the text itself where there is none
};
// Attention within the text, then over `memory` if valid, then the two-layer network.
BlockOutput transformer_block(Recorder& r, std::string_view name, Value x, Value memory, bool causal,
                              const TransformerSizes& sizes);
// `sizes.layers` blocks called layer_1, ..., and the last norm where norms come first.
struct StackOutput {
  Value x;
  std::vector<Value> readings;  // of every layer
};
StackOutput transformer_stack(Recorder& r, Value x, Value memory, bool causal, const TransformerSizes& sizes);

// The two halves of the paper's model. The source's ids [batch, key] become vectors [batch, query, model], in the scope
// "encoder"; the pieces before each place [batch, query] become vectors too, in the caller's scope, the vectors of
// pieces under "embedding". `readings` begin with the last layer's: the alignment that people look at first.
Value transformer_encoder(Recorder& r, Value source);
StackOutput transformer_decoder(Recorder& r, Value inputs, Value memory);

}  // namespace attn

#endif  // CORE_LAYERS_TRANSFORMER_H_
