// The scores of the recurrent translators as a layer: what is read is prepared once, by the encoder; a decoder asks
// step by step, or for all steps at once.
#ifndef CORE_LAYERS_ALIGNMENT_H_
#define CORE_LAYERS_ALIGNMENT_H_

#include <string_view>

#include "core/attention/alignment.h"
#include "core/layers/recorder.h"

namespace attn {

struct Alignment {
  // dot, general, concat, additive (core/attention/alignment.h) or location (Luong et al. 2015, equation 8).
  std::string_view score;
  int64_t asks = 0;    // width of the state that asks; dot needs that of what is read
  int64_t reads = 0;   // width of what is read
  int64_t hidden = 0;  // of the network, for concat and additive
  int64_t places = 0;  // rows of location's matrix
  Start matrix = Start::glorot();
  Start vector = Start::glorot();
};

// Annotations [batch, key, model] as they meet a query: [batch, key, channel or feature]; of location, which does not
// look at them, [key, channel]. Parameters <name>/u_a (additive), w_a (general, concat, location).
Value alignment_keys(Recorder& r, std::string_view name, Value annotations, const Alignment& alignment);

// A decoder's side. Parameters <name>/w_a (additive, concat) and v_a.
class Asking {
 public:
  Asking(Recorder& r, std::string_view name, const Alignment& alignment);
  // States [batch, query, model] and keys to scores [batch, query, key]; -inf where nothing can be read.
  Value scores(Value states, Value keys) const;

 private:
  Alignment alignment_;
  Value matrix_;  // [model, feature]
  Value vector_;  // [feature]
};

// softmax of scores [batch, query, key], and the sum of annotations [batch, key, model] that it weighs: [batch, query,
// model].
Value alignment_weights(Recorder& r, Value scores);
Value alignment_context(Value weights, Value annotations);

}  // namespace attn

#endif  // CORE_LAYERS_ALIGNMENT_H_
