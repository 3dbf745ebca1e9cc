// Long short-term memory (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000), as the recurrent
// translators use it (Sutskever et al. 2014; Luong et al. 2015):
//   i, o, f = sigmoid(W x_t + U h_{t-1} + b),  g = tanh(...),  c_t = f c_{t-1} + i g,  h_t = o tanh(c_t).
// Gates stand in ONNX's order i, o, f, g.
#ifndef CORE_LAYERS_LSTM_H_
#define CORE_LAYERS_LSTM_H_

#include "core/layers/recurrent.h"

namespace attn {

struct Lstm {
  int64_t width = 0;
  RecurrentStart start = {};
  // Added to what the forget gate hears: a new cell remembers (Gers et al. 2000; TensorFlow's default is 1).
  double forget_bias = 0;
};

struct LstmState {
  Value h;  // [batch, time 1, model]
  Value c;
};

class LstmCell {
 public:
  // Parameters <name>/{w [gate, in, width], u [gate, width, width], b [gate, width]}. With input feeding a part of the
  // input is known only when the step comes: w_fed [gate, fed, width]. Without `in` all of it is fed, by w.
  LstmCell(Recorder& r, std::string_view name, int64_t in, const Lstm& layer, int64_t fed = 0);

  // W x + b for all gates and places: [batch, time, in] -> [batch, time, feature].
  Value of_input(Value x) const;
  // From what the input says to the gates here [batch, time 1, feature], if it was known, and what is fed
  // [batch, time 1, fed], if anything is.
  LstmState step(Value gates, const LstmState& before, Value fed = {}) const;

  LstmState zeros(Value like) const { return {zero_state(like, width_), zero_state(like, width_)}; }

 private:
  LstmState from_gates(Value gates, const LstmState& before) const;

  int64_t width_;
  Value input_, bias_;  // [in, feature], [feature]
  Value recurrent_;     // [width, feature], with input feeding [width + fed, feature]
};

// The layer over a whole text [batch, time, in], from its end where `backwards`.
struct LstmRun {
  Value states;    // [batch, time, model]
  LstmState last;  // of the place that was read last
};
LstmRun lstm(Recorder& r, std::string_view name, Value x, const Lstm& layer, LstmState first = {},
             bool backwards = false);

// Layers on one another, <name>/layer_1 the lowest, each over the whole text before the next; dropout on what goes up
// (Zaremba et al. 2014). `first`, if any, has a state for each.
struct LstmStackRun {
  Value states;  // of the highest
  std::vector<LstmState> last;
};
LstmStackRun lstm_stack(Recorder& r, std::string_view name, Value x, int64_t layers, const Lstm& layer, double dropout,
                        const std::vector<LstmState>& first = {}, bool backwards = false);

// The same layers, with the same parameters, where a part of the lowest one's input comes only step by step (input
// feeding: Luong et al. 2015, section 3.3).
class FedLstmStack {
 public:
  FedLstmStack(Recorder& r, std::string_view name, int64_t in, int64_t layers, const Lstm& layer, int64_t fed,
               double dropout);
  Value of_input(Value x) const { return cells_.front().of_input(x); }
  // Moves `states` one place on; returns the highest h.
  Value step(Value gates, Value fed, std::vector<LstmState>* states) const;

 private:
  Recorder& r_;
  std::vector<LstmCell> cells_;
  double dropout_;
};

}  // namespace attn

#endif  // CORE_LAYERS_LSTM_H_
