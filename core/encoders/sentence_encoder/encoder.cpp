#include "core/encoders/sentence_encoder/encoder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/encoders/sentence_encoder/words.h"
#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "core/tensor/container.h"
#include "core/text/starter.h"
#include "core/text/unigram.h"
#include "rapidjson/document.h"

namespace attn::encoders {
namespace {

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
  const Value gain = weight(graph, name + "_gain", columns, attn::encoders::name((text.id + "_gain").c_str(), "g"));
  const Value bias = weight(graph, name + "_bias", columns, attn::encoders::name((text.id + "_bias").c_str(), "b"));
  return layer_norm(x, gain, bias, kNormEpsilon).step(std::move(text));
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
                   step("mean", "pool", "average", "The pieces become one vector",
                        "An empty text has no vectors to average.", R"(m = 0)", "m"));
    return record_pool(graph, zero);
  }
  const std::string scope = graph.scope();
  Value x = record_embedding(graph, read);
  for (int layer = 1; layer <= kLayers; ++layer) x = record_layer(graph, setting.params(), layer, x);
  graph.set_scope(scope);
  const Value mean = reduce_mean(x, axis::kQuery)
                         .step(step("mean", "pool", "average", "The pieces become one vector",
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

}  // namespace attn::encoders
