// Universal Sentence Encoder Lite (Cer et al. 2018, arXiv 1803.11175): a two-layer transformer encoder with
// pre-normalised layers, recorded on the graph so that every layer and head can be stepped.
// The exact wiring, with where each part stands in the original file: web/models/sentence_encoder/README.md.
#ifndef CORE_ENCODERS_SENTENCE_ENCODER_ENCODER_H_
#define CORE_ENCODERS_SENTENCE_ENCODER_ENCODER_H_

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/attention/text_model.h"
#include "core/encoders/sentence_encoder/weights.h"
#include "core/text/tokenizer.h"

namespace attn::encoders {

class SentenceEncoder final : public TextModel {
 public:
  // The full model's file or the starter's; null and a status for anything else.
  static std::unique_ptr<SentenceEncoder> load(std::span<const uint8_t> bytes, Status* status);

  int layers() const override { return layers_; }
  int heads(int layer) const override;
  std::vector<std::pair<int, int>> available() const override { return available_; }
  Tokenized tokenize(std::string_view text) const override;
  int64_t most_pieces() const override { return kMaxPieces; }
  Value record_input(Graph& graph, const Tokenized& text, int layer) const override;
  void offer_weights(Setting& setting, int layer, int head) const override;
  std::vector<float> embed(const Tokenized& text) const override;

  // Every weight is here: the whole model can be recorded.
  bool complete() const { return weights_.has("pool"); }
  // The whole model under the setting's mask and temperature; returns the sentence's vector [feature].
  Value record(Setting& setting, const Tokenized& text) const;

 private:
  Value weight(Graph& graph, const std::string& name, Shape shape, StepText text, bool table = false) const;
  Value norm(Graph& graph, const std::string& name, Value x, StepText text) const;
  Value record_embedding(Graph& graph, const Tokenized& text) const;
  // One layer from x [query, model] to its output [query, model].
  Value record_layer(Graph& graph, const Params& params, int layer, Value x) const;
  Value record_pool(Graph& graph, Value mean) const;

  int layers_ = kLayers;
  std::vector<std::pair<int, int>> available_;
  Weights weights_;
  std::unique_ptr<text::Tokenizer> tokenizer_;
  std::unordered_map<int, int> rows_;  // starter: id -> row of its embedding
};

}  // namespace attn::encoders

#endif  // CORE_ENCODERS_SENTENCE_ENCODER_ENCODER_H_
