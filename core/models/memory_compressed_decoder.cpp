// Liu et al. 2018, "Generating Wikipedia by Summarizing Long Sequences", section 4.2.4 (T-DMCA): a decoder alone over
// [source, delimiter, target], its layers in turn local in blocks and over a compressed memory: L M L M L.
#include <string>

#include "core/attention/local_blocks.h"
#include "core/attention/memory_compression.h"
#include "core/layers/model.h"
#include "core/layers/one_text.h"

namespace attn::models {
namespace {

Value local(Setting& setting) {
  Pipeline pipeline = multi_head_pipeline(setting);
  pipeline.mask = mask_other_blocks;
  return attend(setting, pipeline);
}

Value compressed(Setting& setting) {
  Pipeline pipeline = multi_head_pipeline(setting);
  compress_memory(setting, &pipeline);
  return attend(setting, pipeline);
}

const std::vector<ParamSpec>& local_specs() {
  static const std::vector<ParamSpec> specs = [] {
    std::vector<ParamSpec> list = {shared::heads(4), shared::head_width()};
    append(&list, shared::local_blocks());
    return list;
  }();
  return specs;
}

const std::vector<ParamSpec>& compressed_specs() {
  static const std::vector<ParamSpec> specs = [] {
    std::vector<ParamSpec> list = {shared::heads(4), shared::head_width()};
    append(&list, shared::memory_compression());
    return list;
  }();
  return specs;
}

// The model's own values for the parameters that a layer's attention has as well.
Params passed_on(Recorder& r, const std::vector<ParamSpec>& specs) {
  Params params(specs);
  for (const ParamSpec& spec : specs) {
    if (spec.id == "heads" || !r.params().has(spec.id)) continue;
    const Status status = spec.kind == ParamKind::kChoice ? params.set_choice(spec.id, r.params().choice(spec.id))
                                                          : params.set_number(spec.id, r.params().number(spec.id));
    if (!status.ok()) r.graph().fail(status);
  }
  return params;
}

Memory encode(Recorder&, Value source) { return {{"source", source}}; }

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Params in_blocks = passed_on(r, local_specs()), in_memory = passed_on(r, compressed_specs());
  Value x = one_text(r, memory.at("source"), inputs, sizes);
  std::vector<Value> readings;
  for (int64_t i = 0; i < sizes.layers; ++i) {
    const Scope scope(r, "layer_" + std::to_string(i + 1));
    AttentionLayer layer;
    layer.heads = sizes.heads;
    // L M L M L
    layer.mechanism = i % 2 == 0 ? Mechanism{local, &in_blocks} : Mechanism{compressed, &in_memory};
    x = residual(r, "self", x, sizes, [&](Value in) {
      const Attended found = attention_layer(r, "attention", in, in, layer);
      readings.push_back(found.weights);
      return found.output;
    });
    x = residual(r, "feed_forward", x, sizes,
                 [&](Value in) { return feed_forward(r, "network", in, sizes.hidden, sizes.dropout); });
  }
  if (sizes.norm_first) x = norm_layer(r, "last_norm", x);
  const int64_t source = memory.at("source").shape().columns(), targets = inputs.shape().columns();
  Prediction prediction;
  prediction.output = target_logits(r, x, targets);
  prediction.attention = looks_at_source(readings, source, targets);
  return prediction;
}

}  // namespace

Model memory_compressed_decoder() {
  Model model;
  EntryText& text = model.text;
  text.name = "Memory-compressed decoder";
  text.family = "transformers";
  text.summary = "A decoder alone whose layers in turn read their own block and a memory of several words in one.";
  text.latex = R"(p(w) = \prod_i p(w_i \mid w_{<i}), \quad w = [m, \delta, y], \quad \text{layers}\; L\,M\,L\,M\,L)";
  text.params = transformer_params();
  for (ParamSpec& spec : text.params) {
    if (spec.id != "layers") continue;
    spec.fallback = 5, spec.doc = "Local and compressed in turn; the paper has five.";
  }
  std::vector<ParamSpec> local = shared::local_blocks();
  local[0].fallback = 16, local[0].doc = "Words in a block; the paper has 256.";
  append(&text.params, std::move(local));
  std::vector<ParamSpec> memory = shared::memory_compression();
  std::erase_if(memory, [](const ParamSpec& spec) { return spec.id == "mask"; });  // a decoder is always causal
  append(&text.params, std::move(memory));
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.encode = encode;
  model.decode = decode;
  return model;
}

EntryDocs memory_compressed_decoder_docs() {
  EntryDocs docs;
  docs.papers = {{"Generating Wikipedia by Summarizing Long Sequences",
                  "Liu, Saleh, Pot, Goodrich, Sepassi, Kaiser, Shazeer", 2018, "https://arxiv.org/abs/1801.10198"}};
  docs.differs =
      "The paper's texts have up to 11,000 words, ours a few dozen: blocks are shorter, and all pairs are scored and "
      "most of them masked. The paper asks for every piece of the text and lets a mixture of experts take the place of "
      "some two-layer networks; here the loss is on the target alone and there are no experts.";
  docs.cost = {R"(2\,n\,b\,d + \tfrac{2}{f}\,n^2\,d)", R"(4\,n\,b + \tfrac{4}{f}\,n^2)"};
  return docs;
}

}  // namespace attn::models
