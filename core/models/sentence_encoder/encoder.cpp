#include "core/models/sentence_encoder/encoder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"
#include "core/tensor/container.h"
#include "core/text/starter.h"
#include "core/text/unigram.h"
#include "rapidjson/document.h"

namespace attn::models {
namespace {

std::string layer_scope(int layer) { return "layer_" + std::to_string(layer); }

StepText step(const char* id, const char* stage, const char* label, const char* title, const char* note,
              const char* latex, const char* symbol) {
  StepText text;
  text.id = id, text.stage = stage, text.label = label, text.title = title, text.note = note;
  text.latex = latex, text.symbol = symbol;
  return text;
}

StepText name(const char* id, const char* symbol) {
  StepText text;
  text.id = id, text.symbol = symbol;
  return text;
}

Status bad_model(std::string got, std::string takes) {
  return {ErrorKind::kBadModel, "model", std::move(got), std::move(takes)};
}

// A whole number from the header's config.
int config_integer(const rapidjson::Document& header, const char* field) {
  const auto config = header.FindMember("config");
  if (config == header.MemberEnd() || !config->value.IsObject()) return -1;
  const auto found = config->value.FindMember(field);
  return found != config->value.MemberEnd() && found->value.IsInt() ? found->value.GetInt() : -1;
}

}  // namespace

std::unique_ptr<SentenceEncoder> SentenceEncoder::load(std::span<const uint8_t> bytes, Status* status) {
  Container container;
  *status = Container::open(bytes, &container);
  if (!status->ok()) return nullptr;
  rapidjson::Document header;
  header.Parse<rapidjson::kParseIterativeFlag>(container.header().data(), container.header().size());
  const auto kind = header.FindMember("kind");
  const std::string_view is = kind != header.MemberEnd() && kind->value.IsString() ? kind->value.GetString() : "";

  auto model = std::make_unique<SentenceEncoder>();
  if (is == "sentence_encoder") {
    auto tokenizer = std::make_unique<text::UnigramTokenizer>();
    *status = text::UnigramTokenizer::from_container(container, kReserved, tokenizer.get());
    if (status->ok()) *status = Weights::read_full(container, &model->weights_);
    model->tokenizer_ = std::move(tokenizer);
    for (int layer = 1; layer <= kLayers; ++layer) {
      for (int head = 1; head <= kHeads; ++head) model->available_.emplace_back(layer, head);
    }
  } else if (is == "sentence_encoder_starter") {
    const int layer = config_integer(header, "layer"), head = config_integer(header, "head");
    const int first_inner = config_integer(header, "first_inner");
    // Layer 2's input would need the whole of layer 1.
    if (layer != 1 || head < 1 || head > kHeads) {
      *status = bad_model("a starter of layer " + std::to_string(layer) + ", head " + std::to_string(head),
                          "one head of layer 1");
      return nullptr;
    }
    auto tokenizer = std::make_unique<text::StarterTokenizer>();
    *status = text::StarterTokenizer::from_container(container, first_inner, tokenizer.get());
    if (status->ok()) *status = Weights::read_starter(container, layer, head, &model->weights_);
    for (size_t row = 0; row < tokenizer->ids().size(); ++row) {
      model->rows_[tokenizer->ids()[row]] = static_cast<int>(row);
    }
    model->layers_ = 1;
    model->tokenizer_ = std::move(tokenizer);
    model->available_.emplace_back(layer, head);
  } else {
    *status = bad_model("a file of kind \"" + std::string(is) + "\"", "a sentence encoder");
  }
  return status->ok() ? std::move(model) : nullptr;
}

int SentenceEncoder::heads(int layer) const { return layer >= 1 && layer <= layers_ ? kHeads : 0; }

Tokenized SentenceEncoder::tokenize(std::string_view utf8) const {
  const text::Encoding encoding = tokenizer_->encode(utf8);
  Tokenized result;
  for (const text::Piece& piece : encoding.pieces) {
    result.pieces.push_back({piece.id, piece.begin, piece.end, piece.starts_word});
  }
  for (const text::Range& range : encoding.outside) {
    result.outside.emplace_back(
        utf8.substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.end - range.begin)));
  }
  return result;
}

Value SentenceEncoder::weight(Graph& graph, const std::string& name, Shape shape, StepText text, bool table) const {
  const Offer offer = weights_.get(name);
  if (offer.values == nullptr) {
    graph.fail(bad_model("a model file without " + name, "the full model: load it first"));
    return graph.leaf({{axis::kOne, 1}}, {0.0F}, Origin::kFixed, {});
  }
  return graph.shared_leaf(std::move(shape), offer.values, Origin::kTrained, std::move(text), table);
}

Value SentenceEncoder::norm(Graph& graph, const std::string& name, Value x, StepText text) const {
  const Shape columns = {x.shape()[x.shape().rank() - 1]};
  const Value gain = weight(graph, name + "_gain", columns, attn::models::name((text.id + "_gain").c_str(), "g"));
  const Value bias = weight(graph, name + "_bias", columns, attn::models::name((text.id + "_bias").c_str(), "b"));
  return layer_norm(x, gain, bias, kNormEpsilon).step(std::move(text));
}

// e + (e + p): the timing layer has a residual path of its own, so the embedding counts twice.
Value SentenceEncoder::record_embedding(Graph& graph, const Tokenized& text) const {
  const int64_t pieces = static_cast<int64_t>(text.pieces.size());
  std::vector<float> ids;
  for (const TokenPiece& piece : text.pieces) {
    const auto found = rows_.find(piece.id);
    ids.push_back(static_cast<float>(rows_.empty() ? piece.id : found == rows_.end() ? 0 : found->second));
  }
  const Offer table_offer = weights_.get("embedding");
  const Value table = weight(graph, "embedding", {{axis::kPiece, table_offer.sizes[0]}, {axis::kModel, kEmbedding}},
                             name("table", "E"), true);
  const Value tokens = graph.leaf({{axis::kQuery, pieces}}, std::move(ids), Origin::kGiven,
                                  step("tokens", "tokens", "tokens", "The text is cut into pieces",
                                       "Each piece has a number: its row in the table of vectors.", R"(t_i)", "t"));
  const char* const label = "embed";
  const char* const title = "Every piece becomes a vector";
  const Value embedded = gather(table, tokens)
                             .step(step("embeddings", "embed", label, title, "The piece's row in the learned table.",
                                        R"(e_i = E_{t_i})", "E"));

  // p[i, c] = sin(i f_c) in the first half of the channels, cos(i f_c) in the second (Vaswani et al. 2017, 3.5).
  const std::vector<float>& frequency = *weights_.get("frequency").values;
  const int64_t half = kEmbedding / 2;
  std::vector<float> waves(static_cast<size_t>(pieces * kEmbedding));
  for (int64_t i = 0; i < pieces; ++i) {
    for (int64_t c = 0; c < half; ++c) {
      const float angle = static_cast<float>(i) * frequency[static_cast<size_t>(c)];
      waves[static_cast<size_t>(i * kEmbedding + c)] = kernels::sin(angle);
      waves[static_cast<size_t>(i * kEmbedding + half + c)] = kernels::cos(angle);
    }
  }
  const Value position =
      graph.leaf({{axis::kQuery, pieces}, {axis::kModel, kEmbedding}}, std::move(waves), Origin::kFixed,
                 step("positions", "embed", label, title, "Waves of different lengths say where a piece stands.",
                      R"(p_{i,c} = \sin(i f_c),\ p_{i,c+128} = \cos(i f_c))", "P"));
  const Value placed = add(embedded, position)
                           .step(step("placed", "embed", label, title, "What the piece is, plus where it stands.",
                                      R"(e_i + p_i)", "E+P"));
  return add(embedded, placed)
      .step(step("residual_stream", "embed", label, title,
                 "The vector is added once more on a path around the positions: what layer 1 changes and passes on.",
                 R"(x_i = e_i + (e_i + p_i))", "X"));
}

namespace {

StepText input_text() {
  return step("x", "embed", "embed", "Every piece becomes a vector",
              "Layer norm brings every vector to the same mean and spread: this is what attention reads.",
              R"(\hat{x}_i = g\,\frac{x_i - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}} + b)", "X");
}

}  // namespace

Value SentenceEncoder::record_input(Graph& graph, const Tokenized& text, int layer) const {
  Value x = record_embedding(graph, text);
  if (layer == 2) {
    // The layer below as it was trained: its mask and temperature are not this mechanism's to change.
    const std::vector<ParamSpec> specs = [] {
      std::vector<ParamSpec> list = shared::mask();
      list.push_back(shared::temperature());
      return list;
    }();
    const std::string scope = graph.scope();
    x = record_layer(graph, Params(specs), 1, x);
    graph.set_scope(scope);
  }
  return norm(graph, layer_scope(layer) + "/norm", x, input_text());
}

void SentenceEncoder::offer_weights(Setting& setting, int layer, int head) const {
  const std::string at = layer_scope(layer) + "/";
  setting.set_output_width(kModel);
  for (const std::string name : {"w_q", "w_k", "w_v", "b_q", "b_k", "b_v", "w_o", "b_o"}) {
    if (!weights_.has(at + name)) continue;
    Offer offer = weights_.get(at + name);
    // One head of several: its block along the first axis. Its rows of w_o give its share of the output; the bias
    // belongs to all heads together.
    const int64_t parts = name == "w_o" ? offer.sizes[0] / head_width(layer) : offer.sizes[0];
    if (head >= 1 && name == "b_o") continue;
    if (head >= 1 && parts == kHeads) {
      const size_t block = offer.values->size() / kHeads;
      const auto begin = offer.values->begin() + static_cast<int64_t>(block) * (head - 1);
      offer.values = std::make_shared<const std::vector<float>>(begin, begin + static_cast<int64_t>(block));
      offer.sizes[0] /= kHeads;
    }
    setting.offer(name, std::move(offer));
  }
}

Value SentenceEncoder::record_layer(Graph& graph, const Params& params, int layer, Value x) const {
  graph.set_scope(layer_scope(layer));
  const std::string at = layer_scope(layer) + "/";
  Setting setting(graph, params, /*seed=*/1);  // never drawn from: every weight is trained
  setting.set_x(norm(graph, at + "norm", x, input_text()));
  offer_weights(setting, layer, 0);
  Pipeline pipeline;
  pipeline.heads = kHeads;
  pipeline.head_width = head_width(layer);
  pipeline.output = project_output;
  const Value out = attend(setting, pipeline);

  // Layer 1 widens 256 to 512, so its residual path is a learned projection; layer 2's is the vector itself.
  const char* const add_title = "What was read is added to what was there";
  if (layer == 1) {
    const Value w =
        weight(graph, at + "w_r", {{axis::kModel, kEmbedding}, {axis::kFeature, kModel}}, name("w_r", "W_R"), true);
    const Value b = weight(graph, at + "b_r", {{axis::kFeature, kModel}}, name("b_r", "b_R"));
    const Value wide =
        linear(x, w, b, axis::kModel)
            .step(step("wide", "residual", "add", add_title,
                       "A learned matrix widens the vector from 256 to 512 channels.", R"(x_i W_R + b_R)", "R"));
    x = rename(wide, axis::kFeature, axis::kModel)
            .step(step("residual", "residual", "add", add_title, "The widened vector goes around the attention.",
                       R"(r_i)", "R"));
  }
  const Value middle = add(out, x).step(step("middle", "residual", "add", add_title,
                                             "The attention's output is added to the vector that went around it.",
                                             R"(y_i = o_i + r_i)", "Y"));

  // y + W2 relu(W1 norm(y) + b1) + b2
  const char* const label = "feed forward";
  const char* const title = "Every word thinks for itself";
  const Value normed = norm(graph, at + "ffn", middle,
                            step("ffn_x", "feed_forward", label, title, "Layer norm again.", R"(\hat{y}_i)", "Y"));
  const Value w_1 =
      weight(graph, at + "w_1", {{axis::kModel, kModel}, {axis::kFeature, kFeedForward}}, name("w_1", "W_1"), true);
  const Value b_1 = weight(graph, at + "b_1", {{axis::kFeature, kFeedForward}}, name("b_1", "b_1"));
  const Value hidden =
      linear(normed, w_1, b_1, axis::kModel)
          .step(step("hidden", "feed_forward", label, title, "1536 features are measured in each vector.",
                     R"(h_i = \hat{y}_i W_1 + b_1)", "H"));
  const Value active = map(hidden, Function::kRelu)
                           .step(step("active", "feed_forward", label, title, "Negative features are cut to zero.",
                                      R"(\max(h_i, 0))", "H"));
  const Value w_2 =
      weight(graph, at + "w_2", {{axis::kFeature, kFeedForward}, {axis::kModel, kModel}}, name("w_2", "W_2"), true);
  const Value b_2 = weight(graph, at + "b_2", {{axis::kModel, kModel}}, name("b_2", "b_2"));
  const Value mixed = linear(active, w_2, b_2, axis::kFeature)
                          .step(step("ffn_out", "feed_forward", label, title,
                                     "What was found is written back as a vector.", R"(\max(h_i, 0) W_2 + b_2)", "F"));
  return add(mixed, middle)
      .step(step("layer_out", "feed_forward", label, title, "Added to the vector that went around: the layer's output.",
                 R"(x_i \leftarrow y_i + f_i)", "X"));
}

// tanh(W mean + b), scaled to length 1.
Value SentenceEncoder::record_pool(Graph& graph, Value mean) const {
  const char* const label = "sentence";
  const char* const title = "One vector for the whole sentence";
  const Value w = weight(graph, "pool", {{axis::kFeature, kModel}, {axis::kModel, kModel}}, name("w_s", "W_S"), true);
  const Value b = weight(graph, "pool_bias", {{axis::kFeature, kModel}}, name("b_s", "b_S"));
  const Value dense =
      add(dot(w, mean), b).step(step("dense", "pool", label, title, "One more learned matrix.", R"(W_S m + b_S)", "s"));
  const Value bent = map(dense, Function::kTanh)
                         .step(step("bent", "pool", label, title, "tanh keeps every channel between −1 and 1.",
                                    R"(\tanh(\cdot))", "s"));
  // x / |x| is rms norm with gain 1/sqrt(n): x / sqrt(mean(x^2)) / sqrt(n). The original guards |x|^2 with 1e-12.
  const float gain = 1.0F / kernels::square_root(static_cast<float>(kModel));
  const Value gains = graph.leaf({{axis::kFeature, kModel}}, std::vector<float>(static_cast<size_t>(kModel), gain),
                                 Origin::kFixed, name("unit", "g"));
  return rms_norm(bent, gains, 1e-12 / static_cast<double>(kModel))
      .step(step("sentence", "pool", label, title,
                 "Scaled to length 1, so that the dot product of two sentences is the cosine of their angle.",
                 R"(s = \frac{\tanh(\cdot)}{\lVert\tanh(\cdot)\rVert})", "s"));
}

Value SentenceEncoder::record(Setting& setting, const Tokenized& text) const {
  Graph& graph = setting.graph();
  if (!complete()) {
    graph.fail({ErrorKind::kNotFound, "model", "the starter, which has one head", "the full model: load it first"});
    return graph.leaf({{axis::kOne, 1}}, {0.0F}, Origin::kFixed, {});
  }
  Tokenized read = text;
  read.pieces.resize(std::min(read.pieces.size(), static_cast<size_t>(most_pieces())));
  if (read.pieces.empty()) {
    // No piece, so no layer runs; the original's mean over nothing is zero.
    const Value zero =
        graph.leaf({{axis::kModel, kModel}}, std::vector<float>(static_cast<size_t>(kModel)), Origin::kFixed,
                   step("mean", "pool", "sentence", "One vector for the whole sentence",
                        "An empty text has no vectors to average.", R"(m = 0)", "m"));
    return record_pool(graph, zero);
  }
  const std::string scope = graph.scope();
  Value x = record_embedding(graph, read);
  for (int layer = 1; layer <= kLayers; ++layer) x = record_layer(graph, setting.params(), layer, x);
  graph.set_scope(scope);
  const Value mean = reduce_mean(x, axis::kQuery)
                         .step(step("mean", "pool", "sentence", "One vector for the whole sentence",
                                    "The average over all pieces.", R"(m = \frac{1}{n}\sum_i x_i)", "m"));
  return record_pool(graph, mean);
}

std::vector<float> SentenceEncoder::embed(const Tokenized& text) const {
  if (!complete()) return {};
  std::vector<ParamSpec> specs = shared::mask();
  specs.push_back(shared::temperature());
  const Params params(specs);
  Graph graph;
  Setting setting(graph, params, /*seed=*/1);
  const Value sentence = record(setting, text);
  Evaluation<float> values(graph);
  if (!graph.status().ok() || !values.run().ok()) return {};
  std::vector<float> result(static_cast<size_t>(sentence.shape().count()));
  values.rows(sentence.node(), {0, 1}, result.data());
  return result;
}

}  // namespace attn::models
