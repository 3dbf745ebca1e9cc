// Improved semantic hashing: Kaiser & Bengio 2018, "Discrete Autoencoders for Sequence Models".
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/layers/discretizer.h"
#include "core/layers/linear.h"

namespace attn::discretizers {
namespace {

CodeSizes sizes(const Params& params) { return {1, int64_t{1} << params.integer("bits")}; }

Value constant(Value like, double number, const char* says) {
  return rule_table(like.graph(), {like.shape().dims().back()}, [number](const Index&) { return number; }, says);
}

// max(0, min(1, 1.2 sigmoid(x) - 0.1)): 0 and 1 are reached, so that a bit can be sure.
Value saturating_sigmoid(Value x) {
  const Value wide = add(scale(map(x, Function::kSigmoid), 1.2), constant(x, -0.1, "0.1 taken off"));
  const Value over = map(add(wide, constant(x, -1, "1 taken off")), Function::kRelu);
  return add(map(wide, Function::kRelu), scale(over, -1))
      .step({"bits_soft", "quantise", "soft bits", "Almost bits",
             "A sigmoid that is stretched and cut: far from 0 it is 0 or 1, where nothing more is learned.",
             R"(f = \max(0, \min(1, 1.2\,\sigma(v + \eta) - 0.1)))", "f", Role::kNone});
}

// 1 for bits that are on: [..., code].
Value hard_bits(Value soft) {
  return map(add(soft, constant(soft, -0.5, "one half taken off")), Function::kPositive)
      .step({"bits", "quantise", "bits", "Bits", "1 where the soft bit is above one half.", R"(g = [f > \tfrac12])",
             "g", Role::kNone});
}

// A vector for bits c: two matrices, one for what is on and one for what is off, then two layers with a relu.
Value read_bits(Recorder& r, Value bits, int64_t width) {
  const int64_t hidden = r.discretization().params->integer("hidden");
  const Value off = add(scale(bits, -1), constant(bits, 1, "one"));
  const Value sum = add(linear_layer(r, "on", bits, {.width = hidden, .to = axis::kFeature}),
                        linear_layer(r, "off", off, {.width = hidden, .to = axis::kFeature}));
  const Value inner = linear_layer(r, "inner", map(sum, Function::kRelu), {.width = hidden, .to = axis::kFeature});
  return linear_layer(r, "outer", map(inner, Function::kRelu), {.width = width})
      .step({"quantised", "quantise", "vector", "A vector for the bits", "A small network reads the bits.",
             R"(\z{z} = W_4\,\mathrm{relu}(W_3\,\mathrm{relu}(W_1 c + W_2(1 - c))))", "Z", Role::kOutput});
}

Discrete quantise(Recorder& r, Value x) {
  const Params& params = *r.discretization().params;
  Value v = linear_layer(r, "bits", x, {.width = params.integer("bits"), .to = axis::kCode})
                .step({"scores", "quantise", "scores", "A number for each bit", "Above 0 the bit is on.",
                       R"(v = x W + b)", "v", Role::kNone});
  if (r.training() && params.number("noise") > 0)
    v = add(v, scale(r.noise(v.shape(), Init::kNormal), params.number("noise")))
            .step({"noisy", "quantise", "noise", "Noise makes half a bit useless",
                   "Only values far from 0 survive the noise, so they learn to be far.", R"(v + \eta)", "v",
                   Role::kNone});
  const Value soft = saturating_sigmoid(v), hard = hard_bits(soft);
  const Value bits = straight_through(hard, soft)
                         .step({"bits_through", "quantise", "straight through", "Forwards bits, backwards soft bits",
                                "The gradient passes as if the soft bits were read.", R"(g + f - \operatorname{sg}(f))",
                                "g", Role::kNone});
  Value read = bits;
  if (r.training()) {
    // Some of the examples read bits, the others soft bits.
    const Value u = r.draws({x.shape()[0]});
    const Value take =
        map(add(scale(u, -1), constant(u, params.number("mix"), "the share that reads bits")), Function::kPositive);
    read =
        add(soft, multiply(add(bits, scale(soft, -1)), take))
            .step({"read", "quantise", "mix", "Some examples read bits, the others soft bits",
                   "Chance decides for a whole example while it learns.", R"(c = g \text{ or } f)", "c", Role::kNone});
  }
  Discrete out;
  out.vectors = read_bits(r, read, x.shape().columns());
  out.codes = {number_of_bits(hard)};
  return out;
}

Value look_up(Recorder& r, const std::vector<Value>& codes, int64_t width) {
  return read_bits(r, bits_of_number(codes[0], r.discretization().params->integer("bits")), width);
}

}  // namespace

Discretizer semantic_hashing() {
  EntryText text;
  text.name = "Improved semantic hashing";
  text.family = "bits";
  text.summary = "A vector becomes a few bits: a noisy sigmoid that saturates, rounded forwards and soft backwards.";
  text.latex = R"(f = \max(0, \min(1, 1.2\,\sigma(v + \eta) - 0.1)), \quad g = [f > \tfrac12])";
  text.params = {
      shared::whole_number("bits", "Bits of a code", "There are 2 to the power of this many codes.", 8, 1, 14),
      shared::number("noise", "Noise", "Deviation of the noise that is added while it learns.", 1, 0, 4, 0.05),
      shared::number("mix", "Share of hard bits", "So many of the examples read rounded bits while it learns.", 0.5, 0,
                     1, 0.05),
      shared::whole_number("hidden", "Hidden width", "Of the network that reads the bits.", 128, 1, 1024)};
  return {text, sizes, quantise, look_up};
}

EntryDocs semantic_hashing_docs() {
  EntryDocs docs;
  docs.papers = {shared::semantic_hashing_2018(), shared::fast_decoding_2018()};
  docs.differs =
      "The noise has the paper's deviation of 1; reference code draws from a normal distribution that is cut off. The "
      "share of hard bits stays the same all the run, as in the paper, where reference code lets it grow.";
  return docs;
}

}  // namespace attn::discretizers
