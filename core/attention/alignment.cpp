#include "core/attention/alignment.h"

#include <string>

#include "core/attention/unit_length.h"

namespace attn {
namespace {

StepText projection(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  text.stage = "project", text.label = "Q K V";
  return text;
}

// The words that are read, as they are: [query, model] -> [key, model]. The annotations of the papers.
Value carried(Setting& setting, const StepText& like) {
  StepText text = projection("v", "V", Role::kValue, R"(\v{V} = \bar{H})");
  text.title = like.title, text.note = like.note;
  return rename(setting.source(), axis::kQuery, axis::kKey).step(std::move(text));
}

// A learned matrix on words: [query, model] -> [..., query or key, column].
Value learned(Setting& setting, Value from, const Shape& shape, std::string_view rows_as, const char* weight,
              StepText text, Init init = Init::kGlorot) {
  StepText weight_text;
  weight_text.id = weight, weight_text.symbol = weight, weight_text.role = text.role;
  const Value w = setting.weight(shape, std::move(weight_text), init);
  return matmul(from, w, axis::kModel, rows_as).step(std::move(text));
}

// q = h, k = h-
Projected project_words(Setting& setting, const Pipeline&) {
  StepText q = projection("q", "Q", Role::kQuery, R"(\q{Q} = H)");
  StepText k = projection("k", "K", Role::kKey, R"(\k{K} = \bar{H})");
  q.title = k.title = "Words ask and are read as they are";
  q.note = k.note = "Nothing is learned here: a word's own vector is its query, its key and its value.";
  const Value asked = rename(setting.x(), axis::kModel, axis::kChannel).step(std::move(q));
  const Value read = rename(setting.source(), {{axis::kQuery, axis::kKey}, {axis::kModel, axis::kChannel}}).step(k);
  return {asked, read, carried(setting, k)};
}

// q = h, k = W_a h-, with W_a [width that asks, width that is read] as in the paper.
Projected project_general(Setting& setting, const Pipeline&) {
  StepText q = projection("q", "Q", Role::kQuery, R"(\q{Q} = H)");
  StepText k = projection("k", "K", Role::kKey, R"(\k{k_j} = \k{W_a}\,\bar{h}_j)");
  q.title = k.title = "One learned matrix stands between the two";
  q.note = k.note = "What is read is turned by a learned matrix before it meets the word that asks.";
  const Value asked = rename(setting.x(), axis::kModel, axis::kChannel).step(std::move(q));
  const Shape w = {{axis::kChannel, setting.width()}, {axis::kModel, setting.source().shape().columns()}};
  return {asked, learned(setting, setting.source(), w, axis::kKey, "w_a", k), carried(setting, k)};
}

StepText concat_text(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text = projection(id, symbol, role, latex);
  text.title = "One matrix over both words, side by side";
  text.note =
      "The matrix has a block for the word that asks and one for the word that is read; a product with both words at "
      "once is the sum of the two.";
  return text;
}

// W_a [h; h-] = W h + U h-: one matrix over both words side by side, in its two blocks.
Projected project_concat(Setting& setting, const Pipeline&) {
  const int64_t asks = setting.width(), read = setting.source().shape().columns();
  const bool code = setting.params().choice("form") == "code";
  const int64_t hidden = code ? read : setting.params().integer("hidden");
  StepText q = concat_text("q", "Q", Role::kQuery, R"(\q{q_i} = \q{W_a^{h}}\,h_i)");
  StepText k = concat_text("k", "K", Role::kKey, R"(\k{k_j} = \k{W_a^{\bar h}}\,\bar{h}_j)");
  if (code) {
    q.latex = R"(\q{q_i} = \q{W_a}\,h_i)", k.latex = R"(\k{k_j} = \bar{h}_j)";
    q.note = k.note = "The code learns the block for the word that asks and leaves the word that is read as it is.";
    const Value asked = learned(setting, setting.x(), {{axis::kModel, asks}, {axis::kFeature, hidden}}, {}, "w_a", q);
    const Value plain = rename(setting.source(), {{axis::kQuery, axis::kKey}, {axis::kModel, axis::kFeature}}).step(k);
    return {asked, plain, carried(setting, k)};
  }
  StepText whole;
  whole.id = "w_a", whole.symbol = "W_a";
  const Value w = setting.weight({{axis::kModel, asks + read}, {axis::kFeature, hidden}}, std::move(whole));
  const Value of_asks = block_that_asks(w, asks), of_read = block_that_is_read(w, asks);
  const Value asked = matmul(setting.x(), of_asks, axis::kModel).step(std::move(q));
  return {asked, matmul(setting.source(), of_read, axis::kModel, axis::kKey).step(k), carried(setting, k)};
}

// q = W_a s, k = U_a h
Projected project_additive(Setting& setting, const Pipeline&) {
  StepText q = projection("q", "Q", Role::kQuery, R"(\q{Q} = X\,\q{W_a})");
  StepText k = projection("k", "K", Role::kKey, R"(\k{K} = X\,\k{U_a})");
  StepText v = projection("v", "V", Role::kValue, R"(\v{V} = X)");
  for (StepText* text : {&q, &k, &v}) {
    text->title = "Two matrices bring words to one hidden layer";
    text->note =
        "One learned matrix for the word that asks, one for the word that is read; the vectors themselves are what is "
        "carried.";
  }
  const auto matrix = [&](Value from) {
    return Shape{
        {axis::kHead, 1}, {axis::kModel, from.shape().columns()}, {axis::kFeature, setting.params().integer("hidden")}};
  };
  const Value x = setting.x(), source = setting.source();
  const Value asked = learned(setting, x, matrix(x), axis::kQuery, "w_a", std::move(q), Init::kOrthogonal);
  const Value read = learned(setting, source, matrix(source), axis::kKey, "u_a", std::move(k), Init::kOrthogonal);
  return {asked, read, rename(source, axis::kQuery, axis::kKey).step(std::move(v))};
}

StepText network_text(const char* id, const char* symbol, const char* latex) {
  StepText step;
  step.id = id, step.symbol = symbol, step.latex = latex;
  step.stage = "score", step.label = "scores", step.role = Role::kWeights;
  step.title = "A small network scores every pair";
  step.note = "Query and key are added, bent by a tanh, and weighed by a learned vector: no dot product, no scale.";
  return step;
}

// tanh(q_i + k_j): [..., query, key, feature]
Value network_layer(Value q, Value k) {
  const Value sum = add(q, k).step(network_text("sum", "q+k", R"(\q{q_i} + \k{k_j})"));
  return map(sum, Function::kTanh).step(network_text("hidden", "H", R"(\a{H_{ij}} = \tanh(\q{q_i} + \k{k_j}))"));
}

StepText network_score_text() {
  return network_text("scores", "S", R"(\a{S_{ij}} = \a{v_a}\cdot\tanh(\q{q_i} + \k{k_j}))");
}

// S_ij = v_a . tanh(q_i + k_j)
Value score_by_network(Setting& setting, const Projected& in) {
  StepText text = network_score_text(), vector;
  vector.id = "v_a", vector.symbol = "v_a", vector.role = Role::kWeights;
  const Value layer = network_layer(in.q, in.k);
  const Dim feature = {axis::kFeature, in.q.shape().columns()};
  const bool headed = in.q.shape().find(axis::kHead) >= 0;
  Value v = setting.weight(headed ? Shape{{axis::kHead, 1}, feature} : Shape{feature}, std::move(vector));
  if (setting.params().flag("normed")) {
    StepText unit = text;
    unit.id = "v_unit", unit.symbol = "v", unit.latex = R"(\a{\hat{v}} = \a{v_a} / |\a{v_a}|)";
    unit.note = "The scoring vector is brought to length 1: its direction alone decides.";
    text.latex = R"(\a{S_{ij}} = \a{\hat{v}}\cdot\tanh(\q{q_i} + \k{k_j}))";
    v = unit_length(v, std::move(unit));
  }
  return dot(layer, v).step(std::move(text));
}

struct Alignment {
  Choice choice;
  Projected (*project)(Setting&, const Pipeline&);
  Value (*score)(Setting&, const Projected&);
  Value (*modify)(Setting&, const Projected&, Value scores);
};

constexpr Choice kDot = {"dot", "Dot product", "h·h̄: the words' own vectors, nothing learned."};
constexpr Choice kGeneral = {"general", "General", "h·W h̄: one learned matrix stands between the two."};
constexpr Choice kConcat = {"concat", "Concat", "v·tanh(W [h; h̄]): a small network sees both words side by side."};
constexpr Choice kAdditive = {"additive", "Additive network", "v·tanh(W h + U h̄), the first attention's."};
constexpr Choice kScaled = {"scaled", "Scaled dot product", "Learned queries and keys, q·k/√d."};

constexpr Alignment kAlignments[] = {
    {kDot, project_words, dot_product_score, divide_by_temperature},
    {kGeneral, project_general, dot_product_score, divide_by_temperature},
    {kConcat, project_concat, score_by_network, divide_by_temperature},
    {kAdditive, project_additive, score_by_network, divide_by_temperature},
    {kScaled, project_qkv, dot_product_score, scale_by_width},
};

}  // namespace

Pipeline alignment_pipeline(Setting& setting, std::string_view which) {
  Pipeline pipeline;
  if (which == kScaled.value) pipeline = scaled_dot_product_pipeline(setting);
  for (const Alignment& alignment : kAlignments) {
    if (alignment.choice.value != which) continue;
    pipeline.project = alignment.project;
    pipeline.score = alignment.score;
    pipeline.modify = alignment.modify;
  }
  if (setting.params().flag("attentional")) pipeline.output = attentional_vector;
  return pipeline;
}

Value network_score(Value q, Value k, Value v) { return dot(network_layer(q, k), v).step(network_score_text()); }

Value block_that_asks(Value w, int64_t asks) {
  return slice(w, axis::kModel, 0, asks).step(concat_text("w_a_asks", "W_a", Role::kQuery, R"(\q{W_a^{h}})"));
}

Value block_that_is_read(Value w, int64_t asks) {
  return slice(w, axis::kModel, asks, w.shape().size(axis::kModel))
      .step(concat_text("w_a_read", "W_a", Role::kKey, R"(\k{W_a^{\bar h}})"));
}

StepText place_text(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text = projection(id, symbol, role, latex);
  text.title = "Every place has a learned row of its own";
  text.note =
      "The keys are rows of one learned matrix, one for each place: they are the same whatever words stand there.";
  return text;
}

Value rows_of_places(Value w, int64_t read) {
  const int64_t places = w.shape().size(axis::kKey);
  StepText k = place_text("k", "K", Role::kKey, R"(\k{K} = \k{W_a})");
  if (read <= places) return slice(w, axis::kKey, 0, read).step(std::move(k));
  const Shape beyond = {{axis::kKey, read - places}, {axis::kChannel, w.shape().columns()}};
  StepText none;
  none.id = "no_rows", none.symbol = "0";
  const Value zeros =
      w.graph().leaf(beyond, std::vector<float>(static_cast<size_t>(beyond.count())), Origin::kFixed, std::move(none));
  return concat(w, zeros, axis::kKey).step(std::move(k));
}

Value mask_places(Value scores, int64_t places) {
  Band band;
  band.key_length = places;
  if (band.key_length >= scores.shape().size(axis::kKey)) return scores;
  band.rule = "The matrix has no row for places behind the first " + std::to_string(band.key_length) + ".";
  return apply_mask(scores, band_of(scores, std::move(band), "places", "Places without a row are not read",
                                    R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > S_{\max})"));
}

Value attentional_vector(Setting& setting, Value context) {
  StepText weight_text, joined_text, mixed_text, text;
  weight_text.id = "w_c", weight_text.symbol = "W_c", weight_text.role = Role::kOutput;
  joined_text.id = "joined", joined_text.symbol = "[c;h]", joined_text.latex = R"([\z{c_i}; h_i])";
  mixed_text.id = "mixed", mixed_text.symbol = "W_c[c;h]", mixed_text.latex = R"(\z{W_c}\,[\z{c_i}; h_i])";
  text.id = "out", text.symbol = "h~", text.latex = R"(\z{\tilde{h}_i} = \tanh(\z{W_c}\,[\z{c_i}; h_i]))";
  for (StepText* step : {&joined_text, &mixed_text, &text}) {
    step->stage = "output", step->label = "output", step->role = Role::kOutput;
    step->title = "What was read joins the word that asked";
    step->note = "The context stands beside the asking word's own vector; one learned layer mixes the two.";
  }
  const Value joined = concat(context, setting.x(), axis::kModel).step(std::move(joined_text));
  const Shape shape = {{axis::kModel, joined.shape().columns()}, {axis::kChannel, setting.width()}};
  const Value w = setting.weight(shape, std::move(weight_text));
  return map(matmul(joined, w, axis::kModel).step(std::move(mixed_text)), Function::kTanh).step(std::move(text));
}

namespace shared {

std::vector<ParamSpec> alignment(const std::vector<std::string_view>& which, std::string_view fallback) {
  ParamSpec score = choice("score", "Score", "How a word that asks and a word that is read are compared.", {});
  ParamSpec hidden = hidden_width();
  hidden.when_param = "score";
  bool scaled = false;
  for (const std::string_view value : which) {
    if (value == fallback) score.fallback = static_cast<double>(score.choices.size());
    for (const Alignment& alignment : kAlignments) {
      if (alignment.choice.value != value) continue;
      score.choices.push_back(alignment.choice);
      if (alignment.score == score_by_network) hidden.when_values.push_back(value);
      scaled = scaled || value == kScaled.value;
    }
  }
  std::vector<ParamSpec> specs = {score};
  if (!hidden.when_values.empty()) specs.push_back(hidden);
  if (!scaled) return specs;
  for (ParamSpec& spec : weights({head_width()})) {
    if (spec.when_param.empty()) spec.when_param = "score", spec.when_values = {kScaled.value};
    specs.push_back(spec);
  }
  return specs;
}

ParamSpec paper_or_code(std::string_view paper, std::string_view code) {
  return choice("form", "Form", "The paper and its authors' code differ here.",
                {{"paper", "Paper", paper}, {"code", "Code", code}});
}

ParamSpec normed(bool on) { return flag("normed", "Unit vector", "The scoring vector is brought to length 1.", on); }

ParamSpec attentional() {
  return flag("attentional", "Attentional vector",
              "The result is tanh(W [c; h]), the context mixed with the word that asked, instead of the context.");
}

}  // namespace shared

}  // namespace attn
