// The conditional masked language model: Ghazvininejad, Levy, Liu & Zettlemoyer 2019, "Mask-Predict: Parallel Decoding
// of Conditional Masked Language Models". Some places of a text are hidden; the model says what stands there.
#include <algorithm>
#include <numeric>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/layers/model.h"
#include "core/layers/parallel_parts.h"
#include "core/layers/transformer.h"
#include "core/training/draws.h"
#include "core/training/loss.h"

namespace attn::models {
namespace {

int64_t places(const Params&, int64_t source_pieces) { return source_pieces + kRoom; }

// The encoder reads one vector more, which stands for the length (section 3.2).
Memory encode(Recorder& r, Value source) {
  const Scope scope(r, "encoder");
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value ids = rename(source, axis::kKey, axis::kQuery);  // [batch, query]
  const Value x = embedded_text(r, "embedding", ids, r.sizes().source_pieces, sizes);
  const Value length = r.parameter("length", {{axis::kQuery, 1}, {axis::kModel, sizes.width}}, Start::normal(1));
  const Value all = concat(repeat(length, axis::kBatch, x.shape()[0].size), x, axis::kQuery);
  return {{"memory", transformer_stack(r, all, {}, /*causal=*/false, sizes).x}};
}

Value lengths(Recorder& r, const Memory& memory) {
  const Scope scope(r, "lengths");
  const Value said = reduce_sum(slice(memory.at("memory"), axis::kQuery, 0, 1), axis::kQuery);  // [batch, model]
  return linear_layer(r, "scores", said, {.width = r.sizes().longest_target + kRoom + 1, .to = axis::kPiece})
      .step({"length_scores", "lengths", "length", "How long the text will be", "A score for every length.",
             R"(p(N \mid x))", "N", Role::kWeights});
}

Value fill(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  const TransformerSizes sizes = transformer_sizes(r.params());
  // One piece more than there are: the mask.
  const Value y = embedded_text(r, "embedding", inputs, r.sizes().target_pieces + 1, sizes);
  const Value x = transformer_stack(r, y, memory.at("memory"), /*causal=*/false, sizes).x;
  return linear_layer(r, "pieces", x, {.width = r.sizes().target_pieces, .to = axis::kPiece})
      .step({"logits", "output", "logits", "Every place is said at once",
             "A score for each piece, at all places together.", R"(p(y_i \mid y_{\text{seen}}, x))", "\\ell",
             Role::kOutput});
}

struct Hidden {
  std::vector<float> inputs;   // with the mask where a place is asked
  std::vector<float> targets;  // kNoTarget where none is
};

// Of each text some places are hidden, as many as a draw from 1 to all says (section 3.1); without draws, all of them.
Hidden hide(const std::vector<float>& pieces, int64_t columns, int64_t room, float mask, Draws* draws) {
  Hidden out;
  const auto rows = static_cast<int64_t>(pieces.size()) / columns;
  out.inputs.assign(static_cast<size_t>(rows * room), static_cast<float>(kEndPiece));
  out.targets.assign(pieces.size(), kNoTarget);
  for (int64_t row = 0; row < rows; ++row) {
    const float* text = pieces.data() + row * columns;
    const auto length = std::find_if(text, text + columns, [](float p) { return p < kFirstPiece; }) - text;
    std::copy(text, text + length, out.inputs.begin() + row * room);
    std::vector<int64_t> order(static_cast<size_t>(length));
    std::iota(order.begin(), order.end(), 0);
    int64_t hidden = length;
    if (draws && length > 0) {
      hidden = draws->below(length) + 1;
      for (int64_t i = 0; i < hidden; ++i)
        std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(i + draws->below(length - i))]);
    }
    for (int64_t i = 0; i < hidden; ++i) {
      const int64_t place = order[static_cast<size_t>(i)];
      out.targets[static_cast<size_t>(row * columns + place)] = text[place];
      out.inputs[static_cast<size_t>(row * room + place)] = mask;
    }
  }
  return out;
}

std::vector<float> lengths_of(const std::vector<float>& pieces, int64_t columns, int64_t most) {
  std::vector<float> lengths;
  for (auto text = pieces.begin(); text != pieces.end(); text += columns) {
    const auto end = std::find_if(text, text + columns, [](float p) { return p < kFirstPiece; });
    lengths.push_back(static_cast<float>(std::min<int64_t>(end - text, most)));
  }
  return lengths;
}

Prediction learn(Recorder& r, Value source, Value target) {
  const Memory memory = encode(r, source);
  const std::vector<float> pieces = *r.graph().node(target.node()).values;
  const Dim batch = target.shape()[0];
  const int64_t n = target.shape().columns(), room = std::max(places(r.params(), source.shape().columns()), n);
  Draws draws(r.draw_seed(), stream_of("hidden"), 0);
  const Hidden hidden =
      hide(pieces, n, room, static_cast<float>(r.sizes().target_pieces), r.training() ? &draws : nullptr);
  const Value inputs =
      r.graph().leaf({batch, {axis::kQuery, room}}, hidden.inputs, Origin::kGiven, named("inputs", "y"));
  Prediction prediction;
  prediction.output = slice(fill(r, memory, inputs), axis::kQuery, 0, n);
  prediction.targets = r.graph().leaf(target.shape(), hidden.targets, Origin::kGiven, named("asked", "y"));
  const Value scores = lengths(r, memory);
  const Value right = r.graph().leaf({batch}, lengths_of(pieces, n, scores.shape().columns() - 1), Origin::kGiven,
                                     named("right_length", "N"));
  prediction.penalty = mean_cross_entropy(scores, right, /*smoothing=*/0);
  return prediction;
}

constexpr MaskedParts kParts = {places, lengths, fill};

}  // namespace

Model masked_transformer() {
  Model model;
  model.text.name = "Masked transformer";
  model.text.family = "transformers";
  model.text.summary =
      "Some places of the text are hidden; a decoder that reads in both directions says what stands there.";
  model.text.latex = R"(p(y_i \mid y_{\text{seen}}, x), \quad p(N \mid x))";
  model.text.params = transformer_params();
  // Hidden places that do not know where they stand would all be said alike.
  std::erase_if(model.text.params, [](const ParamSpec& spec) { return spec.id == "positions"; });
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.encode = encode;
  model.learn = learn;
  model.masked = &kParts;
  return model;
}

EntryDocs masked_transformer_docs() {
  EntryDocs docs;
  docs.papers = {{"Mask-Predict: Parallel Decoding of Conditional Masked Language Models",
                  "Ghazvininejad, Levy, Liu, Zettlemoyer", 2019, "https://arxiv.org/abs/1904.09324"},
                 shared::vaswani_2017()};
  docs.differs =
      "Far smaller. Behind its last piece a text is filled with ends up to the source's length and eight more, which "
      "the "
      "decoder sees, where the paper's decoder ends with the text. Source and target have tables of their own.";
  return docs;
}

}  // namespace attn::models
