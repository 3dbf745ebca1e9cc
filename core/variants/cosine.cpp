// Queries and keys brought to one length before they meet: QK-Norm (Henry et al. 2020), scaled cosine attention (Liu et
// al. 2022, Swin V2), and the norms that large models put there (Dehghani et al. 2023, layer norm; RMS norm since).
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/attention/unit_length.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

bool cosine_scores(const Setting& setting) { return setting.params().choice("norm") == "l2"; }

// x / |x| (l2), or a norm over the channels with gain 1.
Value normed(Setting& setting, Value x, const char* id, const char* symbol, const char* macro, Role role) {
  const std::string_view norm = setting.params().choice("norm");
  const int64_t width = x.shape().columns();
  const std::string name = std::string("\\") + macro + "{" + id + "}",
                    to = "\\" + std::string(macro) + "{\\hat{" + id + "}}";
  const auto constant = [&](const char* suffix, const char* sign, float value) {
    return setting.graph().leaf({{axis::kChannel, width}}, std::vector<float>(static_cast<size_t>(width), value),
                                Origin::kFixed, leaf_text(std::string(id) + suffix, sign, Role::kNone));
  };
  const FrameText frame{"norm", "norm", "Lengths are taken out"};
  const auto step = [&](const std::string& latex, const char* note) {
    return frame.step(std::string(id) + "_normed", symbol, role, to + " = " + latex, note);
  };
  if (norm == "l2") {
    return unit_length(x, step("\\frac{" + name + "}{|" + name + "|}",
                               "Every vector is brought to length 1: only its direction counts."));
  }
  constexpr double kEpsilon = 1e-6;  // usual for norms of queries and keys
  if (norm == "rms") {
    return rms_norm(x, constant("_gain", "g", 1), kEpsilon)
        .step(step("\\frac{" + name + "}{\\operatorname{rms}(" + name + ")}",
                   "Every vector is divided by the root of its mean square."));
  }
  const Value gain = constant("_gain", "g", 1), bias = constant("_bias", "b", 0);
  return layer_norm(x, gain, bias, kEpsilon)
      .step(step("\\operatorname{LN}(" + name + ")", "The mean is taken out and the spread brought to 1."));
}

Projected project(Setting& setting, const Pipeline& pipeline) {
  Projected in = project_qkv(setting, pipeline);
  in.q = normed(setting, in.q, "q", "Q", "q", Role::kQuery);
  in.k = normed(setting, in.k, "k", "K", "k", Role::kKey);
  return in;
}

// Cosines times the scale g; else divided by the root of the width, as everywhere.
Value modify(Setting& setting, const Projected& in, Value scores) {
  if (!cosine_scores(setting)) return scale_by_width(setting, in, scores);
  const double factor = setting.params().number("scale");
  const FrameText frame{"scale", "scale", "Cosines are stretched"};
  return scale(scores, factor, {{"scale", factor, {}}})
      .step(frame.step("scaled_scores", "S", Role::kWeights, R"(\a{S_{ij}} = g\,\cos(\q{q_i}, \k{k_j}))",
                       "Cosines lie between −1 and 1, too close for a softmax to choose; one learned number pulls them "
                       "apart."));
}

}  // namespace

Variant cosine() {
  EntryText text;
  text.name = "Cosine, QK-norm";
  text.family = "dot product";
  text.summary = "Only the direction of queries and keys counts, so that no vector is heard because it is long.";
  text.latex = R"(\a{A} = \operatorname{softmax}\!\left(g\,\frac{\q{q_i}\cdot\k{k_j}}{|\q{q_i}|\,|\k{k_j}|}\right))";
  // 10 is where Swin V2 starts, 100 where it stops.
  ParamSpec factor = shared::when(
      "norm", "l2",
      shared::number("scale", "Scale", "What a cosine is multiplied by before the softmax.", 10, 0.1, 100, 0.1));
  factor.logarithmic = true;
  ParamSpec temperature = shared::temperature();
  temperature.when_param = "norm", temperature.when_values = {"rms", "layer"};
  text.params = {shared::choice("norm", "Norm", "How lengths are taken out of queries and keys.",
                                {{"l2", "Length 1", "Cosines, times a scale."},
                                 {"rms", "RMS norm", "Divided by the root mean square, then the usual scores."},
                                 {"layer", "Layer norm", "Mean out, spread to 1, then the usual scores."}}),
                 factor, temperature};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.project = project;
            pipeline.modify = modify;
            return attend(setting, pipeline);
          }};
}

EntryDocs cosine_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Query-Key Normalization for Transformers", "Henry, Dachapally, Pawar, Chen", 2020,
       "https://arxiv.org/abs/2010.04245"},
      {"Swin Transformer V2: Scaling Up Capacity and Resolution",
       "Liu, Hu, Lin, Yao, Xie, Wei, Ning, Cao, Zhang, Dong, Wei, Guo", 2022, "https://arxiv.org/abs/2111.09883"},
      {"Scaling Vision Transformers to 22 Billion Parameters", "Dehghani and others", 2023,
       "https://arxiv.org/abs/2302.05442"}};
  docs.differs =
      "The scale is a learned number in the papers and a control here; gains of the norms, learned in large models, "
      "are 1.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v; q and k are normed"},
                                  {"score", "cosine of q and k, or dot product of the normed"},
                                  {"modify", "times a scale, or divided by √d"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Qwen3", 2025, "https://arxiv.org/abs/2505.09388"},
                  {"Gemma 3", 2025, "https://arxiv.org/abs/2503.19786"},
                  {"Stable Diffusion 3", 2024, "https://arxiv.org/abs/2403.03206"},
                  {"OLMo 2", 2024, "https://arxiv.org/abs/2501.00656"},
                  {"ViT-22B", 2023, "https://arxiv.org/abs/2302.05442"},
                  {"Swin Transformer V2", 2021, "https://arxiv.org/abs/2111.09883"}};
  return docs;
}

}  // namespace attn::variants
