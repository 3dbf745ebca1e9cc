// Feed-forward attention: Raffel & Ellis 2015, "Feed-Forward Networks with Attention Can Solve Some Long-Term Memory
// Problems", equations 2 and 4. No word asks: one learned vector weighs all words, and their sum is the whole text.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

StepText step(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  return text;
}

StepText encoding(StepText text) {
  text.stage = "project", text.label = "states", text.title = "Every word becomes a hidden state";
  text.note = "A layer of its own turns each word, without a look at its neighbours, into the state that is weighed.";
  return text;
}

StepText scoring(StepText text) {
  text.stage = "score", text.label = "scores", text.title = "One learned vector scores every word";
  text.note = "No other word asks: a word's score comes from its own state alone.";
  return text;
}

// h_t = LReLU(x_t W_xh + b_xh), or the word itself: [key, feature or model].
Value states(Setting& setting) {
  StepText text = encoding(step("v", "V", Role::kValue, R"(\v{h_t} = x_t)"));
  if (!setting.params().flag("encode")) return rename(setting.x(), axis::kQuery, axis::kKey).step(std::move(text));
  const Dim feature = {axis::kFeature, setting.params().integer("hidden")};
  const Value w = setting.weight({{axis::kModel, setting.width()}, feature}, step("w_xh", "W_xh", Role::kValue, ""));
  const Value b = setting.weight({feature}, step("b_xh", "b_xh", Role::kValue, ""), Init::kZeros);
  const Value layer = linear(setting.x(), w, b, axis::kModel, axis::kKey)
                          .step(encoding(step("layer", "W_xh x", Role::kValue, R"(\v{W_{xh}}\,x_t + \v{b_{xh}})")));
  text.latex = R"(\v{h_t} = \operatorname{LReLU}(\v{W_{xh}}\,x_t + \v{b_{xh}}))";
  return map(layer, Function::kLeakyRelu).step(std::move(text));
}

// e_t = tanh(w . h_t + b): [query 1, key]. The vector stands where a query would.
Value scores_of(Setting& setting, Value h) {
  const Dim last = h.shape()[1];
  const Value w = setting.weight({{axis::kQuery, 1}, last}, step("w_he", "w_he", Role::kQuery, ""));
  const Value b = setting.weight({{axis::kQuery, 1}}, step("b_he", "b_he", Role::kQuery, ""), Init::kZeros);
  const Value product =
      matmul(w, h, last.axis).step(scoring(step("products", "w h", Role::kWeights, R"(\q{w_{he}}\cdot\v{h_t})")));
  const Value shifted =
      add(product, b)
          .step(scoring(step("energies", "w h + b", Role::kWeights, R"(\q{w_{he}}\cdot\v{h_t} + \q{b_{he}})")));
  return map(shifted, Function::kTanh)
      .step(scoring(step("scores", "S", Role::kWeights, R"(\a{e_t} = \tanh(\q{w_{he}}\cdot\v{h_t} + \q{b_{he}}))")));
}

Value build(Setting& setting) {
  const Value h = states(setting);
  const Value scores = divide_by_temperature(setting, {}, scores_of(setting, h));
  const Value weights = softmax_rows(setting, mask_by_choice(setting, scores));
  StepText text = step("z", "c", Role::kOutput, R"(\z{c} = \sum_t \a{\alpha_t}\,\v{h_t})");
  text.stage = "combine", text.label = "weighted sum", text.title = "One vector for the whole text";
  text.note = "The states of all words are added up, each as strongly as its weight says.";
  return matmul(weights, h, axis::kKey).step(std::move(text));
}

}  // namespace

Variant feed_forward() {
  EntryText text;
  text.name = "Feed-forward";
  text.family = "pooling";
  text.summary = "Nobody asks: one learned vector weighs all words of a text and makes one vector of them.";
  text.latex =
      R"(\z{c} = \sum_t \a{\alpha_t}\,\v{h_t}, \quad \a{\alpha_t} = \frac{\exp(\tanh(\q{w_{he}}\cdot\v{h_t} + \q{b_{he}}))}{\sum_k \exp(\tanh(\q{w_{he}}\cdot\v{h_k} + \q{b_{he}}))})";
  ParamSpec hidden = shared::when("encode", "true", shared::hidden_width());
  hidden.doc = "Units of that layer; the paper has 100.";
  text.params = {
      shared::flag("encode", "Hidden layer",
                   "Words pass a leaky ReLU layer first, as in the paper; without it they are weighed as they are.",
                   true),
      hidden, shared::temperature()};
  append(&text.params, shared::padding_mask());
  return {text, build, /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs feed_forward_docs() {
  EntryDocs docs;
  docs.papers = {{"Feed-Forward Networks with Attention Can Solve Some Long-Term Memory Problems", "Raffel, Ellis",
                  2015, "https://arxiv.org/abs/1512.08756"}};
  docs.differs =
      "The paper goes on with two more layers and does not mask padding; here the result is its context vector, and "
      "padding can be masked. Weights are seeded, not trained.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kOrderBlind, "Reordering the words changes nothing: it is a weighted mean over time."}};
  docs.slots = shared::slots_but({{"project", "a leaky ReLU layer makes the states"},
                                  {"score", "tanh(w·h + b), without a query"},
                                  {"modify", "none"},
                                  {"combine", "weighted sum of the states, one for the text"}});
  docs.cost = {R"(2\,n\,h)", R"(4\,n)"};
  return docs;
}

}  // namespace attn::variants
