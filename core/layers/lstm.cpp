#include "core/layers/lstm.h"

namespace attn {
namespace {

constexpr int64_t kGates = 4;  // i, o, f, g
constexpr int64_t kForget = 2;

std::string layer_name(int64_t layer) { return "layer_" + std::to_string(layer + 1); }

// Nothing but the forget gate's bias.
Value forget_bias(Value bias, int64_t width, double amount) {
  std::vector<float> values(static_cast<size_t>(kGates * width));
  for (int64_t i = kForget * width; i < (kForget + 1) * width; ++i)
    values[static_cast<size_t>(i)] = static_cast<float>(amount);
  const Value extra = bias.graph().leaf(bias.shape(), std::move(values), Origin::kFixed, named("remember", "b_f"));
  return add(bias, extra).step(cell_text("bias", "b", "b", "The forget gate starts open: a new cell remembers."));
}

}  // namespace

LstmCell::LstmCell(Recorder& r, std::string_view name, int64_t in, const Lstm& layer, int64_t fed)
    : width_(layer.width) {
  const Scope scope(r, name);
  const int64_t n = width_;
  if (in > 0) input_ = gate_matrices(r, "w", kGates, in, n, layer.start.input);
  bias_ = gate_biases(r, "b", kGates, n, layer.start.bias);
  if (layer.forget_bias != 0) bias_ = forget_bias(bias_, n, layer.forget_bias);
  recurrent_ = gate_matrices(r, "u", kGates, n, n, layer.start.recurrent);
  if (fed > 0) {
    const Value of_fed = gate_matrices(r, in > 0 ? "w_fed" : "w", kGates, fed, n, layer.start.input);
    recurrent_ = concat(recurrent_, of_fed, axis::kModel)
                     .step(cell_text("u_and_fed", "[U;W]", "[U; W]", "One matrix for the state and what is fed."));
  }
}

// W x_t + b, all t at once
Value LstmCell::of_input(Value x) const {
  return linear(x, input_, bias_, axis::kModel)
      .step(cell_text("from_input", "Wx", R"(W\,x_t + b)", "What the text says to all gates, at all places at once."));
}

LstmState LstmCell::step(Value gates, const LstmState& before, Value fed) const {
  StepText sum = cell_text("gates", "a", R"(W\,x_t + U\,h_{t-1} + b)",
                           "Input and state together, for all gates: input, output, forget, candidate.");
  const Value into = fed.valid() ? side_by_side({before.h, fed}) : before.h;
  // [U; W] [h_{t-1}; x_t] + b
  if (!gates.valid()) return from_gates(linear(into, recurrent_, bias_, axis::kModel).step(std::move(sum)), before);
  // U h_{t-1}
  const Value recalled = matmul(into, recurrent_, axis::kModel)
                             .step(cell_text("from_state", "Uh", R"(U\,h_{t-1})", "What the state says to all gates."));
  return from_gates(add(gates, recalled).step(std::move(sum)), before);
}

LstmState LstmCell::from_gates(Value gates, const LstmState& before) const {
  const auto part = [&](Value x, int64_t from, int64_t to, StepText text) {
    return slice(x, axis::kFeature, from * width_, to * width_, axis::kModel).step(std::move(text));
  };
  // i, o, f = sigmoid(...)
  const Value open =
      map(slice(gates, axis::kFeature, 0, 3 * width_).step(cell_text("open_gates", "a", "a", "The three gates' part.")),
          Function::kSigmoid)
          .step(cell_text("open", "σ", R"(\sigma(a))", "How far each gate is open, from 0 to 1."));
  const Value i = part(open, 0, 1, cell_text("i", "i", "i_t", "The input gate: how much of the new is written."));
  const Value o = part(open, 1, 2, cell_text("o", "o", "o_t", "The output gate: how much of the cell is shown."));
  const Value f = part(open, 2, 3, cell_text("f", "f", "f_t", "The forget gate: how much of the old is kept."));
  // g = tanh(...)
  const Value g = map(part(gates, 3, 4, cell_text("candidate", "a", "a_g", "The candidate's part.")), Function::kTanh)
                      .step(cell_text("g", "g", R"(g_t = \tanh(a_g))", "What could be written."));
  // c_t = f c_{t-1} + i g
  const Value kept = multiply(f, before.c).step(cell_text("kept", "fc", R"(f_t \odot c_{t-1})", "What is kept."));
  const Value written = multiply(i, g).step(cell_text("written", "ig", R"(i_t \odot g_t)", "What is written."));
  const Value c = add(kept, written)
                      .step(cell_text("c", "c", R"(c_t = f_t \odot c_{t-1} + i_t \odot g_t)",
                                      "The cell: what was kept and what is new."));
  // h_t = o tanh(c_t)
  const Value bent = map(c, Function::kTanh).step(cell_text("bent", "tanh", R"(\tanh(c_t))", "The cell, bent."));
  const Value h = multiply(o, bent).step(
      cell_text("h", "h", R"(h_t = o_t \odot \tanh(c_t))", "The state: what the output gate lets out of the cell."));
  return {h, c};
}

LstmRun lstm(Recorder& r, std::string_view name, Value x, const Lstm& layer, LstmState first, bool backwards) {
  const LstmCell cell(r, name, x.shape().columns(), layer);
  const Scope scope(r, name);
  LstmRun run;
  const Value gates = cell.of_input(x);
  run.last = first.h.valid() ? first : cell.zeros(x);
  run.states = over_time(r, time_of(x), x.shape().size(time_of(x)), backwards, [&](int64_t t) {
    run.last = cell.step(at_time(gates, t), run.last);
    return run.last.h;
  });
  return run;
}

LstmStackRun lstm_stack(Recorder& r, std::string_view name, Value x, int64_t layers, const Lstm& layer, double dropout,
                        const std::vector<LstmState>& first, bool backwards) {
  const Scope scope(r, name);
  LstmStackRun all{x, {}};
  for (int64_t i = 0; i < layers; ++i) {
    const LstmState start = first.empty() ? LstmState{} : first[static_cast<size_t>(i)];
    const LstmRun run = lstm(r, layer_name(i), i ? r.dropout(all.states, dropout) : x, layer, start, backwards);
    all.states = run.states;
    all.last.push_back(run.last);
  }
  return all;
}

FedLstmStack::FedLstmStack(Recorder& r, std::string_view name, int64_t in, int64_t layers, const Lstm& layer,
                           int64_t fed, double dropout)
    : r_(r), dropout_(dropout) {
  const Scope scope(r, name);
  for (int64_t i = 0; i < layers; ++i) cells_.emplace_back(r, layer_name(i), i ? 0 : in, layer, i ? layer.width : fed);
}

Value FedLstmStack::step(Value gates, Value fed, std::vector<LstmState>* states) const {
  Value below;
  for (size_t i = 0; i < cells_.size(); ++i) {
    const Scope scope(r_, layer_name(static_cast<int64_t>(i)));
    LstmState& state = (*states)[i];
    state = i ? cells_[i].step({}, state, r_.dropout(below, dropout_)) : cells_[i].step(gates, state, fed);
    below = state.h;
  }
  return below;
}

}  // namespace attn
