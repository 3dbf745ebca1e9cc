// RNNsearch: Bahdanau, Cho & Bengio 2015, "Neural Machine Translation by Jointly Learning to Align and Translate",
// appendix A: a bidirectional GRU reads, a GRU writes and looks up at every step what it reads next.
#include "core/layers/alignment.h"
#include "core/layers/gru.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"
#include "core/layers/recurrent_parts.h"

namespace attn::models {
namespace {

// n = n', and l = n / 2 as in the paper (1000 and 500).
struct Sizes {
  explicit Sizes(Recorder& r) : n(r.params().integer("hidden")), l(n / 2) {}
  int64_t n, l;
};

// Appendix B.1: recurrent matrices orthogonal, W_a and U_a from N(0, 0.001^2), v_a and biases 0, the rest from
// N(0, 0.01^2), each spread adapted to the width.
Start rest(Recorder& r) { return chosen_start(r, Start::normal(spread_for_width(0.01, Sizes(r).n))); }

Gru gru_of(Recorder& r) { return {.width = Sizes(r).n, .update = UpdateGate::kTakesNew, .start = {.input = rest(r)}}; }

Alignment alignment(Recorder& r) {
  const int64_t n = Sizes(r).n;
  return {.score = "additive",
          .asks = n,
          .reads = 2 * n,
          .hidden = n,
          .matrix = chosen_start(r, Start::normal(spread_for_width(0.001, n))),
          .vector = chosen_start(r, Start::zeros())};
}

Memory encode(Recorder& r, Value source) {
  const Value x = embedded_pieces(r, "source", source, r.sizes().source_pieces, rest(r));  // [batch, key, model m]
  const BiGruRun read = bidirectional_gru(r, "encoder", x, gru_of(r));
  // s_0 = tanh(W_s h<-_1): the backward state that has read everything
  const StepText start = {"first_state",
                          "encode",
                          "read",
                          "The first state of the writer",
                          "The state that has read the whole text from its end, through one layer.",
                          R"(s_0 = \tanh(W_s\,\overleftarrow{h}_1))",
                          "s_0",
                          Role::kNone};
  const Value first =
      map(linear_layer(r, "bridge", handed_over(read.backward), {.width = Sizes(r).n, .weight = rest(r)}),
          Function::kTanh)
          .step(start);
  return {{"annotations", read.states},                                         // [batch, key, model 2n]
          {"keys", alignment_keys(r, "alignment", read.states, alignment(r))},  // [batch, key, feature n]
          {"state", first}};                                                    // [batch, query 1, model n]
}

// t~_i = U_o s + V_o E y_{i-1} + C_o c_i, one matrix over all three, then the larger of each pair: [batch, query, model
// l]
Value deep_output(Recorder& r, Value states, Value y, Value contexts) {
  const Value seen = concat(std::vector<Value>{states, y, contexts}, axis::kModel)
                         .step({"joined", "output", "output", "State, last piece and context side by side",
                                "Everything that the next piece may depend on.", R"([s; E y_{i-1}; \z{c_i}])",
                                "[s;y;c]", Role::kOutput});
  const Value mixed = linear_layer(r, "deep", seen, {.width = 2 * Sizes(r).l, .weight = rest(r)});
  return r.dropout(maxout(mixed), r.params().number("dropout"));
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Value y = embedded_pieces(r, "target", inputs, r.sizes().target_pieces, rest(r));  // [batch, query, model m]
  const Asking asking(r, "alignment", alignment(r));
  const GruCell cell(r, "decoder", y.shape().columns(), gru_of(r), /*fed=*/2 * Sizes(r).n);
  Value state = r.carried("state", memory.at("state"));  // [batch, query 1, model n]
  std::vector<Value> before, weights, contexts;
  Value after;  // [batch, query, model n]
  {
    const Scope scope(r, "decoder");
    const Value gates = cell.of_input(y);  // [batch, query, feature 3n]
    after = over_time(r, axis::kQuery, inputs.shape().size(axis::kQuery), /*backwards=*/false, [&](int64_t t) {
      before.push_back(state);
      weights.push_back(alignment_weights(r, asking.scores(state, memory.at("keys"))));  // [batch, query 1, key]
      contexts.push_back(alignment_context(weights.back(), memory.at("annotations")));   // [batch, query 1, model 2n]
      return state = cell.step(at_time(gates, t), state, contexts.back());
    });
  }
  r.carry("state", state);
  const Value states = r.params().choice("reads") == "after" ? after : concat(before, axis::kQuery);
  const Value t = deep_output(r, states, y, concat(contexts, axis::kQuery));
  return {piece_logits(r, "pieces", t, r.sizes().target_pieces, rest(r)), {concat(weights, axis::kQuery)}, {}};
}

}  // namespace

Model rnn_search() {
  Model model;
  model.text.name = "RNNsearch";
  model.text.family = "recurrent";
  model.text.summary =
      "The first model with attention: a GRU writes, and before every word it looks over all that was read.";
  model.text.latex =
      R"(\z{c_i} = \sum_j \a{\alpha_{ij}}\,\v{h_j}, \quad \a{\alpha_{ij}} \propto \exp(\a{v_a}\cdot\tanh(\q{W_a s_{i-1}} + \k{U_a h_j})))";
  model.text.params = recurrent_params(64, 96, 0,
                                       "Recurrent matrices orthogonal, the alignment's nearly 0, its vector 0, all "
                                       "others small; spreads adapted to the width.");
  model.text.params.push_back(
      shared::choice("reads", "The output sees", "Which state the next piece depends on.",
                     {{"before", "The state before", "s of the step before, as the appendix has it."},
                      {"after", "The new state", "s of this step, as the text has it."}}));
  // Appendix B.2; the paper's sentences come 80 at a time.
  model.training = {{"optimizer", "adadelta"}, {"rate", "1"}, {"clip", "1"}, {"batch", "80"}};
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs rnn_search_docs() {
  EntryDocs docs;
  docs.papers = {shared::bahdanau_2015()};
  docs.differs =
      "Widths are a tenth of the paper's. Its text lets the next word depend on the new state, its appendix on the one "
      "before: the parameter has both. Pairs of the maxout are number i and number i + l, which only names them "
      "otherwise. Weights start evenly spread unless the paper's start is asked for; its spreads, meant for a width of "
      "1000, then grow as the width shrinks, so that sums stay as large as the paper's. Dropout is ours, and 0 unless "
      "asked for.";
  return docs;
}

}  // namespace attn::models
