// A transformer's decoder alone: Liu et al. 2018, "Generating Wikipedia by Summarizing Long Sequences", section 4.2.2
// (T-D). Source and target are one text, and all there is to learn is how it goes on.
#include "core/attention/pipeline.h"
#include "core/layers/model.h"
#include "core/layers/one_text.h"

namespace attn::models {
namespace {

Memory encode(Recorder&, Value source) { return {{"source", source}}; }

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value text = one_text(r, memory.at("source"), inputs, sizes);
  const StackOutput stack = transformer_stack(r, text, /*memory=*/{}, /*causal=*/true, sizes);
  Prediction prediction;
  const int64_t source = memory.at("source").shape().columns(), targets = inputs.shape().columns();
  prediction.output = target_logits(r, stack.x, targets);
  prediction.attention = looks_at_source(stack.readings, source, targets);
  return prediction;
}

}  // namespace

Model decoder_only() {
  Model model;
  EntryText& text = model.text;
  text.name = "Decoder only";
  text.family = "transformers";
  text.summary = "Source, delimiter and target are one text; a decoder alone learns how it goes on.";
  text.latex = R"(p(w) = \prod_i p(w_i \mid w_{<i}), \quad w = [m, \delta, y])";
  text.params = transformer_params();
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.takes_mechanism = true;
  model.encode = encode;
  model.decode = decode;
  return model;
}

EntryDocs decoder_only_docs() {
  EntryDocs docs;
  docs.papers = {{"Generating Wikipedia by Summarizing Long Sequences",
                  "Liu, Saleh, Pot, Goodrich, Sepassi, Kaiser, Shazeer", 2018, "https://arxiv.org/abs/1801.10198"},
                 shared::vaswani_2017()};
  docs.differs =
      "The paper asks for every piece of the text, the source's too; here the loss is on the target alone. Source and "
      "target have tables of their own, since their pieces need not be of one alphabet. The delimiter is the piece "
      "that every target starts with. Another mechanism that is put in must have a causal mask; for one that has none "
      "multi-head attention stands.";
  docs.cost = {R"(2\,n^2\,d)", R"(4\,n^2)"};
  return docs;
}

}  // namespace attn::models
