// The RNN encoder-decoder: Cho et al. 2014, "Learning Phrase Representations using RNN Encoder-Decoder for Statistical
// Machine Translation", section 2 and appendix A: a text becomes one vector, whatever its length, and is written from
// it.
#include "core/layers/gru.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"
#include "core/layers/recurrent_parts.h"

namespace attn::models {
namespace {

int64_t width(Recorder& r) { return r.params().integer("hidden"); }

// Section 4.1: N(0, 0.01^2), recurrent matrices orthogonal.
Start rest(Recorder& r) { return chosen_start(r, Start::normal(spread_for_width(0.01, width(r)))); }

// tanh(W x + b): [batch, query 1, model n]
Value bridge(Recorder& r, const char* name, Value x, StepText text) {
  return map(linear_layer(r, name, x, {.width = width(r), .weight = rest(r)}), Function::kTanh).step(std::move(text));
}

Memory encode(Recorder& r, Value source) {
  const Value x = embedded_pieces(r, "source", source, r.sizes().source_pieces, rest(r));  // [batch, key, model m]
  const GruRun read = gru(r, "encoder", x, {.width = width(r), .start = {.input = rest(r)}});
  // c = tanh(V h_N)
  return {{"summary", bridge(r, "summary", handed_over(read.last),
                             {"summary", "encode", "read", "The whole text becomes one vector",
                              "All that the writer will ever know of the text stands here, however long it was.",
                              R"(c = \tanh(V\,h_N))", "c", Role::kNone})}};
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Value y = embedded_pieces(r, "target", inputs, r.sizes().target_pieces, rest(r));  // [batch, query, model m]
  const Value summary = memory.at("summary");                                              // [batch, query 1, model n]
  // Appendix A.1.2: h~ = tanh(W' e(y_{t-1}) + r' (U' h'_{t-1} + C c)): the reset gate stands behind the product.
  const Gru layer = {.width = width(r), .reset = ResetGate::kAfterProduct, .start = {.input = rest(r)}};
  const GruCell cell(r, "decoder", y.shape().columns(), layer, /*fed=*/width(r));
  // h'_0 = tanh(V' c)
  const Value first = bridge(r, "first_state", summary,
                             {"first_state", "encode", "read", "The first state of the writer",
                              "The summary through one layer.", R"(h'_0 = \tanh(V'\,c))", "h_0", Role::kNone});
  Value state = r.carried("state", first);
  Value states;  // [batch, query, model n]
  {
    const Scope scope(r, "decoder");
    const Value gates = cell.of_input(y), beside = cell.of_fed(summary);  // [batch, query or query 1, feature 3n]
    states = over_time(r, axis::kQuery, inputs.shape().size(axis::kQuery), /*backwards=*/false,
                       [&](int64_t t) { return state = cell.step_beside(at_time(gates, t), state, beside); });
  }
  r.carry("state", state);
  // s' = O_h h' + O_y e(y_{t-1}) + O_c c, then the larger of each pair
  const int64_t pairs = width(r) / 2;  // the paper's 500 of 1000
  const Value near = linear_layer(r, "deep", concat(states, y, axis::kModel), {.width = 2 * pairs, .weight = rest(r)});
  const Value of_summary = linear_layer(r, "deep_summary", reduce_sum(summary, axis::kQuery),
                                        {.width = 2 * pairs, .weight = rest(r), .bias = false});
  const Value t = maxout(add(near, of_summary)
                             .step({"deep", "output", "output", "State, last piece and summary are mixed",
                                    "Everything that the next piece may depend on.",
                                    R"(s' = O_h h' + O_y e(y_{t-1}) + O_c c)", "s'", Role::kOutput}));
  return {
      piece_logits(r, "pieces", r.dropout(t, r.params().number("dropout")), r.sizes().target_pieces, rest(r)), {}, {}};
}

}  // namespace

Model rnn_encoder_decoder() {
  Model model;
  model.text.name = "RNN encoder-decoder";
  model.text.family = "recurrent";
  model.text.summary =
      "A GRU reads a text into one vector, another writes from it: short texts fit in, long ones do not.";
  model.text.latex = R"(c = \tanh(V\,h_N), \quad h'_t = f(h'_{t-1}, y_{t-1}, c))";
  model.text.params =
      recurrent_params(64, 96, 0, "Recurrent matrices orthogonal, all others small; the spread adapted to the width.");
  // Section 4.1
  model.training = {{"optimizer", "adadelta"}, {"rate", "1"}, {"rho", "0.95"}, {"batch", "64"}};
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs rnn_encoder_decoder_docs() {
  EntryDocs docs;
  docs.papers = {{"Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine Translation",
                  "Cho, van Merriënboer, Gulcehre, Bahdanau, Bougares, Schwenk, Bengio", 2014,
                  "https://arxiv.org/abs/1406.1078"}};
  docs.differs =
      "The paper scores phrase pairs with it; here it writes whole texts. Widths are a tenth of the paper's. Pairs of "
      "the maxout are number i and number i + l, which only names them otherwise. Weights start evenly spread unless "
      "the paper's start is asked for; its spread, meant for a width of 1000, then grows as the width shrinks. "
      "Gradients are clipped. Dropout is ours, and 0 unless asked for.";
  return docs;
}

}  // namespace attn::models
