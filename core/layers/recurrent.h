// What recurrent layers have in common: where their weights stand, and a step for each place of a text.
//
// A step is a few large products. What the text says to all gates is one product for all places at once, before the
// first step (`of_input`); a step multiplies the state with one matrix for all gates, adds, and cuts the sum into
// gates.
#ifndef CORE_LAYERS_RECURRENT_H_
#define CORE_LAYERS_RECURRENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/ops/ops.h"
#include "core/layers/recorder.h"

namespace attn {

// Where a recurrent layer's parameters start; a matrix for each gate.
struct RecurrentStart {
  Start input = Start::glorot();
  Start recurrent = Start::orthogonal();
  Start bias = Start::zeros();
};

// The matrices of all gates side by side: [in, feature = gates * width]. Parameter <name> [gate, in, width].
Value gate_matrices(Recorder& r, std::string_view name, int64_t gates, int64_t in, int64_t width, Start start);
// Their biases: [feature]. Parameter <name> [gate, width].
Value gate_biases(Recorder& r, std::string_view name, int64_t gates, int64_t width, Start start);
// Some of [model, gate, channel] or [gate, channel] weights as columns: [in, feature].
Value as_columns(Value weights);

// The axis along which a text runs: the last but one.
inline std::string_view time_of(Value x) {
  const Shape& shape = x.shape();
  return shape.rank() < 2 ? axis::kTime : shape[shape.rank() - 2].axis;
}
// Place t alone, the axis of size 1.
Value at_time(Value x, int64_t t);
// A state of zeros for texts like x: [batch, time 1, model].
Value zero_state(Value x, int64_t width);
// Several states side by side, each [batch, time 1, model].
Value side_by_side(const std::vector<Value>& states);

// Words for one number on the way through a step.
StepText cell_text(const char* id, const char* symbol, const char* latex, const char* note);

// step(t) -> state [batch, time 1, model], for every place t in reading order, each in a scope of its own; their states
// in the text's order: [batch, time, model].
template <class Step>
Value over_time(Recorder& r, std::string_view time, int64_t length, bool backwards, Step step) {
  std::vector<Value> states(static_cast<size_t>(length));
  for (int64_t i = 0; i < length; ++i) {
    const int64_t t = backwards ? length - 1 - i : i;
    const Scope scope(r, "step_" + std::to_string(t + 1));
    states[static_cast<size_t>(t)] = step(t);
  }
  return concat(states, time).step(cell_text("states", "H", R"(H = [h_1; \dots; h_T])", "The states of all places."));
}

}  // namespace attn

#endif  // CORE_LAYERS_RECURRENT_H_
