#include "core/layers/transformer.h"

#include <algorithm>
#include <string>

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/so_far.h"

namespace attn {

std::vector<ParamSpec> transformer_params() {
  using shared::whole_number;
  return {
      whole_number("layers", "layers", "Blocks on either side.", 2, 1, 6),
      whole_number("width", "width", "Numbers in a piece's vector between layers.", 128, 4, 512),
      shared::heads(4),
      whole_number("hidden", "hidden width", "Units of each block's two-layer network.", 256, 4, 2048),
      shared::number("dropout", "dropout", "The share of numbers that training leaves out.", 0.1, 0, 0.9, 0.05),
      shared::choice("norm", "norm", "Where layer norms stand.",
                     {{"last", "behind the sum", "As in the paper."},
                      {"first", "in front of each part", "As in later models: trains without a long warm-up."}}),
      shared::choice("positions", "positions", "How pieces know where they stand.",
                     {{"sinusoids", "sinusoids", "A pattern added to every piece's vector, as in the paper."},
                      {"none", "none", "Only as far as the attention itself tells."}}),
  };
}

TransformerSizes transformer_sizes(const Params& params) {
  TransformerSizes sizes;
  sizes.layers = params.integer("layers");
  sizes.width = params.integer("width");
  sizes.heads = params.integer("heads");
  sizes.hidden = params.integer("hidden");
  sizes.dropout = params.number("dropout");
  sizes.norm_first = params.choice("norm") == "first";
  sizes.positions = params.choice("positions") != "none";
  return sizes;
}

std::vector<ParamValue> vaswani_training() {
  return {{"optimizer", "adam"}, {"beta2", "0.98"},    {"schedule", "warmup_inverse_sqrt"},
          {"clip", "0"},         {"smoothing", "0.1"}, {"rate", "0.001"}};
}

Value sinusoids(Graph& graph, int64_t places, int64_t width, int64_t first) {
  const double log_base = kernels::log(10000.0);
  StepText text = {"positions",
                   "embed",
                   "positions",
                   "Every place has a pattern of its own",
                   "Sines and cosines of many wavelengths tell the places apart.",
                   R"(P_{i,2k} = \sin\frac{i}{10000^{2k/d}},\quad P_{i,2k+1} = \cos\frac{i}{10000^{2k/d}})",
                   "P",
                   Role::kNone};
  return rule_table(
             graph, {{axis::kQuery, places}, {axis::kModel, width}},
             [=](const Index& at) {
               const double pair = static_cast<double>(at[1] - at[1] % 2) / static_cast<double>(width);
               const double angle = static_cast<double>(first + at[0]) * kernels::exp(-log_base * pair);
               return at[1] % 2 == 0 ? kernels::sin(angle) : kernels::cos(angle);
             },
             "Sines and cosines of the place.")
      .step(std::move(text));
}

namespace {

Shape table_shape(int64_t pieces, int64_t width) { return {{axis::kPiece, pieces}, {axis::kModel, width}}; }
// Times sqrt(width) when read as vectors, as they are when read as logits: both come out near 1.
Start table_start(int64_t width) { return Start::normal(1 / kernels::square_root(static_cast<double>(width))); }

}  // namespace

Value embedded_text(Recorder& r, std::string_view name, Value ids, int64_t pieces, const TransformerSizes& sizes,
                    int64_t first) {
  StepText text = {"embedded",
                   "embed",
                   "embed",
                   "Every piece becomes a vector",
                   "A row of a learned table.",
                   sizes.positions ? R"(x_i = \sqrt{d}\,E_{w_i} + P_i)" : R"(x_i = \sqrt{d}\,E_{w_i})",
                   "X",
                   Role::kNone};
  const Scope scope(r, name);
  const Value table = r.parameter("table", table_shape(pieces, sizes.width), table_start(sizes.width));
  Value x = scale(gather(table, ids), kernels::square_root(static_cast<double>(sizes.width)));
  if (sizes.positions) x = add(x, sinusoids(r.graph(), ids.shape().size(axis::kQuery), sizes.width, first));
  return r.dropout(x.step(std::move(text)), sizes.dropout);
}

Value embedded_going_on(Recorder& r, std::string_view name, Value ids, int64_t pieces, TransformerSizes* sizes) {
  sizes->goes_on = !r.training() && !r.mechanism().build;
  const int64_t read = so_far(r, name, ids, axis::kQuery).shape().columns();
  return embedded_text(r, name, ids, pieces, *sizes, read - ids.shape().columns());
}

Value tied_logits(Recorder& r, std::string_view embedding, Value x, int64_t pieces) {
  StepText text = {"logits",
                   "output",
                   "logits",
                   "Every piece is scored",
                   "The last vector meets the vector of every piece of the vocabulary.",
                   R"(\ell = h\,E^\top)",
                   "\\ell",
                   Role::kNone};
  const Scope scope(r, embedding);
  const int64_t width = x.shape().columns();
  const Value table = r.parameter("table", table_shape(pieces, width), table_start(width));
  return matmul(x, table, axis::kModel).step(std::move(text));
}

Value residual(Recorder& r, std::string_view name, Value x, const TransformerSizes& sizes,
               const std::function<Value(Value)>& f) {
  const Scope scope(r, name);
  if (sizes.norm_first) return add(x, r.dropout(f(norm_layer(r, "norm", x)), sizes.dropout));
  return norm_layer(r, "norm", add(x, r.dropout(f(x), sizes.dropout)));
}

BlockOutput transformer_block(Recorder& r, std::string_view name, Value x, Value memory, bool causal,
                              const TransformerSizes& sizes) {
  const Scope scope(r, name);
  AttentionLayer layer;
  layer.heads = sizes.heads, layer.goes_on = sizes.goes_on;
  layer.mechanism = r.mechanism();
  Value reading;
  x = residual(r, "self", x, sizes, [&](Value in) {
    layer.causal = causal;
    const Attended found = attention_layer(r, "attention", in, in, layer);
    reading = found.weights;
    return found.output;
  });
  if (memory.valid()) {
    x = residual(r, "cross", x, sizes, [&](Value in) {
      // A mechanism that is put in stands where a text reads itself (`differs` of the models says so).
      layer.causal = false, layer.mechanism = {};
      const Attended found = attention_layer(r, "attention", in, memory, layer);
      reading = found.weights;
      return found.output;
    });
  }
  x = residual(r, "feed_forward", x, sizes,
               [&](Value in) { return feed_forward(r, "network", in, sizes.hidden, sizes.dropout); });
  return {x, reading};
}

StackOutput transformer_stack(Recorder& r, Value x, Value memory, bool causal, const TransformerSizes& sizes) {
  StackOutput out;
  for (int64_t layer = 1; layer <= sizes.layers; ++layer) {
    const BlockOutput block = transformer_block(r, "layer_" + std::to_string(layer), x, memory, causal, sizes);
    x = block.x;
    if (block.reading.valid()) out.readings.push_back(block.reading);
  }
  out.x = sizes.norm_first ? norm_layer(r, "last_norm", x) : x;
  return out;
}

Value transformer_encoder(Recorder& r, Value source) {
  const Scope scope(r, "encoder");
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value ids = rename(source, axis::kKey, axis::kQuery);  // [batch, query]
  const Value x = embedded_text(r, "embedding", ids, r.sizes().source_pieces, sizes);
  return transformer_stack(r, x, {}, /*causal=*/false, sizes).x;
}

StackOutput transformer_decoder(Recorder& r, Value inputs, Value memory) {
  TransformerSizes sizes = transformer_sizes(r.params());
  const Value y = embedded_going_on(r, "embedding", inputs, r.sizes().target_pieces, &sizes);
  StackOutput out = transformer_stack(r, y, memory, /*causal=*/true, sizes);
  std::reverse(out.readings.begin(), out.readings.end());
  return out;
}

}  // namespace attn
