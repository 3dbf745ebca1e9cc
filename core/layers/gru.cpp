#include "core/layers/gru.h"

namespace attn {
namespace {

constexpr int64_t kGates = 3;  // z, r, candidate

Value joined_rows(Value u, Value fed) {
  if (!fed.valid()) return u;
  return concat(u, fed, axis::kModel)
      .step(cell_text("u_and_fed", "[U;C]", "[U; C]", "One matrix for the state and what is fed."));
}

// The columns of some gates.
Value columns(Value weights, int64_t from, int64_t to) {
  return as_columns(slice(weights, axis::kGate, from, to)
                        .step(cell_text("some_gates", "U", "U", "The matrices of these gates alone.")));
}

}  // namespace

GruCell::GruCell(Recorder& r, std::string_view name, int64_t in, const Gru& layer, int64_t fed) : layer_(layer) {
  const Scope scope(r, name);
  const int64_t n = layer.width;
  input_ = gate_matrices(r, "w", kGates, in, n, layer.start.input);
  bias_ = gate_biases(r, "b", kGates, n, layer.start.bias);
  const Value u =
      r.parameter("u", {{axis::kGate, kGates}, {axis::kModel, n}, {axis::kChannel, n}}, layer.start.recurrent);
  Value c;
  if (fed > 0) {
    c = r.parameter("w_fed", {{axis::kGate, kGates}, {axis::kModel, fed}, {axis::kChannel, n}}, layer.start.input);
  }
  if (layer.reset == ResetGate::kAfterProduct) {
    all_ = as_columns(u);
    if (c.valid()) fed_ = as_columns(c);
    if (layer.recurrent_bias) recurrent_bias_ = r.parameter("b_u", {{axis::kModel, n}}, layer.start.bias);
    return;
  }
  gates_ = joined_rows(columns(u, 0, 2), c.valid() ? columns(c, 0, 2) : Value());
  candidate_ = joined_rows(columns(u, 2, 3), c.valid() ? columns(c, 2, 3) : Value());
}

// W x_t + b, all t at once
Value GruCell::of_input(Value x) const {
  return linear(x, input_, bias_, axis::kModel)
      .step(cell_text("from_input", "Wx", R"(W\,x_t + b)", "What the text says to all gates, at all places at once."));
}

Value GruCell::of_fed(Value fed) const {
  return matmul(fed, fed_, axis::kModel)
      .step(cell_text("from_fed", "Cc", R"(C\,c)", "What the context says to all gates."));
}

// Columns of gates [from, to) as a state's.
Value GruCell::part(Value x, int64_t from, int64_t to, StepText text) const {
  return slice(x, axis::kFeature, from * layer_.width, to * layer_.width, axis::kModel).step(std::move(text));
}

// z, r = sigmoid(...): [batch, time 1, feature 2n]
Value GruCell::open(Value from_input, Value recalled) const {
  const Value sum = add(from_input, recalled)
                        .step(cell_text("gates", "a", R"(W\,x_t + U\,h_{t-1} + b)",
                                        "Text and state together, for the update gate and the reset gate."));
  return map(sum, Function::kSigmoid)
      .step(cell_text("open", "σ", R"(\sigma(a))", "How far each gate is open, from 0 to 1."));
}

// The new state, one difference and one product for either convention: h~ + z (h - h~), or h + z (h~ - h).
Value GruCell::moved(Value before, Value z, Value candidate) const {
  const bool keeps = layer_.update == UpdateGate::kKeepsOld;
  const Value from = keeps ? candidate : before, to = keeps ? before : candidate;
  const Value minus = scale(from, -1).step(
      cell_text("minus", "-h", keeps ? R"(-\tilde{h}_t)" : "-h_{t-1}", "Taken away from where the gate leads."));
  const Value way = add(to, minus).step(
      cell_text("way", "Δ", keeps ? R"(h_{t-1} - \tilde{h}_t)" : R"(\tilde{h}_t - h_{t-1})",
                keeps ? "From the candidate back to the old state." : "From the old state to the candidate."));
  const Value part_of_way = multiply(z, way).step(cell_text(
      "part_of_way", "zΔ", keeps ? R"(z_t \odot (h_{t-1} - \tilde{h}_t))" : R"(z_t \odot (\tilde{h}_t - h_{t-1}))",
      "As much of it as the update gate says."));
  return add(from, part_of_way)
      .step(keeps ? cell_text("h", "h", R"(h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t)",
                              "The state: the update gate keeps the old, what is left takes the candidate.")
                  : cell_text("h", "h", R"(h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t)",
                              "The state: the update gate takes the candidate, what is left keeps the old."));
}

Value GruCell::step(Value gates, Value before, Value fed) const {
  const int64_t n = layer_.width;
  const StepText recalled = cell_text("from_state", "Uh", R"(U\,h_{t-1})", "What the state says to the gates.");
  if (layer_.reset == ResetGate::kAfterProduct) {
    const Value product = matmul(before, all_, axis::kModel).step(recalled);
    if (!fed.valid()) return after_product(gates, before, product);
    return after_product(
        gates, before,
        add(product, of_fed(fed)).step(cell_text("recalled", "Uh", R"(U\,h_{t-1} + C\,c)", "State and context.")));
  }
  // z, r = sigmoid(W x_t + U h_{t-1} + C c_t + b)
  const auto with_fed = [&](Value state) { return fed.valid() ? side_by_side({state, fed}) : state; };
  const Value first = slice(gates, axis::kFeature, 0, 2 * n)
                          .step(cell_text("of_gates", "a", "a", "What the text says to the two gates."));
  const Value both = open(first, matmul(with_fed(before), gates_, axis::kModel).step(recalled));
  const Value z = part(both, 0, 1, cell_text("z", "z", "z_t", "The update gate."));
  const Value r = part(both, 1, 2, cell_text("r", "r", "r_t", "The reset gate: how much of the old state is heard."));
  // h~ = tanh(W x_t + U (r h_{t-1}) + C c_t + b)
  const Value heard =
      multiply(r, before).step(cell_text("heard", "rh", R"(r_t \odot h_{t-1})", "The old state, as far as it counts."));
  const Value product =
      matmul(with_fed(heard), candidate_, axis::kModel)
          .step(cell_text("from_heard", "U(rh)", R"(U\,(r_t \odot h_{t-1}))", "What it says to the candidate."));
  const Value last = slice(gates, axis::kFeature, 2 * n, 3 * n)
                         .step(cell_text("of_candidate", "a", "a", "What the text says to the candidate."));
  const Value sum = add(last, product)
                        .step(cell_text("candidate_sum", "a", R"(W\,x_t + U\,(r_t \odot h_{t-1}) + b)",
                                        "Text and state together, for the candidate."));
  const Value candidate =
      map(part(sum, 0, 1, cell_text("candidate", "a", "a", "As wide as the state.")), Function::kTanh)
          .step(cell_text("h_tilde", "h~", R"(\tilde{h}_t = \tanh(a))", "The candidate: what the state could become."));
  return moved(before, z, candidate);
}

Value GruCell::step_beside(Value gates, Value before, Value beside) const {
  const Value product = matmul(before, all_, axis::kModel)
                            .step(cell_text("from_state", "Uh", R"(U\,h_{t-1})", "What the state says to the gates."));
  return after_product(
      gates, before,
      add(product, beside).step(cell_text("recalled", "Uh", R"(U\,h_{t-1} + C\,c)", "State and context together.")));
}

// h~ = tanh(W x_t + b + r (U h_{t-1} + b_u)), with all of U h_{t-1} (and C c) in `product`
Value GruCell::after_product(Value gates, Value before, Value product) const {
  const int64_t n = layer_.width;
  const auto two = [&](Value x, const char* note) {
    return slice(x, axis::kFeature, 0, 2 * n).step(cell_text("of_gates", "a", "a", note));
  };
  const Value both =
      open(two(gates, "What the text says to the two gates."), two(product, "What the state says to the two gates."));
  const Value z = part(both, 0, 1, cell_text("z", "z", "z_t", "The update gate."));
  const Value r = part(both, 1, 2, cell_text("r", "r", "r_t", "The reset gate: how much of the old state is heard."));
  Value recalled = part(product, 2, 3, cell_text("for_candidate", "Uh", R"(U\,h_{t-1})", "What the state says."));
  if (recurrent_bias_.valid()) {
    recalled = add(recalled, recurrent_bias_)
                   .step(cell_text("with_bias", "Uh+b", R"(U\,h_{t-1} + b_u)", "With a bias of its own."));
  }
  const Value heard =
      multiply(r, recalled).step(cell_text("heard", "r(Uh)", R"(r_t \odot (U\,h_{t-1}))", "As far as it counts."));
  const Value sum = add(part(gates, 2, 3, cell_text("of_candidate", "a", "a", "What the text says.")), heard)
                        .step(cell_text("candidate_sum", "a", R"(W\,x_t + r_t \odot (U\,h_{t-1}) + b)",
                                        "Text and state together, for the candidate."));
  const Value candidate =
      map(sum, Function::kTanh)
          .step(cell_text("h_tilde", "h~", R"(\tilde{h}_t = \tanh(a))", "The candidate: what the state could become."));
  return moved(before, z, candidate);
}

GruRun gru(Recorder& r, std::string_view name, Value x, const Gru& layer, Value first, bool backwards) {
  const GruCell cell(r, name, x.shape().columns(), layer);
  const Scope scope(r, name);
  const Value gates = cell.of_input(x);
  Value state = first.valid() ? first : cell.zeros(x);
  const Value states = over_time(r, time_of(x), x.shape().size(time_of(x)), backwards,
                                 [&](int64_t t) { return state = cell.step(at_time(gates, t), state); });
  return {states, state};
}

BiGruRun bidirectional_gru(Recorder& r, std::string_view name, Value x, const Gru& layer) {
  const Scope scope(r, name);
  const GruRun forward = gru(r, "forward", x, layer), backward = gru(r, "backward", x, layer, {}, /*backwards=*/true);
  const Value both =
      concat(forward.states, backward.states, axis::kModel)
          .step({"annotations", "encode", "read", "Every word is read from both sides",
                 "The states of both directions stand side by side: what came before the word, and what comes after.",
                 R"(\v{h_j} = [\overrightarrow{h}_j; \overleftarrow{h}_j])", "H", Role::kValue});
  return {both, forward.last, backward.last};
}

}  // namespace attn
