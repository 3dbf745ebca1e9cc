// Yang et al. 2016, "Hierarchical Attention Networks for Document Classification": words become sentences, sentences
// become a document, both times by a GRU that reads both ways and by attention with a learned query.
#include <algorithm>
#include <vector>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/layers/gru.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"

namespace attn::models {
namespace {

// Which of the places of a padded document hold something: 1 or 0.
struct Present {
  Value words;      // [batch, sentence, word]
  Value sentences;  // [batch, sentence]
};

Value given_mask(Recorder& r, const Shape& shape, std::vector<float> values, const char* id, const char* symbol) {
  return r.graph().leaf(shape, std::move(values), Origin::kGiven, named(id, symbol));
}

// A sentence is there if any of its words is.
Present present_in(Recorder& r, Value source) {
  const std::vector<float>& ids = *r.graph().node(source.node()).values;
  const size_t length = static_cast<size_t>(source.shape().columns());
  std::vector<float> words(ids.size()), sentences(ids.size() / length);
  for (size_t i = 0; i < ids.size(); ++i) {
    words[i] = ids[i] < 0 ? 0.0F : 1.0F;
    sentences[i / length] = std::max(sentences[i / length], words[i]);
  }
  const Shape rows = source.shape().without(2);
  return {given_mask(r, source.shape(), std::move(words), "words_present", "M_w"),
          given_mask(r, rows, std::move(sentences), "sentences_present", "M_s")};
}

// Padding asks the table for its first row, and the mask takes that away again: [batch, sentence, word, model].
Value embed(Recorder& r, Value source, Value present) {
  const FrameText frame{"embed", "words", "Words become vectors"};
  std::vector<float> ids = *r.graph().node(source.node()).values;
  for (float& id : ids) id = std::max(id, 0.0F);
  const Value known = r.graph().leaf(source.shape(), std::move(ids), Origin::kGiven, named("ids", "w"));
  const int64_t width = r.params().integer("embedding");
  // 0.1: numbers about as large as those of word vectors trained before, with which the paper starts.
  const Value x =
      embedding(r, "words", known, r.sizes().source_pieces, width, Start::normal(0.1))
          .step(frame.step("looked_up", "W_e", Role::kNone, R"(W_e w_{it})", "Looked up in a learned table."));
  return multiply(x, present)
      .step(frame.step("x", "X", Role::kNone, R"(x_{it} = W_e w_{it})", "Where no word stands, the vector is 0."));
}

// The paper's GRU: the reset gate after the product, the update gate takes the new.
Gru paper_gru(const Recorder& r) {
  Gru layer;
  layer.width = r.params().integer("width");
  layer.update = UpdateGate::kTakesNew;
  layer.reset = ResetGate::kAfterProduct;
  return layer;
}

// h_t = [forward h_t; backward h_t]: [..., time, model] -> [..., time, model 2n]. Padding stands behind a text: read
// forwards it comes last and moves nothing that is looked at; read backwards it comes first, and the state stays 0.
Value read_both_ways(Recorder& r, Value x, Value present) {
  const FrameText frame{"state", "states", "Each place knows what stands before and behind it"};
  const Gru layer = paper_gru(r);
  const Value forwards = gru(r, "forward", x, layer).states;
  const GruCell cell(r, "backward", x.shape().columns(), layer);
  const Scope scope(r, "backward");
  const std::string_view time = time_of(x);
  const Value gates = cell.of_input(x);
  Value state = cell.zeros(x);
  const Value backwards = over_time(r, time, x.shape().size(time), true, [&](int64_t t) {
    state = multiply(cell.step(at_time(gates, t), state), slice(present, time, t, t + 1))
                .step(cell_text("h_present", "h", R"(M_t\,h_t)", "Where nothing stands, the state stays 0."));
    return state;
  });
  return concat(forwards, backwards, axis::kModel)
      .step(frame.step("states", "H", Role::kKey, R"(\k{h_t} = [\overrightarrow{h}_t; \overleftarrow{h}_t])",
                       "Both readings, side by side."));
}

// Shares of the places that are there, by a learned query or alike: h [..., time, model] -> [..., time]. A row in which
// nothing is there has shares of 0.
Value shares(Recorder& r, Value h, Value present) {
  if (r.params().choice("pooling") == "average") {
    const FrameText share{"normalise", "average", "Every place counts alike"};
    const std::vector<float> zeros(static_cast<size_t>(present.shape().count()));
    const Value even = r.graph().leaf(present.shape(), zeros, Origin::kFixed, named("even", "0"));
    return softmax(mask(even, present))
        .step(share.step("pattern", "A", Role::kWeights, R"(\a{\alpha_t} = \tfrac{1}{T})",
                         "As much for each as for every other one that is there."));
  }
  const FrameText project{"project", "keys", "Each place says what it offers"};
  // u_t = tanh(W h_t + b): [..., time, feature]
  const int64_t width = r.params().integer("context");
  const Value u = map(linear_layer(r, "keys", h, {.width = width, .to = axis::kFeature}), Function::kTanh)
                      .step(project.step("k", "U", Role::kKey, R"(\k{u_t} = \tanh(W\,h_t + b))",
                                         "A layer hides what does not matter for importance."));
  const FrameText score{"score", "scores", "A learned question meets every place"};
  // u_w: drawn at random, then learned
  const Value context =
      r.parameter("query", {{axis::kFeature, width}}, Start::normal(0.1), leaf_text("query", "u", Role::kQuery));
  const Value scores =
      dot(u, context)
          .step(score.step("scores", "S", Role::kWeights, R"(\a{s_t} = \k{u_t} \cdot \q{u})",
                           "The query is a learned vector, the same for every text: what is informative here?"));
  const FrameText hide{"mask", "mask", "What is not there is not read"};
  const Value masked = mask(scores, present)
                           .step(hide.step("masked_scores", "S", Role::kWeights, R"(\a{s_t} \leftarrow -\infty)",
                                           "Padding has no part; of nothing at all, nothing is read."));
  const FrameText share{"normalise", "softmax", "Softmax turns scores into weights"};
  return softmax(masked).step(share.step("pattern", "A", Role::kWeights,
                                         R"(\a{\alpha_t} = \operatorname{softmax}_t(\a{s_t}))",
                                         "Shares that add up to 1: what the verdict leans on."));
}

// sum_t alpha_t h_t: [..., time, model] -> [..., model]
Value pool(Value pattern, Value h) {
  const FrameText combine{"combine", "context", "One vector of many"};
  return matmul(pattern, h, pattern.shape().dims().back().axis)
      .step(combine.step("context", "Z", Role::kOutput, R"(\z{z} = \sum_t \a{\alpha_t}\,\v{h_t})",
                         "The states, added up by their weights."));
}

// source: [batch, sentence, word]
Prediction predict(Recorder& r, Value source) {
  const Present present = present_in(r, source);
  Prediction prediction;
  Value sentences, document, of_words, of_sentences;
  {
    const Scope scope(r, "words");
    const Value h = read_both_ways(r, embed(r, source, present.words), present.words);
    of_words = shares(r, h, present.words);
    sentences = pool(of_words, h);  // [batch, sentence, model]
  }
  {
    const Scope scope(r, "sentences");
    const Value h = read_both_ways(r, sentences, present.sentences);
    of_sentences = shares(r, h, present.sentences);
    document = pool(of_sentences, h);  // [batch, model]
  }
  const FrameText output{"output", "logits", "The document is judged"};
  const double rate = r.params().number("dropout");
  prediction.output =
      linear_layer(r, "classes", r.dropout(document, rate), {.width = r.sizes().target_pieces, .to = axis::kPiece})
          .step(output.step("logits", "p", Role::kOutput, R"(p = \operatorname{softmax}(W_c\,\z{z} + b_c))",
                            "One number for each class."));
  // The document reads sentences, [batch, query 1, key]; sentences read words, [batch, query, key].
  const Value reads = rearrange(repeat(of_sentences, axis::kQuery, 1), {axis::kBatch, axis::kQuery, axis::kSentence});
  prediction.attention = {rename(of_words, {{axis::kSentence, axis::kQuery}, {axis::kWord, axis::kKey}}),
                          rename(reads, axis::kSentence, axis::kKey)};
  return prediction;
}

}  // namespace

Model hierarchical_attention() {
  Model model;
  EntryText& text = model.text;
  text.name = "Hierarchical attention";
  text.family = "documents";
  text.summary = "Words become sentences, sentences become a document; a learned question says which of them matter.";
  text.latex =
      R"(\z{z} = \sum_t \a{\alpha_t}\,\v{h_t}, \quad \a{\alpha_t} = \operatorname{softmax}_t(\tanh(W \k{h_t} + b) \cdot \q{u}))";
  text.params = {
      shared::choice("pooling", "Pooling", "How places become one vector.",
                     {{"attention", "Attention", "A mean weighed by what each place offers (HN-ATT)."},
                      {"average", "Average", "Every place counts alike (HN-AVE)."}}),
      shared::whole_number("embedding", "Embeddings", "Numbers that stand for a word; the paper has 200.", 64, 1, 512),
      shared::whole_number("width", "State", "Units of a GRU in each direction; the paper has 50.", 32, 1, 256),
      shared::whole_number("context", "Context", "Numbers of the learned question; the paper has 100.", 64, 1, 256),
      shared::number("dropout", "Dropout", "Share of the document's vector left out while training.", 0, 0, 0.9, 0.05)};
  model.takes = TaskKind::kDocuments;
  // Section 3.3; the rate was searched for each data set.
  model.training = {{"batch", "64"}, {"optimizer", "sgd"}, {"momentum", "0.9"}, {"rate", "0.1"}};
  model.predict = predict;
  return model;
}

EntryDocs hierarchical_attention_docs() {
  EntryDocs docs;
  docs.papers = {{"Hierarchical Attention Networks for Document Classification", "Yang, Yang, Dyer, He, Smola, Hovy",
                  2016, "https://aclanthology.org/N16-1174/"}};
  docs.differs =
      "The paper starts from word vectors trained by word2vec on the same texts; here they start at random. It does "
      "not "
      "say what becomes of padding: here it is read by nobody, and a document without words is judged by the biases "
      "alone.";
  docs.cost = {R"(n\,(2h_u + 2)\,h)", R"(4\,n\,h_u)"};
  return docs;
}

}  // namespace attn::models
