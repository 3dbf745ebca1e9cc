// From pieces to the vectors that the first layer reads.
#include <utility>
#include <vector>

#include "core/attention/pipeline.h"
#include "core/encoders/sentence_encoder/encoder.h"
#include "core/encoders/sentence_encoder/words.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::encoders {

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
  // Of the first layer it is the end of embedding; between layers it stands alone.
  return norm(graph, layer_scope(layer) + "/norm", x,
              layer == 1 ? input_text("embed", "embed", "Every piece becomes a vector") : layer_input_text());
}

}  // namespace attn::encoders
