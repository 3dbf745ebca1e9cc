// A transformer whose decoder guesses further than the next piece: Stern, Shazeer & Uszkoreit 2018, "Blockwise Parallel
// Decoding for Deep Autoregressive Models", section 6.
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/layers/model.h"
#include "core/layers/transformer.h"
#include "core/training/loss.h"

namespace attn::models {
namespace {

Memory encode(Recorder& r, Value source) { return {{"memory", transformer_encoder(r, source)}}; }

// Head j looks at h [batch, query, model] through a network of its own, with what came in added. All share the
// vocabulary's table; the first asks what every transformer asks.
Value logits(Recorder& r, Value h, int64_t j) {
  const TransformerSizes sizes = transformer_sizes(r.params());
  const auto seen = [&] {
    const Scope scope(r, "head_" + std::to_string(j));
    return add(h, feed_forward(r, "network", h, sizes.hidden, sizes.dropout));
  };
  return tied_logits(r, "embedding", seen(), r.sizes().target_pieces);
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  StackOutput out = transformer_decoder(r, inputs, memory.at("memory"));
  Prediction prediction;
  prediction.output = logits(r, out.x, 1);  // [batch, query, piece]
  for (int64_t j = 2; j <= r.params().integer("guesses"); ++j) prediction.ahead.push_back(logits(r, out.x, j));
  prediction.attention = std::move(out.readings);
  return prediction;
}

// Targets [batch, query] as head j is asked for them: what stands j - 1 places further.
std::vector<float> further(const std::vector<float>& targets, int64_t columns, int64_t j) {
  std::vector<float> out(targets.size(), kNoTarget);
  for (int64_t i = 0; i < static_cast<int64_t>(targets.size()); ++i)
    if (i % columns + j - 1 < columns) out[static_cast<size_t>(i)] = targets[static_cast<size_t>(i + j - 1)];
  return out;
}

Prediction learn(Recorder& r, Value source, Value target) {
  const Memory memory = encode(r, source);
  const Tensor targets{target.shape(), *r.graph().node(target.node()).values};
  const Value inputs = r.graph().leaf(targets.shape, shifted(targets).values, Origin::kGiven, named("inputs", "y"));
  Prediction prediction = decode(r, memory, inputs);
  for (size_t j = 2; j <= prediction.ahead.size() + 1; ++j) {
    const Value asked =
        r.graph().leaf(targets.shape, further(targets.values, targets.shape.columns(), static_cast<int64_t>(j)),
                       Origin::kGiven, named("asked", "y"));
    const Value loss = mean_cross_entropy(prediction.ahead[j - 2], asked, /*smoothing=*/0);
    prediction.penalty = prediction.penalty.valid() ? add(prediction.penalty, loss) : loss;
  }
  return prediction;
}

}  // namespace

Model blockwise_transformer() {
  Model model;
  model.text.name = "Transformer with guesses";
  model.text.family = "transformers";
  model.text.summary = "A transformer that says, of every place, not only the next piece but a few behind it.";
  model.text.latex = R"(p_j(y_{t+j} \mid y_{\le t}, x), \quad j = 1, \dots, k)";
  model.text.params = transformer_params();
  model.text.params.push_back(
      shared::whole_number("guesses", "Guesses k", "Pieces said of every place, the next one included.", 4, 2, 8));
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.encode = encode;
  model.decode = decode;
  model.looks_ahead = true;
  model.continues = true;
  model.learn = learn;
  return model;
}

EntryDocs blockwise_transformer_docs() {
  EntryDocs docs;
  docs.papers = {{"Blockwise Parallel Decoding for Deep Autoregressive Models", "Stern, Shazeer, Uszkoreit", 2018,
                  "https://arxiv.org/abs/1811.03115"},
                 shared::vaswani_2017()};
  docs.differs =
      "Far smaller, and trained from the start with all its heads, whose losses are added; the paper draws one head "
      "for "
      "each update to save memory, and starts from a trained model. Each head has a two-layer network of its own, "
      "where "
      "the paper has one layer for all of them. Further heads learn without label smoothing.";
  return docs;
}

}  // namespace attn::models
