// SliceNet: Kaiser, Gomez & Chollet 2017, "Depthwise Separable Convolutions for Neural Machine Translation": a
// translator without recurrence whose layers are separable convolutions, with an attention whose keys are its values.
#include <algorithm>
#include <string>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/convolution.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"
#include "core/layers/transformer.h"

namespace attn::models {
namespace {

// ConvStep(x) = LayerNorm(SepConv(ReLU(x))), section 3.2: [batch, query, model]
Value conv_step(Recorder& r, std::string_view name, Value x, int64_t kernel, int64_t dilation, bool causal) {
  const Scope scope(r, name);
  const FrameText frame{"state", "convolution", "Each place sees its neighbours"};
  const int64_t width = r.params().integer("width");
  const SeparableConvolution layer = {.width = width, .kernel = kernel, .dilation = dilation, .causal = causal};
  const Value seen = separable_convolution(r, "convolution", map(x, Function::kRelu), layer);
  return norm_layer(r, "norm", seen)
      .step(frame.step("step", "X", Role::kNone, R"(\operatorname{LN}(\operatorname{SepConv}(\max(0, X))))",
                       "A filter for every channel, a matrix across them, a norm."));
}

// Two short steps, two long ones; what came in is added after each pair.
Value conv_module(Recorder& r, std::string_view name, Value x, bool causal) {
  const Scope scope(r, name);
  const FrameText frame{"state", "module", "Short looks, then long ones"};
  const Params& params = r.params();
  const Value first = conv_step(r, "step_1", x, 3, 1, causal);
  const Value near = add(x, conv_step(r, "step_2", first, 3, 1, causal));
  const Value third = conv_step(r, "step_3", near, params.integer("third"), 1, causal);
  const Value far =
      add(x, conv_step(r, "step_4", third, params.integer("fourth"), 1, causal))
          .step(frame.step("states", "H", Role::kNone, R"(X + \operatorname{ConvStep}(\operatorname{ConvStep}(\dots)))",
                           "What came in stays; what was seen near and far is added."));
  return r.dropout(far, params.number("dropout"));
}

Value timed(Value x) { return add(x, sinusoids(x.graph(), x.shape().size(axis::kQuery), x.shape().columns())); }

// softmax(q S^T) S / sqrt(d), section 3.3, with the factor outside as printed or inside as in the code. The words that
// ask [batch, query, model] know their past by two convolutions; memory [batch, key, model] is key and value at once.
Value attend(Recorder& r, std::string_view name, Value x, Value memory, Prediction* prediction) {
  const Scope scope(r, name);
  const bool inside = r.params().choice("scale") == "inside";
  const double factor = 1 / kernels::square_root(static_cast<double>(memory.shape().columns()));
  const FrameText project{"project", "queries", "Two convolutions make the queries"};
  // Kernel 5, dilation 1 then 4: the paper's attention1d.
  const Value near = conv_step(r, "query_1", timed(x), 5, 1, true);
  const Value q =
      rename(conv_step(r, "query_2", near, 5, 4, true), {})
          .step(project.step("q", "Q", Role::kQuery,
                             R"(\q{Q} = \operatorname{ConvStep}_{5,4}(\operatorname{ConvStep}_{5,1}(X + T)))",
                             "What has been written lately decides what is looked for."));
  const FrameText score{"score", "scores", "Every query meets every place of the source"};
  Value scores = matmul(q, memory, axis::kModel);
  if (inside) scores = scale(scores, factor);
  scores = rename(scores, {})
               .step(score.step("scores", "S", Role::kWeights,
                                inside ? R"(\a{S_{ij}} = \tfrac{1}{\sqrt{d}}\,\q{q_i}\cdot\k{s_j})"
                                       : R"(\a{S_{ij}} = \q{q_i}\cdot\k{s_j})",
                                "The source is compared as it is."));
  const FrameText share{"normalise", "softmax", "Softmax turns scores into weights"};
  const Value pattern = softmax(scores).step(share.step("pattern", "A", Role::kWeights,
                                                        R"(\a{A_{ij}} = \operatorname{softmax}_j(\a{S_{ij}}))",
                                                        "Shares of the source that add up to 1."));
  prediction->attention.push_back(pattern);
  const FrameText combine{"combine", "context", "What is compared is what is carried"};
  Value z = matmul(pattern, memory, axis::kKey);
  if (!inside) z = scale(z, factor);
  return rename(z, {}).step(combine.step(
      "context", "Z", Role::kOutput,
      inside ? R"(\z{z_i} = \sum_j \a{A_{ij}}\,\v{s_j})" : R"(\z{z_i} = \tfrac{1}{\sqrt{d}}\sum_j \a{A_{ij}}\,\v{s_j})",
      "Places of the source, added up by their weights."));
}

Value embed(Recorder& r, const char* name, Value ids, int64_t pieces) {
  const FrameText frame{"embed", "words", "Pieces become vectors"};
  // 1: a convolution's norm follows, and sines of size 1 are added
  return embedding(r, name, ids, pieces, r.params().integer("width"), Start::normal(1))
      .step(frame.step("x", "E", Role::kNone, R"(E_{w_i})", "Looked up in a learned table."));
}

// ConvModule^n(x + timing): [batch, key] -> [batch, key, model]
Memory encode(Recorder& r, Value source) {
  const Scope scope(r, "encoder");
  Value x = timed(rename(embed(r, "words", source, r.sizes().source_pieces), axis::kKey, axis::kQuery));
  for (int64_t i = 1; i <= r.params().integer("layers"); ++i)
    x = conv_module(r, "module_" + std::to_string(i), x, /*causal=*/false);
  const FrameText frame{"state", "source", "The source has been read"};
  return {{"source", rename(x, axis::kQuery, axis::kKey)
                         .step(frame.step("memory", "S", Role::kKey, "\\k{S}", "Key and value at once."))}};
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const Scope scope(r, "decoder");
  const Value source = memory.at("source");
  const int64_t width = r.params().integer("width");
  Prediction prediction;
  const Value written = embed(r, "words", inputs, r.sizes().target_pieces);
  // IOMixer: what is written beside what it finds in the source, through one more step
  const Value found = attend(r, "mixer_attention", written, source, &prediction);
  Value x = conv_step(r, "mixer", concat(written, found, axis::kModel), 3, 1, true);
  // AttnConvModule: ConvModule(x) + Attention(source, x)
  for (int64_t i = 1; i <= r.params().integer("layers"); ++i) {
    const std::string number = std::to_string(i);
    const Value read = attend(r, "attention_" + number, x, source, &prediction);
    x = add(conv_module(r, "module_" + number, x, /*causal=*/true), read);
  }
  const FrameText output{"output", "logits", "Every piece is scored"};
  const double deviation = 1 / kernels::square_root(static_cast<double>(width));
  prediction.output =
      linear_layer(r, "output", x,
                   {.width = r.sizes().target_pieces, .to = axis::kPiece, .weight = Start::normal(deviation)})
          .step(output.step("logits", "p", Role::kOutput, R"(p(y_i) = \operatorname{softmax}(x_i W + b))",
                            "One number for every piece of the vocabulary."));
  std::reverse(prediction.attention.begin(), prediction.attention.end());  // the last is the alignment
  return prediction;
}

}  // namespace

Model slicenet() {
  using shared::whole_number;
  Model model;
  EntryText& text = model.text;
  text.name = "SliceNet";
  text.family = "convolution";
  text.summary = "A translator of separable convolutions: no recurrence; what attention compares is what it carries.";
  text.latex =
      R"(\operatorname{ConvStep}(x) = \operatorname{LN}(\operatorname{SepConv}(\max(0, x))), \quad \z{Z} = \operatorname{softmax}\!\left(\tfrac{1}{\sqrt{d}}\,\q{Q}\k{S^\top}\right)\v{S})";
  text.params = {
      whole_number("layers", "Layers", "Modules on either side; the paper has 6 that read and 4 that write.", 2, 1, 6),
      whole_number("width", "Width", "Numbers in a piece's vector; the paper has 768.", 64, 8, 1024),
      whole_number("third", "Third kernel", "Places that a module's third step sees; the paper has 15.", 7, 1, 31),
      whole_number("fourth", "Fourth kernel", "Places that its fourth step sees; the paper has 31.", 15, 1, 63),
      shared::choice("scale", "Scale", "What the factor 1/√d multiplies.",
                     {{"inside", "Inside", "The scores, before the softmax: as in the code."},
                      {"outside", "Outside", "The result, after the softmax: as the paper prints it."}}),
      shared::number("dropout", "Dropout", "Share of numbers left out behind each module; the paper has 0.5.", 0.1, 0,
                     0.9, 0.05)};
  model.takes = TaskKind::kSequences;
  // Tensor2Tensor's settings of the paper's model
  model.training = {{"optimizer", "adam"}, {"beta1", "0.85"}, {"beta2", "0.997"}};
  model.encode = encode;
  model.decode = decode;
  return model;
}

EntryDocs slicenet_docs() {
  EntryDocs docs;
  docs.papers = {{"Depthwise Separable Convolutions for Neural Machine Translation", "Kaiser, Gomez, Chollet", 2017,
                  "https://arxiv.org/abs/1706.03059"}};
  docs.differs =
      "Convolutions are separable, not super-separable in groups; fewer and narrower layers, shorter kernels, less "
      "dropout. The paper prints the factor 1/√d outside the softmax, its code has it on the scores: the parameter "
      "offers both. Sines and cosines of the place stand side by side channel by channel, as in the transformer.";
  docs.cost = {R"(2\,n\,d\,(k + d) + 2\,n\,m\,d)", R"(4\,n\,m + 4\,n\,k\,d)"};
  return docs;
}

}  // namespace attn::models
