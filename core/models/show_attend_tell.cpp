// Xu et al. 2015, "Show, Attend and Tell": a convolutional network makes a grid of annotations of a picture, and an
// LSTM that writes its caption looks at them anew for every word: at a blend of all places (soft), or at one (hard).
#include <algorithm>
#include <string>
#include <vector>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/layers/choices.h"
#include "core/layers/convolution.h"
#include "core/layers/linear.h"
#include "core/layers/lstm.h"
#include "core/layers/model.h"
#include "core/tensor/random.h"

namespace attn::models {
namespace {

// The deviation of every matrix in the paper's code that is not orthogonal.
constexpr double kDeviation = 0.01;

Linear small(int64_t width, std::string_view to, bool bias = true) {
  return {.width = width, .to = to, .weight = Start::normal(kDeviation), .bias = bias};
}

// a_i: [batch, row, column] -> [batch, key, model]. Two layers of stride 2 leave a sixteenth of the places; what each
// of the others adds is mostly sight.
Value annotate(Recorder& r, Value picture) {
  const Scope scope(r, "encoder");
  const FrameText frame{"embed", "picture", "A convolutional network looks at every place"};
  const int64_t width = r.params().integer("annotation_width");
  // [batch, row, column, model 1]
  Value x = rearrange(repeat(picture, axis::kModel, 1), {axis::kBatch, axis::kRow, axis::kColumn, axis::kModel});
  const Convolution layers[] = {{.width = width / 2, .stride = 2},
                                {.width = width, .stride = 2},
                                {.width = width, .kernel = 5},
                                {.width = width, .kernel = 3}};
  for (size_t i = 0; i < std::size(layers); ++i) {
    const std::string number = std::to_string(i + 1);
    x = map(convolution(r, "convolution_" + number, x, layers[i]), Function::kRelu)
            .step(frame.step("features_" + number, "X", Role::kNone, R"(X \leftarrow \max(0, X * W + b))",
                             "Filters slide over the picture; what is negative becomes 0."));
  }
  // [batch, key, model]: places in reading order
  Value annotations =
      rearrange(x, {axis::kBatch, axis::kRow, axis::kColumn, axis::kModel}, 2, axis::kKey, /*behind=*/1);
  if (r.params().flag("places")) {
    const Shape shape = {{axis::kKey, annotations.shape().size(axis::kKey)}, {axis::kModel, width}};
    annotations = add(annotations, r.parameter("places", shape, Start::normal(kDeviation), named("places", "P")));
  }
  return rename(annotations, {})
      .step(frame.step("annotations", "A", Role::kValue, R"(\v{A} = \{\v{a_1}, \dots, \v{a_L}\})",
                       "One vector for each place of a grid: what can be looked at."));
}

Memory encode(Recorder& r, Value source) {
  const Value annotations = annotate(r, source);
  const FrameText frame{"project", "keys", "Every place says what it offers"};
  // a_i W_a: [batch, key, feature]
  const Value keys = linear_layer(r, "keys", annotations, small(r.params().integer("hidden"), axis::kFeature, false))
                         .step(frame.step("k", "K", Role::kKey, R"(\k{k_i} = \v{a_i}\,\k{W_a})",
                                          "One matrix turns annotations into keys, once for the whole caption."));
  return {{"annotations", annotations}, {"keys", keys}};
}

// What every step of the decoder uses; loaded once, since a step's scope is its own.
struct Decoder {
  Value annotations;                 // [batch, key, model]
  Value keys;                        // [batch, key, feature]
  LstmCell cell;                     // fed with the context at each step
  Value w_query = {}, b_query = {};  // h -> [feature]
  Value v = {};                      // [feature]
  Value w_gate = {}, b_gate = {};    // h -> [one]
  bool hard = false;
  bool blends = false;  // hard, but this batch is shown the blend
};

Decoder load(Recorder& r, const Memory& memory) {
  const Params& params = r.params();
  const Value annotations = memory.at("annotations");
  const int64_t n = params.integer("width"), read = annotations.shape().columns();
  const Dim state = {axis::kModel, n}, query = {axis::kFeature, params.integer("hidden")}, one = {axis::kOne, 1};
  Lstm layer;
  layer.width = n, layer.start.input = Start::normal(kDeviation);
  Decoder d{annotations, memory.at("keys"), LstmCell(r, "cell", params.integer("embedding"), layer, read)};
  d.w_query = r.parameter("w_h", {state, query}, Start::normal(kDeviation));
  d.b_query = r.parameter("b_h", {query}, Start::zeros());
  d.v = r.parameter("v", {query}, Start::normal(kDeviation));
  if (params.flag("gate")) {
    d.w_gate = r.parameter("w_beta", {state, one}, Start::normal(kDeviation));
    d.b_gate = r.parameter("b_beta", {one}, Start::zeros());
  }
  d.hard = params.choice("attention") == "hard";
  // One coin for the whole batch, as in the code.
  d.blends = d.hard && r.training() && (philox(r.draw_seed(), stream_of("blend"), 0)[0] & 1) != 0;
  return d;
}

// tanh of a layer on the mean annotation (section 3.1.2): [batch, query 1, model]
Value first_state(Recorder& r, const char* name, const char* symbol, Value annotations) {
  const FrameText frame{"state", "start", "The picture as a whole starts the writer"};
  const int64_t places = annotations.shape().size(axis::kKey);
  const std::vector<float> shares(static_cast<size_t>(places), 1.0F / static_cast<float>(places));
  const Value even =
      r.graph().leaf({{axis::kQuery, 1}, {axis::kKey, places}}, shares, Origin::kFixed, named("even", "1/L"));
  const Value mean = matmul(even, annotations, axis::kKey);
  return map(linear_layer(r, name, mean, small(r.params().integer("width"), axis::kModel)), Function::kTanh)
      .step(frame.step(std::string(name), symbol, Role::kNone,
                       std::string(symbol) + R"( = \tanh(W\,\tfrac{1}{L}\sum_i \v{a_i} + b))",
                       "A layer on the mean of all annotations."));
}

// alpha_t: [batch, query 1, key]
Value look(const Decoder& d, Value h) {
  const FrameText ask{"project", "query", "The writer's state asks"};
  const Value q = linear(h, d.w_query, d.b_query, axis::kModel)
                      .step(ask.step("q", "q_t", Role::kQuery, R"(\q{q_t} = \q{h_{t-1}}\,W_h + b)",
                                     "What has been written so far decides what is looked for."));
  const FrameText score{"score", "scores", "Every place is scored"};
  const Value bent = map(add(q, d.keys), Function::kTanh);
  const Value scores = dot(bent, d.v).step(score.step("scores", "e_t", Role::kWeights,
                                                      R"(\a{e_{ti}} = v \cdot \tanh(\q{q_t} + \k{k_i}))",
                                                      "A small network meets the question with every place's key."));
  const FrameText share{"normalise", "softmax", "Softmax turns scores into weights"};
  return softmax(scores).step(share.step("align", "α_t", Role::kWeights,
                                         R"(\a{\alpha_{ti}} = \operatorname{softmax}_i(\a{e_{ti}}))",
                                         "Shares of all places that add up to 1."));
}

// s_t: [batch, query 1, key]
Value settle_on(Recorder& r, const Decoder& d, Value alpha) {
  const bool soft = !d.hard || d.blends;
  const FrameText choose{"normalise", soft ? "blend" : "choose", soft ? "All places are read" : "One place is chosen"};
  if (soft) {
    return rename(alpha, {}).step(choose.step("pattern", "A", Role::kWeights, R"(\a{s_t} = \a{\alpha_t})",
                                              "Each place is read as strongly as its weight says."));
  }
  if (!r.draws_choices()) {
    return choose_largest(alpha).step(choose.step("pattern", "s_t", Role::kWeights,
                                                  R"(\a{s_{ti}} = [\,i = \operatorname{argmax}_j \a{\alpha_{tj}}\,])",
                                                  "The likeliest place is read, all others are not."));
  }
  const Value u = r.draws(alpha.shape().without(alpha.shape().rank() - 1));
  return choose_by_draw(alpha, u).step(choose.step("pattern", "s_t", Role::kWeights,
                                                   R"(\a{s_t} \sim \operatorname{Multinoulli}(\a{\alpha_t}))",
                                                   "The weights are chances: one place is drawn."));
}

// z_t = beta_t sum_i s_ti a_i: [batch, query 1, model]
Value read(const Decoder& d, Value h, Value pattern) {
  const FrameText combine{"combine", "context", "What was looked at"};
  const Value seen = matmul(pattern, d.annotations, axis::kKey)
                         .step(combine.step("seen", "Φ", Role::kOutput, R"(\sum_i \a{s_{ti}}\,\v{a_i})",
                                            "Annotations, added up by their weights."));
  if (!d.w_gate.valid()) {
    return rename(seen, {}).step(combine.step("context", "z_t", Role::kOutput,
                                              R"(\z{z_t} = \sum_i \a{s_{ti}}\,\v{a_i})", "The context of this word."));
  }
  // beta_t = sigmoid(f_beta(h_{t-1})): [batch, query 1]
  const Value beta = map(linear(h, d.w_gate, d.b_gate, axis::kModel), Function::kSigmoid);
  const Value gate =
      rearrange(beta, {axis::kBatch, axis::kQuery, axis::kOne}, 2, axis::kQuery)
          .step(combine.step("beta", "β_t", Role::kWeights, R"(\beta_t = \sigma(w_\beta \cdot \q{h_{t-1}} + b_\beta))",
                             "How much this word needs the picture at all."));
  return multiply(seen, gate)
      .step(combine.step("context", "z_t", Role::kOutput, R"(\z{z_t} = \beta_t \sum_i \a{s_{ti}}\,\v{a_i})",
                         "The context of this word, turned up or down as a whole."));
}

// 1 for each place up to the end of its caption, 0 behind it: [batch, query]
Value within_caption(Recorder& r, Value inputs) {
  const std::vector<float>& ids = *r.graph().node(inputs.node()).values;
  const size_t length = static_cast<size_t>(inputs.shape().columns());
  std::vector<float> counts(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool over = ids[i] == static_cast<float>(kEndPiece) || (i % length > 0 && counts[i - 1] == 0.0F);
    counts[i] = over ? 0.0F : 1.0F;
  }
  return r.graph().leaf(inputs.shape(), std::move(counts), Origin::kFixed, named("counts", "[t ≤ C]"));
}

// lambda mean_n sum_i (1 - sum_t alpha_ti)^2: [one]. alpha [batch, query, key], counts [batch, query]
Value uneven_looks(Value alpha, Value counts, double lambda) {
  const FrameText frame{"loss", "evenness", "Every place should be looked at about once"};
  const Value looks = reduce_sum(multiply(alpha, counts), axis::kQuery);  // [batch, key]
  const std::vector<float> ones(static_cast<size_t>(looks.shape().count()), 1.0F);
  const Value missing =
      add(alpha.graph().leaf(looks.shape(), ones, Origin::kFixed, named("ones", "1")), scale(looks, -1));
  return scale(total(multiply(missing, missing)), lambda / static_cast<double>(looks.shape().size(axis::kBatch)))
      .step(frame.step("penalty", "P", Role::kNone,
                       R"(\lambda\,\tfrac{1}{N}\sum_n\sum_i \bigl(1 - \sum_t \a{\alpha_{ti}}\bigr)^2)",
                       "Doubly stochastic: weights add up to 1 over places, and should over time as well."));
}

// L_o (E y + L_h h + L_z z): [batch, query, piece]
Value words(Recorder& r, Value y, Value h, Value z) {
  const FrameText frame{"output", "logits", "State, context and the word before choose the word"};
  const int64_t width = y.shape().columns();
  const double rate = r.params().number("dropout");
  const Value of_h = linear_layer(r, "l_h", r.dropout(h, rate), small(width, axis::kModel));
  const Value of_z = linear_layer(r, "l_z", z, small(width, axis::kModel));
  const Value sum = add(add(y, of_h), of_z);
  return linear_layer(r, "l_o", r.dropout(sum, rate), small(r.sizes().target_pieces, axis::kPiece))
      .step(frame.step("logits", "p", Role::kOutput,
                       R"(p(y_t) \propto \exp\bigl(L_o(E y_{t-1} + L_h \q{h_t} + L_z \z{z_t})\bigr))",
                       "One number for every word of the vocabulary."));
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  const Params& params = r.params();
  const Decoder d = load(r, memory);
  const int64_t steps = inputs.shape().columns();
  const FrameText embed{"embed", "words", "The word before becomes a vector"};
  // E y: [batch, query, model]
  const Value y =
      embedding(r, "words", inputs, r.sizes().target_pieces, params.integer("embedding"), Start::normal(kDeviation))
          .step(embed.step("x", "E y", Role::kNone, R"(E y_{t-1})", "Looked up in a learned table."));
  const Value of_words = d.cell.of_input(y);  // W E y + b of all steps at once: [batch, query, feature]
  LstmState state{r.carried("h", {}), r.carried("c", {})};
  if (!state.h.valid()) {
    state = {first_state(r, "h_0", "h_0", d.annotations), first_state(r, "c_0", "c_0", d.annotations)};
  }
  std::vector<Value> each_alpha, each_pattern, each_state, each_context;
  for (int64_t t = 0; t < steps; ++t) {
    const Scope scope(r, "word_" + std::to_string(t + 1));
    const Value alpha = look(d, state.h);
    const Value pattern = settle_on(r, d, alpha);
    const Value z = read(d, state.h, pattern);
    state = d.cell.step(at_time(of_words, t), state, z);
    each_alpha.push_back(alpha), each_pattern.push_back(pattern);
    each_state.push_back(state.h), each_context.push_back(z);
  }
  const Value alphas = concat(each_alpha, axis::kQuery), patterns = concat(each_pattern, axis::kQuery);
  const Value states = concat(each_state, axis::kQuery), contexts = concat(each_context, axis::kQuery);
  r.carry("h", state.h), r.carry("c", state.c);

  Prediction prediction;
  prediction.output = words(r, y, states, contexts);
  prediction.attention = {patterns};
  if (d.hard) prediction.attention.push_back(alphas), prediction.chances = alphas;
  if (!r.training()) return prediction;
  const Value counts = within_caption(r, inputs);
  if (const double lambda = params.number("evenness"); lambda > 0) {
    prediction.penalty = uneven_looks(alphas, counts, lambda);
  }
  if (d.hard) {
    Choices choices{alphas, patterns, counts, d.blends ? 0 : params.number("cost_weight"),
                    params.number("entropy_weight")};
    prediction.estimate = [&r, choices](Value surprise) { return choice_estimate(r, choices, surprise); };
  }
  return prediction;
}

}  // namespace

Model show_attend_tell() {
  using shared::number, shared::when, shared::whole_number;
  Model model;
  EntryText& text = model.text;
  text.name = "Show, attend and tell";
  text.family = "pictures";
  text.summary = "For every word of a caption the writer looks at a picture anew: at a blend of places, or at one.";
  text.latex =
      R"(\z{z_t} = \beta_t \sum_i \a{s_{ti}}\,\v{a_i}, \quad \a{s_t} = \a{\alpha_t} \;\text{or}\; \a{s_t} \sim \operatorname{Multinoulli}(\a{\alpha_t}))";
  text.params = {
      shared::choice("attention", "Attention", "How the writer looks.",
                     {{"soft", "Soft", "At a blend of all places, by their weights."},
                      {"hard", "Hard", "At one place, drawn while training, then the likeliest."}}),
      whole_number("annotation_width", "Annotations", "Numbers that describe a place.", 32, 2, 512),
      whole_number("width", "State", "Units of the writer; the paper has 1000 to 1800.", 64, 1, 1024),
      whole_number("embedding", "Embeddings", "Numbers that stand for a word.", 32, 1, 512),
      whole_number("hidden", "Scoring units", "Units of the network that scores places.", 32, 1, 512),
      shared::flag("gate", "Gate", "A learned share β of the context goes on.", true),
      shared::flag("places", "Places", "Every place has a learned vector of its own, added to what is seen there.",
                   true),
      // 0 as in the code, where it must be asked for; the paper has it
      number("evenness", "Evenness λ", "How much it costs to look at some places more than at others.", 0, 0, 10, 0.01),
      // 1/10 and 0.002: the constants of the paper's code
      when("attention", "hard",
           number("cost_weight", "Blame λᵣ", "How strongly choices are praised or blamed.", 0.1, 0, 10, 0.01)),
      when("attention", "hard",
           number("entropy_weight", "Spread λₑ", "How much spread-out weights are rewarded.", 0.002, 0, 1, 0.001)),
      number("dropout", "Dropout", "Share of numbers left out before words are chosen.", 0, 0, 0.9, 0.05)};
  model.takes = TaskKind::kPictures;
  // Adam as the paper has it for its larger sets of pictures. Rate and batch are ours: it names no rate, and so small a
  // network, which learns to see at the same time, bears longer steps than Adam's usual 0.001.
  model.training = {{"optimizer", "adam"}, {"rate", "0.002"}, {"batch", "32"}};
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs show_attend_tell_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Show, Attend and Tell: Neural Image Caption Generation with Visual Attention",
       "Xu, Ba, Kiros, Cho, Courville, Salakhutdinov, Zemel, Bengio", 2015, "https://arxiv.org/abs/1502.03044"},
      {"Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement Learning", "Williams", 1992,
       "https://doi.org/10.1007/BF00992696"}};
  docs.differs =
      "The paper's annotations come from a VGG network trained before, 14 by 14 places that see most of the picture; "
      "here a small network of four convolutions learns with the rest, and a learned vector for each place says where "
      "it is. The scores' scalar bias is left out, since the softmax takes it away. The loss is a mean over words, not "
      "a sum over captions, and what stands in for the gradient of choices is scaled alike. The evenness term sums "
      "over places as in the paper; it is off unless asked for, since a short caption need not look everywhere. When "
      "hard attention is used after training, the likeliest place is read.";
  docs.cost = {R"(n\,m\,(h + d))", R"(4\,n\,m\,h)"};
  return docs;
}

}  // namespace attn::models
