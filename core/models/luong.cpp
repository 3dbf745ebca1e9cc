// Luong, Pham & Manning 2015, "Effective Approaches to Attention-based Neural Machine Translation": stacked LSTMs; the
// writer's new state asks, what it read joins the state in h~ = tanh(W_c [c; h]), and h~ is fed to the next step.
#include <optional>

#include "core/attention/window.h"
#include "core/layers/alignment.h"
#include "core/layers/linear.h"
#include "core/layers/lstm_translator.h"
#include "core/layers/recurrent_parts.h"

namespace attn::models {
namespace {

constexpr double kLimit = 0.1;  // section 4.1

Alignment alignment(Recorder& r, const LstmTranslator& sizes) {
  const int64_t n = sizes.layer.width;
  return {.score = r.params().choice("score"),
          .asks = n,
          .reads = n,
          .hidden = n,
          .places = r.params().integer("places"),
          .matrix = sizes.start,
          .vector = sizes.start};
}

// A number for each row of the batch: [batch].
Value of_rows(Value like, float number) {
  const int64_t rows = like.shape().size(axis::kBatch);
  return like.graph().leaf({{axis::kBatch, rows}}, std::vector<float>(static_cast<size_t>(rows), number),
                           Origin::kFixed, named("places", "t"));
}

// Section 3.2, local-m: word t reads around place t. How far earlier calls have come is carried.
class InStep {
 public:
  InStep(Recorder& r, Value inputs) : r_(r), before_(r.carried("place", of_rows(inputs, 0))) {
    const int64_t length = inputs.shape().size(axis::kQuery);
    r.carry("place",
            add(before_, of_rows(inputs, static_cast<float>(length))).step(words("places_so_far", "t", R"(\q{t})")));
  }

  // Of places t, t + 1, ... of this call: p = min(place, S), as the authors' code keeps it within the text, which is
  // -max(-place, -S): [batch, query].
  Value centre(int64_t t, int64_t places, int64_t length) const {
    std::vector<float> counted(static_cast<size_t>(places));
    for (size_t i = 0; i < counted.size(); ++i) counted[i] = static_cast<float>(t + 1) + static_cast<float>(i);
    const Shape shape = {{axis::kQuery, places}};
    const Value steps = r_.graph().leaf(shape, std::move(counted), Origin::kFixed, named("t", "t"));
    const std::vector<float> end(static_cast<size_t>(places), static_cast<float>(-length));
    const Value last = r_.graph().leaf(shape, end, Origin::kFixed, named("minus_length", "-S"));
    const Value place = add(before_, steps).step(words("place", "t", R"(\q{t})"));
    const Value minus = scale(place, -1).step(words("minus_place", "-t", R"(-\q{t})"));
    const Value kept = maximum(minus, last).step(words("kept", "-p", R"(\max(-\q{t}, -S))"));
    return scale(kept, -1).step(words("centre", "p", R"(\q{p_t} = \min(t, S))"));
  }

 private:
  static StepText words(const char* id, const char* symbol, const char* latex) {
    return {id,
            "position",
            "window",
            "Word t looks at place t",
            "Reading and writing run in step; behind the last word the centre stays on it.",
            latex,
            symbol,
            Role::kQuery};
  }

  Recorder& r_;
  Value before_;  // [batch]
};

// Section 3: which words are read, and how they are scored.
class Reading {
 public:
  Reading(Recorder& r, const LstmTranslator& sizes, const Memory& memory, Value inputs)
      : r_(r), memory_(memory), asking_(r, "alignment", alignment(r, sizes)) {
    const std::string_view attention = r.params().choice("attention");
    if (attention == "local_m") in_step_.emplace(r, inputs);
    if (attention != "local_p") return;
    const Scope scope(r, "centre");
    const Dim feature = {axis::kFeature, sizes.layer.width};
    w_p_ = r.parameter("w_p", {{axis::kModel, sizes.layer.width}, feature}, sizes.start);
    v_p_ = r.parameter("v_p", {feature}, sizes.start);
  }

  // Of states [batch, query, model], the first of them at place t of this call: [batch, query, key].
  Value weights(Value states, int64_t t) const {
    const Value scores = asking_.scores(states, memory_.at("keys"));
    if (!in_step_ && !w_p_.valid()) return alignment_weights(r_, scores);
    // d = s - p_t, places counted from 1
    const int64_t length = scores.shape().size(axis::kKey), reach = r_.params().integer("reach");
    const Value centre = in_step_ ? in_step_->centre(t, states.shape().size(axis::kQuery), length)
                                  : predicted_centre(states, w_p_, v_p_, static_cast<double>(length));
    const Value distance = distances(centre, key_positions(r_.graph(), length, 1));
    const Value inside = alignment_weights(r_, apply_mask(scores, window_of(distance, reach)));
    if (in_step_) return inside;
    // Equation 10: the bell takes weight away, and nothing gives it back.
    return multiply(inside, bell(distance, static_cast<double>(reach)))
        .step({"bell_pattern", "normalise", "softmax", "Softmax inside the window, then the bell",
               "The shares inside the window are multiplied by the bell and not divided by their sum again: they add "
               "up to less than 1.",
               R"(\a{A_{ts}} \leftarrow \a{A_{ts}}\,\a{G_{ts}})", "A", Role::kWeights});
  }

  Value context(Value weights) const { return alignment_context(weights, memory_.at("annotations")); }

 private:
  Recorder& r_;
  const Memory& memory_;
  Asking asking_;
  std::optional<InStep> in_step_;  // local-m
  Value w_p_, v_p_;                // local-p
};

// h~ = tanh(W_c [c; h]): [batch, query, model n]
class Attentional {
 public:
  Attentional(Recorder& r, const LstmTranslator& sizes) {
    const Scope scope(r, "attentional");
    const int64_t n = sizes.layer.width;
    w_c_ = r.parameter("w_c", {{axis::kModel, 2 * n}, {axis::kChannel, n}}, sizes.start);
  }
  Value operator()(Value context, Value state) const {
    const Value joined = concat(context, state, axis::kModel).step(words("joined", "[c;h]", R"([\z{c_t}; h_t])"));
    const Value mixed =
        matmul(joined, w_c_, axis::kModel).step(words("mixed", "W_c[c;h]", R"(\z{W_c}\,[\z{c_t}; h_t])"));
    const Value out =
        map(mixed, Function::kTanh).step(words("bent", "h~", R"(\z{\tilde{h}_t = \tanh(W_c\,[c_t; h_t])})"));
    return rename(out, axis::kChannel, axis::kModel)
        .step(words("attentional", "h~", R"(\z{\tilde{h}_t = \tanh(W_c\,[c_t; h_t])})"));
  }

 private:
  static StepText words(const char* id, const char* symbol, const char* latex) {
    return {id,
            "output",
            "output",
            "What was read joins the state that asked",
            "The context stands beside the state; one learned layer mixes the two.",
            latex,
            symbol,
            Role::kOutput};
  }
  Value w_c_;
};

Memory encode(Recorder& r, Value source) {
  const LstmTranslator sizes(r, kLimit);
  Memory memory;
  const Value read = read_source(r, sizes, source, &memory);
  memory["annotations"] = read;                                                // [batch, key, model n]
  memory["keys"] = alignment_keys(r, "alignment", read, alignment(r, sizes));  // [batch, key, ...]
  return memory;
}

// h~ of every place and the weights: [batch, query, model n], [batch, query, key].
struct Written {
  Value mixed, weights;
};

// Section 3.3: each h~ goes into the next step, so they come one by one.
Written write_feeding(Recorder& r, const LstmTranslator& sizes, Value y, const Reading& reading,
                      std::vector<LstmState>* states) {
  const int64_t n = sizes.layer.width;
  const Attentional attentional(r, sizes);
  const FedLstmStack cells(r, "decoder", y.shape().columns(), sizes.layers, sizes.layer, /*fed=*/n, sizes.dropout);
  Value fed = r.carried("fed", zero_state(y, n));  // [batch, query 1, model n]
  std::vector<Value> weights;
  const Scope scope(r, "decoder");
  const Value gates = cells.of_input(y);  // [batch, query, feature 4n]
  const Value mixed = over_time(r, axis::kQuery, y.shape().size(axis::kQuery), /*backwards=*/false, [&](int64_t t) {
    const Value state = cells.step(at_time(gates, t), fed, states);  // [batch, query 1, model n]
    weights.push_back(reading.weights(state, t));
    return fed = attentional(reading.context(weights.back()), state);
  });
  r.carry("fed", fed);
  return {mixed, concat(weights, axis::kQuery)};
}

// Without feeding no step waits for another's attention: all are asked for at once.
Written write_at_once(Recorder& r, const LstmTranslator& sizes, Value y, const Reading& reading,
                      std::vector<LstmState>* states) {
  const Attentional attentional(r, sizes);
  const LstmStackRun run = lstm_stack(r, "decoder", y, sizes.layers, sizes.layer, sizes.dropout, *states);
  *states = run.last;
  const Value weights = reading.weights(run.states, 0);
  return {attentional(reading.context(weights), run.states), weights};
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const LstmTranslator sizes(r, kLimit);
  const int64_t pieces = r.sizes().target_pieces;
  const Value y = embedded_pieces(r, "target", inputs, pieces, sizes.start);  // [batch, query, model m]
  const Reading reading(r, sizes, memory, inputs);
  std::vector<LstmState> states = writer_states(r, sizes, memory);
  const Written written = (r.params().flag("feeding") ? write_feeding : write_at_once)(r, sizes, y, reading, &states);
  carry_states(r, states);
  return {piece_logits(r, "pieces", written.mixed, pieces, sizes.start), {written.weights}, {}};
}

}  // namespace

Model luong() {
  Model model;
  model.text.name = "Luong et al.";
  model.text.family = "recurrent";
  model.text.summary =
      "Stacked LSTMs with attention behind the step: four scores, all words or a window, and what was found is fed on.";
  model.text.latex =
      R"(\z{\tilde{h}_t} = \tanh(\z{W_c}\,[\z{c_t}; h_t]), \quad \z{c_t} = \sum_s \a{a_t(s)}\,\v{\bar{h}_s})";
  model.text.params = recurrent_params(64, 96, 2, "Everything from U(−0.1, 0.1), the spread adapted to the width.");
  ParamSpec places = shared::whole_number("places", "Places", "Rows of the matrix; places behind them get no weight.",
                                          50, 1, 512);  // 50: the paper's longest sentence
  places.when_param = "score", places.when_values = {"location"};
  // 64: past the end of any example; the paper's 10 would cover most words whole.
  ParamSpec reach =
      shared::whole_number("reach", "Reach", "Words on either side of the centre that may be read.", 3, 1, 64);
  reach.when_param = "attention", reach.when_values = {"local_m", "local_p"};
  append(&model.text.params,
         {shared::choice("score", "Score", "How a state that asks and a state that is read are compared.",
                         {{"dot", "Dot product", "h·h̄: the states as they are, nothing learned."},
                          {"general", "General", "h·W h̄: one learned matrix stands between the two."},
                          {"concat", "Concat", "v·tanh(W [h; h̄]): a small network sees both side by side."},
                          {"location", "Location", "W h: the state alone chooses places, whatever stands there."}}),
          std::move(places),
          shared::choice("attention", "Attention", "Which words are read.",
                         {{"global", "Global", "All of them."},
                          {"local_m", "Local, monotonic", "A window around the place of the same number."},
                          {"local_p", "Local, predictive", "A window around a predicted place, under a bell."}}),
          std::move(reach), shared::flag("feeding", "Input feeding", "What a step found goes into the next one.", true),
          reversed_source()});
  // Section 4.1
  model.training = {{"optimizer", "sgd"}, {"momentum", "0"},       {"rate", "1"},
                    {"clip", "5"},        {"schedule", "halving"}, {"batch", "128"}};
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs luong_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "Two layers of a tenth of the paper's width instead of four. Weights start evenly spread, forget gates open, "
      "unless the paper's start is asked for; its spread, meant for a width of 1000, then grows as the width shrinks. "
      "Windows reach 3 words instead of 10, for shorter texts; a centre behind the last word stays on it, as in the "
      "authors' code. All pairs are scored, and those outside the window masked. Dropout is between layers.";
  return docs;
}

}  // namespace attn::models
