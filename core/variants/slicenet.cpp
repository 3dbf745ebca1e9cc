// SliceNet's attention: Kaiser, Gomez & Chollet 2017, "Depthwise Separable Convolutions for Neural Machine
// Translation", section 3.3. The words that ask pass two separable convolutions, which know their past; what is read is
// key and value at once.
#include <algorithm>
#include <string>
#include <vector>

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

StepText step(const std::string& id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  text.stage = "project", text.label = "Q K V";
  text.title = "Two separable convolutions make the queries";
  text.note =
      "Each step looks at a few earlier words: a filter along time for every channel, then a matrix across channels.";
  return text;
}

// Sines, then cosines, of wavelengths from 2 pi to 20000 pi: tensor2tensor's timing signal [query, model].
Value timing(Setting& setting) {
  const int64_t words = setting.tokens(), width = setting.width(), waves = width / 2;
  const double log_step = kernels::log(1e4) / static_cast<double>(std::max<int64_t>(waves - 1, 1));
  std::vector<float> signal(static_cast<size_t>(words * width));
  for (int64_t t = 0; t < words; ++t) {
    for (int64_t i = 0; i < waves; ++i) {
      const double angle = static_cast<double>(t) * kernels::exp(-log_step * static_cast<double>(i));
      signal[static_cast<size_t>(t * width + i)] = static_cast<float>(kernels::sin(angle));
      signal[static_cast<size_t>(t * width + waves + i)] = static_cast<float>(kernels::cos(angle));
    }
  }
  StepText text;
  text.id = "timing", text.symbol = "T";
  return setting.graph().leaf({{axis::kQuery, words}, {axis::kModel, width}}, std::move(signal), Origin::kFixed,
                              std::move(text));
}

// LayerNorm(pointwise(depthwise(ReLU(x)))), windows that end at the word itself: [query, in] -> [query, out].
Value conv_step(Setting& setting, Value x, Dim out, int64_t dilation, const std::string& which) {
  const int64_t taps = setting.params().integer("kernel");
  const Dim in = x.shape()[1];
  const auto leaf = [](const std::string& id, const char* symbol) {
    StepText text;
    text.id = id, text.symbol = symbol, text.role = Role::kQuery;
    return text;
  };
  const Value depthwise = setting.weight({{axis::kTime, taps}, in}, leaf("depthwise_" + which, "D"));
  const Value pointwise = setting.weight({in, out}, leaf("pointwise_" + which, "P"));
  const Value gain = setting.weight({out}, leaf("gain_" + which, "g"), Init::kOnes);
  const Value bias = setting.weight({out}, leaf("bias_" + which, "b"), Init::kZeros);

  const Value bent = map(x, Function::kRelu).step(step("relu_" + which, "R", Role::kQuery, R"(\max(\q{x}, 0))"));
  const Windows windows = {.width = taps, .dilation = dilation, .left = dilation * (taps - 1)};
  const Value seen = unfold(bent, axis::kQuery, windows)
                         .step(step("windows_" + which, "X", Role::kQuery, R"(\q{x}_{i-(k-1-t)\delta})"));
  const Value weighed =
      multiply(seen, depthwise)
          .step(step("filtered_" + which, "DX", Role::kQuery, R"(D_{tc}\,\q{x}_{i-(k-1-t)\delta,c})"));
  const Value depth =
      reduce_sum(weighed, axis::kTime)
          .step(step("depth_" + which, "X", Role::kQuery, R"(\sum_t D_{tc}\,\q{x}_{i-(k-1-t)\delta,c})"));
  const Value mixed = matmul(depth, pointwise, in.axis).step(step("mixed_" + which, "XP", Role::kQuery, R"(\q{X}\,P)"));
  const bool last = out.axis == axis::kChannel;
  // 1e-6: tensor2tensor's epsilon.
  return layer_norm(mixed, gain, bias, 1e-6)
      .step(step(last ? "q" : "conv_" + which, last ? "Q" : "X", Role::kQuery,
                 last ? R"(\q{Q} = \operatorname{ConvStep}(\operatorname{ConvStep}(X)))"
                      : R"(\operatorname{LayerNorm}(\q{X}\,P))"));
}

Projected project(Setting& setting, const Pipeline&) {
  const Value source = setting.source();
  Value x = setting.x();
  if (setting.params().flag("timing")) x = add(x, timing(setting)).step(step("timed", "X+T", Role::kQuery, R"(X + T)"));
  x = conv_step(setting, x, {axis::kFeature, setting.width()}, 1, "1");
  const Dim out = {axis::kChannel, source.shape().columns()};
  Projected in;
  in.q = conv_step(setting, x, out, setting.params().integer("dilation"), "2");
  StepText k = step("k", "K", Role::kKey, R"(\k{K} = S)"), v = step("v", "V", Role::kValue, R"(\v{V} = S)");
  k.title = v.title = "What is read is key and value at once";
  k.note = v.note = "The words of the source are compared as they are and carried as they are.";
  in.k = rename(source, {{axis::kQuery, axis::kKey}, {axis::kModel, axis::kChannel}}).step(std::move(k));
  in.v = rename(source, axis::kQuery, axis::kKey).step(std::move(v));
  return in;
}

double inverse_root(int64_t width) { return 1.0 / kernels::square_root(static_cast<double>(width)); }

Value scale_outside(Setting& setting, Value combined) {
  const int64_t width = setting.source().shape().columns();
  StepText text;
  text.id = "out", text.symbol = "Z", text.role = Role::kOutput, text.stage = "output", text.label = "scale";
  text.title = "The result is divided by √d";
  text.note =
      "As the paper prints it, the factor stands in front of the softmax and shrinks the result, not the scores.";
  text.latex = R"(\z{Z} \leftarrow \frac{1}{\sqrt{d}}\,\z{Z})";
  return scale(combined, inverse_root(width), {{"width", static_cast<double>(width), {}}}).step(std::move(text));
}

}  // namespace

Variant slicenet() {
  EntryText text;
  text.name = "SliceNet";
  text.family = "convolution";
  text.summary = "Convolutions give each asking word its past; what is read is key and value at once.";
  text.latex =
      R"(\z{Z} = \frac{1}{\sqrt{d}}\operatorname{softmax}(\q{Q}\k{S^\top})\,\v{S}, \quad \q{Q} = \operatorname{ConvStep}_{k,\delta}(\operatorname{ConvStep}_{k,1}(X + T)))";
  text.params = {
      shared::choice("scale", "Scale", "What the factor 1/√d multiplies.",
                     {{"outside", "Outside", "The result, after the softmax: as the paper prints it."},
                      {"inside", "Inside", "The scores, before the softmax: as in the code."}}),
      shared::whole_number("kernel", "Kernel", "Words that a convolution sees at once.", 5, 1, 15),
      shared::whole_number("dilation", "Dilation", "Distance of the words that the second one sees.", 4, 1, 16),
      shared::flag("timing", "Timing signal", "Sines and cosines of the place are added first.", true),
      shared::temperature()};
  append(&text.params, shared::mask());
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline;
            pipeline.project = project;
            if (setting.params().choice("scale") == "outside") {
              pipeline.modify = divide_by_temperature;
              pipeline.output = scale_outside;
            }
            return attend(setting, pipeline);
          },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs slicenet_docs() {
  EntryDocs docs;
  docs.papers = {{"Depthwise Separable Convolutions for Neural Machine Translation", "Kaiser, Gomez, Chollet", 2017,
                  "https://arxiv.org/abs/1706.03059"}};
  docs.differs =
      "The paper prints the factor 1/√d outside the softmax, its code has it on the scores: the parameter offers both. "
      "The paper asks with a translation and reads an encoder's output; here words of one text do both unless another "
      "text is given to read. Filters are seeded, not trained, and have no bias.";
  docs.laws = {shared::rows_sum_to_one(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "two separable convolutions make q; k and v are what is read"},
                                  {"position", "a timing signal on the words that ask"},
                                  {"modify", "none, or divided by √d"},
                                  {"output", "divided by √d, or none"}});
  docs.cost = {R"(2\,n\,d\,(k + d) + 2\,n\,m\,d)", R"(4\,n\,m + 4\,n\,k\,d)"};
  return docs;
}

}  // namespace attn::variants
