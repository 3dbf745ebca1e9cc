// Hierarchical attention: Yang et al. 2016, "Hierarchical Attention Networks for Document Classification", section 2.2.
// Words make sentences and sentences make the text, each level weighed by a learned context vector.
#include <algorithm>
#include <vector>

#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

StepText step(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  return text;
}

StepText in_frame(StepText text, const char* stage, const char* label, const char* title, const char* note) {
  text.stage = stage, text.label = label, text.title = title, text.note = note;
  return text;
}

// Which sentence each word stands in, counted from 0 in the order of the given numbers; -1 for padding, which stands in
// none. The numbers are given (`sentence`: words with equal numbers form one) or made of sentences of equal length.
struct Sentences {
  std::vector<float> of_word;
  int64_t count = 1;
  Origin origin = Origin::kFixed;
};

Sentences sentences_of(Setting& setting) {
  const int64_t words = setting.tokens(), length = setting.params().integer("sentence_length");
  const int64_t padding = setting.params().choice("mask") == "padding" ? setting.params().integer("padding") : 0;
  Sentences sentences;
  const std::vector<float>* given = setting.given("sentence", {{axis::kKey, words}});
  if (given) sentences.origin = Origin::kGiven;
  for (int64_t i = 0; i < words; ++i) {
    const int64_t regular = i / length;
    sentences.of_word.push_back(given ? (*given)[static_cast<size_t>(i)] : static_cast<float>(regular));
  }
  const size_t read = static_cast<size_t>(std::max<int64_t>(words - padding, 0));
  std::vector<float> numbers(sentences.of_word.begin(), sentences.of_word.begin() + static_cast<int64_t>(read));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  sentences.count = std::max<int64_t>(static_cast<int64_t>(numbers.size()), 1);  // without words: one, without words
  for (size_t i = 0; i < sentences.of_word.size(); ++i) {
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), sentences.of_word[i]) - numbers.begin();
    sentences.of_word[i] = i < read ? static_cast<float>(at) : -1.0F;
  }
  return sentences;
}

// M_sj = 1 where word j stands in sentence s: [latent, key].
Value members(Setting& setting) {
  const char* title = "Words stand in sentences";
  const char* note = "A word belongs to the sentence whose number it has; padding belongs to none.";
  Sentences sentences = sentences_of(setting);
  std::vector<float> numbers;
  for (int64_t s = 0; s < sentences.count; ++s) numbers.push_back(static_cast<float>(s));
  Graph& graph = setting.graph();
  const Value all = graph.leaf({{axis::kLatent, sentences.count}}, std::move(numbers), Origin::kFixed,
                               step("numbers", "s", Role::kNone, ""));
  const Value of_word = graph.leaf({{axis::kKey, setting.tokens()}}, std::move(sentences.of_word), sentences.origin,
                                   step("sentence", "s_j", Role::kNone, ""));
  const auto words = [&](StepText text) { return in_frame(std::move(text), "sentences", "sentences", title, note); };
  const Value minus = scale(of_word, -1).step(words(step("minus_sentence", "-s_j", Role::kNone, "-s_j")));
  Value difference = add(all, minus).step(words(step("sentence_distance", "s-s_j", Role::kNone, "s - s_j")));
  difference = rearrange(difference, {axis::kLatent, axis::kKey})
                   .step(words(step("by_sentence", "s-s_j", Role::kNone, R"((s - s_j)^\top)")));
  return within(difference, 0, "A word is read in its own sentence.")
      .step(words(step("members", "M", Role::kWeights, R"(M_{sj} = [\,s = s_j\,])")));
}

// u = tanh(W h + b) for one level: [rows, model] -> [rows, feature].
Value hidden(Setting& setting, Value h, std::string_view rows_as, const std::string& level, const char* latex) {
  const char* title = "A hidden representation of each";
  const char* note = "A small layer says what each word, or each sentence, is about.";
  const Dim feature = {axis::kFeature, setting.params().integer("hidden")};
  const std::string w_id = level == "w" ? "w" : "w_s", b_id = level == "w" ? "b" : "b_s";
  const Value w = setting.weight({{axis::kModel, setting.width()}, feature}, step(w_id.c_str(), "W", Role::kKey, ""));
  const Value b = setting.weight({feature}, step(b_id.c_str(), "b", Role::kKey, ""), Init::kZeros);
  const char* stage = level == "w" ? "project" : "project_sentences";
  const Value layer = linear(h, w, b, axis::kModel, rows_as)
                          .step(in_frame(step(("layer_" + level).c_str(), "W h", Role::kKey, R"(\k{W}\,h + \k{b})"),
                                         stage, "hidden", title, note));
  return map(layer, Function::kTanh)
      .step(in_frame(step(("u_" + level).c_str(), "U", Role::kKey, latex), stage, "hidden", title, note));
}

Value build(Setting& setting) {
  const Value member = members(setting);
  const Value u_w = hidden(setting, setting.x(), axis::kKey, "w", R"(\k{u_j} = \tanh(\k{W_w}\,h_j + \k{b_w}))");
  const Value v = rename(setting.x(), axis::kQuery, axis::kKey)
                      .step(in_frame(step("v", "V", Role::kValue, R"(\v{V} = H)"), "project", "hidden",
                                     "A hidden representation of each", "The word's own vector is what is carried."));

  // Words: alpha_sj = softmax over the words of sentence s of u_w . u_j
  const char* title = "A context vector asks the words";
  const char* note = "One learned vector scores every word; each sentence sees the scores of its own words.";
  const Value word_context = setting.weight({u_w.shape()[1]}, step("u_ctx", "u_w", Role::kQuery, ""));
  const Value each = dot(u_w, word_context)
                         .step(in_frame(step("word_scores", "S", Role::kWeights, R"(\a{S_j} = \q{u_w}\cdot\k{u_j})"),
                                        "score", "scores", title, note));
  Value scores = multiply(member, each)
                     .step(in_frame(step("scores", "S", Role::kWeights, R"(\a{S_{sj}} = M_{sj}\,\a{S_j})"), "score",
                                    "scores", title, note));
  scores = divide_by_temperature(setting, {}, scores);
  scores = mask(scores, member)
               .step(in_frame(step("masked_scores", "S", Role::kWeights,
                                   R"(\a{S_{sj}} \leftarrow -\infty \quad\text{where}\; M_{sj} = 0)"),
                              "mask", "mask", "A sentence reads its own words",
                              "Words of other sentences, and padding, are masked: their weight will be exactly 0."));
  const Value alpha = softmax(scores).step(
      in_frame(step("word_pattern", "A", Role::kWeights, R"(\a{\alpha_{sj}} = \operatorname{softmax}_j(\a{S_{sj}}))"),
               "normalise_words", "softmax", "Words share their sentence's attention",
               "In each sentence the weights of its words add up to 1."));
  const Value sentences =
      matmul(alpha, v, axis::kKey)
          .step(in_frame(step("sentences", "s", Role::kValue, R"(\v{s_i} = \sum_j \a{\alpha_{ij}}\,\v{h_j})"),
                         "combine_words", "sentences", "Every sentence becomes one vector",
                         "The words of a sentence are added up, each as strongly as its weight says."));

  // Sentences: beta_s = softmax over sentences of u_s . u_i
  const Value u_s = hidden(setting, sentences, {}, "s", R"(\k{u_i} = \tanh(\k{W_s}\,\v{s_i} + \k{b_s}))");
  const Value context = setting.weight({{axis::kQuery, 1}, u_s.shape()[1]}, step("u_ctx_s", "u_s", Role::kQuery, ""));
  Value sentence_scores =
      matmul(context, u_s, axis::kFeature)
          .step(in_frame(step("sentence_scores", "S", Role::kWeights, R"(\a{S_i} = \q{u_s}\cdot\k{u_i})"),
                         "score_sentences", "scores", "A second context vector asks the sentences",
                         "The same question one level higher: which sentences matter?"));
  sentence_scores = divide_by_temperature(setting, {}, sentence_scores);
  const char* both = "Sentences share the attention of the text";
  const Value beta = softmax(sentence_scores)
                         .step(in_frame(step("sentence_pattern", "B", Role::kWeights,
                                             R"(\a{\beta_i} = \operatorname{softmax}_i(\q{u_s}\cdot\k{u_i}))"),
                                        "normalise", "softmax", both, "The weights of the sentences add up to 1."));
  matmul(beta, alpha, axis::kLatent)
      .step(
          in_frame(step("pattern", "A", Role::kWeights, R"(\a{A_j} = \sum_i \a{\beta_i}\,\a{\alpha_{ij}})"),
                   "normalise", "softmax", both,
                   "To be read, not used further: a word's weight in its sentence times the sentence's own is what it "
                   "counts in the whole text."));
  return matmul(beta, sentences, axis::kLatent)
      .step(in_frame(step("z", "v", Role::kOutput, R"(\z{v} = \sum_i \a{\beta_i}\,\v{s_i})"), "combine", "weighted sum",
                     "One vector for the whole text",
                     "The sentences are added up, each as strongly as its weight says."));
}

}  // namespace

Variant hierarchical() {
  EntryText text;
  text.name = "Hierarchical";
  text.family = "pooling";
  text.summary = "Words are weighed within their sentence, then sentences within the text: attention on two levels.";
  text.latex =
      R"(\v{s_i} = \sum_j \a{\alpha_{ij}}\,\v{h_{ij}}, \quad \a{\alpha_{ij}} = \operatorname{softmax}_j(\q{u_w}\cdot\k{u_{ij}}), \quad \z{v} = \sum_i \a{\beta_i}\,\v{s_i}, \quad \a{\beta_i} = \operatorname{softmax}_i(\q{u_s}\cdot\k{u_i}))";
  ParamSpec hidden_units = shared::hidden_width();
  hidden_units.doc = "Units of the hidden representations and context vectors; the paper has 100.";
  // 64: all of any example in one
  text.params = {shared::whole_number("sentence_length", "Sentence length",
                                      "Words of a sentence, where nobody says which word stands in which.", 4, 1, 64),
                 hidden_units, shared::temperature()};
  append(&text.params, shared::padding_mask());
  return {text, build, /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs hierarchical_docs() {
  EntryDocs docs;
  docs.papers = {{"Hierarchical Attention Networks for Document Classification", "Yang, Yang, Dyer, He, Smola, Hovy",
                  2016, "https://aclanthology.org/N16-1174/"}};
  docs.differs =
      "The paper puts a recurrent encoder under each level; here words and sentences are weighed as they are. Where "
      "sentences end is not known here: a tensor `sentence` gives every word a number, and words with equal numbers "
      "form a sentence; without it sentences have one length. Weights are seeded, not trained.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kEquals, "A text of one sentence is inner attention.", {{"sentence_length", "64"}}, "inner"}};
  docs.slots = shared::slots_but({{"project", "a tanh layer for words, another for sentences"},
                                  {"score", "dot product with a learned context vector, on each level"},
                                  {"modify", "none"},
                                  {"mask", "words of other sentences, and padding"},
                                  {"normalise", "softmax in each sentence, then over sentences"},
                                  {"combine", "words make sentences, sentences the text"}});
  docs.cost = {R"(n\,h + s\,n\,d + s\,(h + d))", R"(4\,s\,n)"};
  return docs;
}

}  // namespace attn::variants
