// Inner attention with a trainable context vector: one level of Yang et al. 2016, "Hierarchical Attention Networks for
// Document Classification", equations 5 to 7. Inside one text a learned vector asks which words matter.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

StepText step(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  return text;
}

StepText projecting(StepText text) {
  text.stage = "project", text.label = "hidden", text.title = "Every word gets a hidden representation";
  text.note = "A small layer says what each word is about; the word's own vector is what is carried.";
  return text;
}

// u_t = tanh(W h_t + b): [key, feature], and the words themselves: [key, model].
Projected project(Setting& setting, const Pipeline&) {
  const Dim feature = {axis::kFeature, setting.params().integer("hidden")};
  const Value w = setting.weight({{axis::kModel, setting.width()}, feature}, step("w", "W", Role::kKey, ""));
  const Value b = setting.weight({feature}, step("b", "b", Role::kKey, ""), Init::kZeros);
  const Value layer = linear(setting.x(), w, b, axis::kModel, axis::kKey)
                          .step(projecting(step("layer", "W h", Role::kKey, R"(\k{W}\,h_t + \k{b})")));
  Projected in;
  in.k = map(layer, Function::kTanh)
             .step(projecting(step("k", "U", Role::kKey, R"(\k{u_t} = \tanh(\k{W}\,h_t + \k{b}))")));
  in.v = rename(setting.x(), axis::kQuery, axis::kKey).step(projecting(step("v", "V", Role::kValue, R"(\v{V} = H)")));
  return in;
}

// S_t = u_ctx . u_t: [query 1, key]
Value score(Setting& setting, const Projected& in) {
  const Value context = setting.weight({{axis::kQuery, 1}, in.k.shape()[1]}, step("u_ctx", "u_ctx", Role::kQuery, ""));
  StepText text = step("scores", "S", Role::kWeights, R"(\a{S_t} = \q{u_{\mathrm{ctx}}}\cdot\k{u_t})");
  text.stage = "score", text.label = "scores", text.title = "A learned context vector asks every word";
  text.note = "The context vector is a question that is learned once and asked of every text: which words matter?";
  return matmul(context, in.k, axis::kFeature).step(std::move(text));
}

// s = sum_t alpha_t h_t: [query 1, model]
Value combine(Setting&, const Projected& in, Value weights) {
  StepText text = step("z", "Z", Role::kOutput, R"(\z{s} = \sum_t \a{\alpha_t}\,\v{h_t})");
  text.stage = "combine", text.label = "weighted sum", text.title = "One vector for the whole text";
  text.note = "The words' own vectors are added up, each as strongly as its weight says.";
  return matmul(weights, in.v, axis::kKey).step(std::move(text));
}

}  // namespace

Variant inner() {
  EntryText text;
  text.name = "Inner";
  text.family = "pooling";
  text.summary = "A learned context vector asks one question of every text, and the words that answer make its vector.";
  text.latex =
      R"(\z{s} = \sum_t \a{\alpha_t}\,\v{h_t}, \quad \a{\alpha_t} = \operatorname{softmax}_t(\q{u_{\mathrm{ctx}}}\cdot\k{u_t}), \quad \k{u_t} = \tanh(\k{W}\,h_t + \k{b}))";
  ParamSpec hidden = shared::hidden_width();
  hidden.doc = "Units of the hidden representation and of the context vector; Yang et al. have 100.";
  text.params = {hidden, shared::temperature()};
  append(&text.params, shared::padding_mask());
  return {text,
          [](Setting& setting) {
            Pipeline pipeline;
            pipeline.project = project;
            pipeline.score = score;
            pipeline.modify = divide_by_temperature;
            pipeline.combine = combine;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs inner_docs() {
  EntryDocs docs;
  docs.papers = {{"Hierarchical Attention Networks for Document Classification", "Yang, Yang, Dyer, He, Smola, Hovy",
                  2016, "https://aclanthology.org/N16-1174/"},
                 {"Learning Natural Language Inference using Bidirectional LSTM model and Inner-Attention",
                  "Liu, Sun, Lin, Wang", 2016, "https://arxiv.org/abs/1605.09090"}};
  docs.differs =
      "The papers weigh the states of a recurrent encoder; here the words' vectors are weighed as they are. The "
      "question is a learned vector, as Yang et al. have it, where Liu et al. ask with the mean of the text. Weights "
      "are "
      "seeded, not trained.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kOrderBlind, "Reordering the words changes nothing: there is one result for the text."}};
  docs.slots = shared::slots_but({{"project", "a tanh layer makes the keys; v is the word's own vector"},
                                  {"score", "dot product with one learned context vector"},
                                  {"modify", "none"},
                                  {"combine", "weighted sum of the words, one for the text"}});
  docs.cost = {R"(n\,(h + d))", R"(4\,n)"};
  return docs;
}

}  // namespace attn::variants
