// Gated recurrent units (Cho et al. 2014), in all the forms that are in use:
//   z, r = sigmoid(W x_t + U h_{t-1} + b)
//   candidate = tanh(W x_t + U (r h_{t-1}) + b)         reset before the product: Cho, Bahdanau, ONNX's default
//             = tanh(W x_t + b + r (U h_{t-1} + b_u))   reset after it: cuDNN, PyTorch, Keras, Cho's decoder
//   h_t = z h_{t-1} + (1 - z) candidate                 the update gate keeps the old state: Cho, ONNX
//       = (1 - z) h_{t-1} + z candidate                 it takes the new one: Bahdanau et al. 2015
// Gates stand in ONNX's order z, r, candidate.
#ifndef CORE_LAYERS_GRU_H_
#define CORE_LAYERS_GRU_H_

#include "core/layers/recurrent.h"

namespace attn {

enum class UpdateGate { kKeepsOld, kTakesNew };
enum class ResetGate { kBeforeProduct, kAfterProduct };

struct Gru {
  int64_t width = 0;
  UpdateGate update = UpdateGate::kKeepsOld;
  ResetGate reset = ResetGate::kBeforeProduct;
  RecurrentStart start = {};
  // A bias of its own for U h where the reset comes behind it: b_u [width].
  bool recurrent_bias = false;
};

class GruCell {
 public:
  // Parameters <name>/{w [gate, in, width], u [gate, width, width], b [gate, width]} and, where something is fed with
  // each step (a context), w_fed [gate, fed, width].
  GruCell(Recorder& r, std::string_view name, int64_t in, const Gru& layer, int64_t fed = 0);

  // W x + b for all gates and places: [batch, time, in] -> [batch, time, feature].
  Value of_input(Value x) const;
  // From what the input says to the gates here [batch, time 1, feature], the state [batch, time 1, width] and what is
  // fed [batch, time 1, fed]. With the reset before the product, z and r are one product and the candidate another.
  Value step(Value gates, Value before, Value fed = {}) const;
  // W_fed fed for all gates, for a context that stays the same: instead of feeding it at every step, add this to U h.
  // Only where the reset comes behind the product.
  Value of_fed(Value fed) const;
  Value step_beside(Value gates, Value before, Value beside) const;

  Value zeros(Value like) const { return zero_state(like, layer_.width); }

 private:
  Value after_product(Value gates, Value before, Value product) const;
  Value open(Value from_input, Value recalled) const;
  Value part(Value x, int64_t from, int64_t to, StepText text) const;
  Value moved(Value before, Value z, Value candidate) const;

  Gru layer_;
  Value input_, bias_;       // [in, feature 3n], [feature 3n]
  Value gates_, candidate_;  // [width + fed, feature 2n] and [.., feature n]: reset before the product
  Value all_;                // [width + fed, feature 3n]: reset behind it
  Value fed_;                // [fed, feature 3n]
  Value recurrent_bias_;     // [model n]
};

// The layer over a whole text [batch, time, in], from its end where `backwards`.
struct GruRun {
  Value states;  // [batch, time, model]
  Value last;    // of the place that was read last: [batch, time 1, model]
};
GruRun gru(Recorder& r, std::string_view name, Value x, const Gru& layer, Value first = {}, bool backwards = false);

// Two layers, one from either end, their states side by side (Schuster & Paliwal 1997): <name>/forward and
// <name>/backward.
struct BiGruRun {
  Value states;             // [batch, time, model 2n]
  Value forward, backward;  // last states; the backward one's stands at the first place
};
BiGruRun bidirectional_gru(Recorder& r, std::string_view name, Value x, const Gru& layer);

}  // namespace attn

#endif  // CORE_LAYERS_GRU_H_
