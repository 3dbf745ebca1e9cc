// The Transformer: Vaswani et al. 2017, "Attention Is All You Need".
#include <utility>

#include "core/attention/pipeline.h"
#include "core/layers/model.h"
#include "core/layers/transformer.h"

namespace attn::models {
namespace {

Memory encode(Recorder& r, Value source) { return {{"memory", transformer_encoder(r, source)}}; }

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  StackOutput out = transformer_decoder(r, inputs, memory.at("memory"));
  Prediction prediction;
  prediction.output = tied_logits(r, "embedding", out.x, r.sizes().target_pieces);  // [batch, query, piece]
  prediction.attention = std::move(out.readings);
  return prediction;
}

}  // namespace

Model transformer() {
  Model model;
  model.text.name = "Transformer";
  model.text.family = "transformers";
  model.text.summary =
      "No recurrence: every piece reads every other in one step, in several layers, and the decoder reads the encoder.";
  model.text.latex = R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right)\v{V})";
  model.text.params = transformer_params();
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.takes_mechanism = true;
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs transformer_docs() {
  EntryDocs docs;
  docs.papers = {shared::vaswani_2017()};
  docs.differs =
      "Far smaller. The learning rate's peak is given itself, where the paper derives it from the width; source and "
      "target have tables of their own, since their alphabets differ, and the target's is tied to the output. Another "
      "mechanism that is put in stands wherever a text reads itself; one that has no causal mask stands in the encoder "
      "alone. The decoder reads the encoder by multi-head attention whatever is put in.";
  return docs;
}

}  // namespace attn::models
