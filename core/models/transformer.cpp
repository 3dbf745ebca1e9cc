// The Transformer: Vaswani et al. 2017, "Attention Is All You Need".
#include "core/layers/transformer.h"
#include "core/attention/pipeline.h"
#include "core/layers/model.h"

namespace attn::models {
namespace {

Memory encode(Recorder& r, Value source) {
  const Scope scope(r, "encoder");
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value ids = rename(source, axis::kKey, axis::kQuery);  // [batch, query]
  const Value x = embedded_text(r, "embedding", ids, r.sizes().source_pieces, sizes);
  return {{"memory", transformer_stack(r, x, {}, /*causal=*/false, sizes).x}};
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  TransformerSizes sizes = transformer_sizes(r.params());
  const int64_t pieces = r.sizes().target_pieces;
  const Value y = embedded_going_on(r, "embedding", inputs, pieces, &sizes);
  StackOutput out = transformer_stack(r, y, memory.at("memory"), /*causal=*/true, sizes);
  Prediction prediction;
  prediction.output = tied_logits(r, "embedding", out.x, pieces);  // [batch, query, piece]
  // The last layer's is the alignment that people look at first.
  prediction.attention.assign(out.readings.rbegin(), out.readings.rend());
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
