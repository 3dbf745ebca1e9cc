// Gumbel-Softmax: Jang, Gu & Poole 2017, "Categorical Reparameterization with Gumbel-Softmax"; Maddison, Mnih & Teh
// 2017. As a bottleneck of text: Kaiser & Bengio 2018.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/layers/discretizer.h"
#include "core/layers/linear.h"

namespace attn::discretizers {
namespace {

CodeSizes sizes(const Params& params) { return {1, int64_t{1} << params.integer("bits")}; }

Value table(Recorder& r, int64_t width) {
  StepText text = named("codebook", "E");
  text.role = Role::kWeights;
  return r.parameter("codebook", {{axis::kCode, code_sizes(r).entries}, {axis::kModel, width}}, Start::glorot(),
                     std::move(text));
}

// From the first temperature to the last, evenly, over a share of the run.
double temperature(const Recorder& r) {
  const Params& params = *r.discretization().params;
  const double from = params.number("tau_first"), to = params.number("tau_last");
  const double share = std::min(1.0, r.progress() / std::max(params.number("anneal"), 1e-9));  // 0 is at once
  return from + (to - from) * share;
}

// softmax((l + g) / tau), and straight through it, where asked for, the largest alone.
Value noisy_choice(Recorder& r, Value logits) {
  const Params& params = *r.discretization().params;
  const double tau = temperature(r);
  const Value noisy =
      add(logits, r.noise(logits.shape(), Init::kGumbel))
          .step({"noisy", "quantise", "noise", "Gumbel noise makes it a draw",
                 "With it, the largest is at each code with the softmax's chance.", R"(l_j + g_j)", "l", Role::kNone});
  const Value soft = softmax(scale(noisy, 1 / tau, {{"temperature", tau, {}}}))
                         .step({"weights", "quantise", "weights", "Nearly a choice",
                                "The lower the temperature, the nearer one code gets to all the weight.",
                                R"(w = \operatorname{softmax}\!\left(\frac{l + g}{\tau}\right))", "w", Role::kWeights});
  if (!params.flag("straight_through")) return soft;
  return straight_through(choose_largest(soft), soft)
      .step({"drawn", "quantise", "straight through", "Forwards one code, backwards the weights",
             "The largest alone is read; the gradient passes as if the weights had been.",
             R"(h + w - \operatorname{sg}(w), \quad h = [j = \operatorname{argmax}_i w_i])", "w", Role::kWeights});
}

Discrete quantise(Recorder& r, Value x) {
  const Value logits = linear_layer(r, "logits", x, {.width = code_sizes(r).entries, .to = axis::kCode})
                           .step({"logits", "quantise", "logits", "How well each code fits", "A score for every code.",
                                  R"(l = x W + b)", "l", Role::kNone});
  const Value hard = choose_largest(logits).step({"chosen", "quantise", "argmax", "The code with the largest score",
                                                  "1 for one code, 0 for all others.",
                                                  R"(k = \operatorname{argmax}_j l_j)", "k", Role::kNone});
  Discrete out;
  out.shares = {r.training() ? noisy_choice(r, logits) : hard};
  out.codes = {code_number(hard)};
  out.vectors = matmul(out.shares[0], table(r, x.shape().columns()), axis::kCode)
                    .step({"quantised", "quantise", "vector", "Codes are mixed by their weights",
                           "Each code counts by its weight; where one has all of it, that one alone.",
                           R"(\z{z} = \textstyle\sum_j w_j e_j)", "Z", Role::kOutput});
  return out;
}

Value look_up(Recorder& r, const std::vector<Value>& codes, int64_t width) { return gather(table(r, width), codes[0]); }

}  // namespace

Discretizer gumbel_softmax() {
  EntryText text;
  text.name = "Gumbel-Softmax";
  text.family = "soft choices";
  text.summary =
      "A noisy softmax over all codes that is cooled until it is nearly a choice; gradients pass all the way.";
  text.latex = R"(w = \operatorname{softmax}\!\left(\frac{l + g}{\tau}\right), \quad \z{z} = \sum_j w_j e_j)";
  text.params = {
      shared::whole_number("bits", "Bits of a code", "There are 2 to the power of this many codes.", 8, 1, 14),
      shared::number("tau_first", "First temperature", "Where cooling begins.", 1.2, 0.05, 5, 0.05),
      shared::number("tau_last", "Last temperature", "Where cooling ends.", 0.2, 0.05, 5, 0.05),
      shared::number("anneal", "Cooled over", "The share of the run over which the temperature falls.", 0.8, 0, 1,
                     0.05),
      shared::flag("straight_through", "Straight through",
                   "Forwards the largest alone; the gradient still passes through all.")};
  return {text, sizes, quantise, look_up};
}

EntryDocs gumbel_softmax_docs() {
  EntryDocs docs;
  docs.papers = {{"Categorical Reparameterization with Gumbel-Softmax", "Jang, Gu, Poole", 2017,
                  "https://arxiv.org/abs/1611.01144"},
                 {"The Concrete Distribution: A Continuous Relaxation of Discrete Random Variables",
                  "Maddison, Mnih, Teh", 2017, "https://arxiv.org/abs/1611.00712"},
                 shared::semantic_hashing_2018()};
  docs.differs =
      "Noise is added to the scores themselves, where the papers have the logarithm of their softmax: the same but "
      "for a constant of the row. The noise keeps its strength; reference code lets it grow to half of that and adds "
      "losses of its own on the sharpness of the scores. The temperature falls evenly, as there; Jang et al. let it "
      "fall exponentially.";
  return docs;
}

}  // namespace attn::discretizers
