// Differential attention: Ye et al. 2025, "Differential Transformer", section 2.1: the difference of two softmax maps,
// as noise that both have in common cancels out.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

// lambda_init = 0.8 - 0.6 exp(-0.3 (l - 1)), l = 1 for the first layer.
double initial_lambda(const Setting& setting) {
  return 0.8 - 0.6 * kernels::exp(-0.3 * (setting.params().number("layer") - 1));
}

// q and k for two maps a head: heads 1 .. H are the first maps, H + 1 .. 2H the second; v twice as wide.
Projected project(Setting& setting, const Pipeline& pipeline) {
  StepText q = projection_text("q", "Q", "q", Role::kQuery), k = projection_text("k", "K", "k", Role::kKey),
           v = projection_text("v", "V", "v", Role::kValue);
  for (StepText* text : {&q, &k, &v}) {
    text->title = "Each head asks twice";
    text->note = "A head has two queries and two keys, and one value that is twice as wide.";
  }
  q.latex = R"([\q{Q_1};\q{Q_2}] = X\,\q{W_Q})", k.latex = R"([\k{K_1};\k{K_2}] = X\,\k{W_K})";
  const int64_t heads = pipeline.heads, width = pipeline.head_width;
  const Value asked = project_one(setting, 2 * heads, width, "q", axis::kQuery, std::move(q));
  const Value keys = project_one(setting, 2 * heads, width, "k", axis::kKey, std::move(k));
  return {asked, keys, project_one(setting, heads, 2 * width, "v", axis::kKey, std::move(v))};
}

StepText words(const char* id, const char* symbol, const char* note, const char* latex) {
  return {id, "difference", "difference", "What both maps share cancels out", note, latex, symbol, Role::kWeights};
}

// lambda = exp(l_q1 . l_k1) - exp(l_q2 . l_k2) + lambda_init: [head], the same for all heads of a layer.
Value lambda(Setting& setting, int64_t heads, int64_t width) {
  const auto vector = [&](const char* id, const char* symbol, const Shape& shape) {
    StepText text;
    text.id = id, text.symbol = symbol, text.role = Role::kWeights;
    return setting.weight(shape, std::move(text));
  };
  const Shape row = {{axis::kHead, 1}, {axis::kChannel, width}}, column = {{axis::kChannel, width}};
  const char* note = "Learned vectors say how much of the second map is taken off.";
  const Value q1 = vector("lambda_q1", "λ_q1", row), k1 = vector("lambda_k1", "λ_k1", column);
  const Value one = dot(q1, k1).step(words("lambda_dot_1", "λ", note, R"(\lambda_{q_1}\cdot\lambda_{k_1})"));
  const Value q2 = vector("lambda_q2", "λ_q2", row), k2 = vector("lambda_k2", "λ_k2", column);
  const Value two = dot(q2, k2).step(words("lambda_dot_2", "λ", note, R"(\lambda_{q_2}\cdot\lambda_{k_2})"));
  const Value grown =
      map(one, Function::kExp).step(words("lambda_exp_1", "λ", note, R"(\exp(\lambda_{q_1}\cdot\lambda_{k_1}))"));
  const Value taken =
      map(two, Function::kExp).step(words("lambda_exp_2", "λ", note, R"(\exp(\lambda_{q_2}\cdot\lambda_{k_2}))"));
  const Value less =
      scale(taken, -1.0).step(words("lambda_minus", "−λ", note, R"(-\exp(\lambda_{q_2}\cdot\lambda_{k_2}))"));
  const Value change =
      add(grown, less)
          .step(words("lambda_change", "λ", note,
                      R"(\exp(\lambda_{q_1}\cdot\lambda_{k_1}) - \exp(\lambda_{q_2}\cdot\lambda_{k_2}))"));
  StepText start_text;
  start_text.id = "lambda_init", start_text.symbol = "λ_init", start_text.role = Role::kWeights;
  const Value start = setting.graph().leaf({{axis::kHead, 1}}, {static_cast<float>(initial_lambda(setting))},
                                           Origin::kFixed, std::move(start_text));
  const Value all =
      add(change, start)
          .step(words(
              "lambda", "λ", note,
              R"(\lambda = \exp(\lambda_{q_1}\cdot\lambda_{k_1}) - \exp(\lambda_{q_2}\cdot\lambda_{k_2}) + \lambda_{\text{init}})"));
  return repeat(all, axis::kHead, heads).step(words("lambda_of_heads", "λ", "All heads share it.", R"(\lambda)"));
}

// z = (A_1 - lambda A_2) V, then a root mean square norm for each head, times 1 - lambda_init.
Value combine(Setting& setting, const Projected& in, Value weights) {
  const int64_t heads = in.v.shape().size(axis::kHead), width = in.q.shape().columns();
  const Value first =
      slice(weights, axis::kHead, 0, heads).step(words("pattern_1", "A₁", "The first map of each head.", R"(\a{A_1})"));
  const Value second = slice(weights, axis::kHead, heads, 2 * heads)
                           .step(words("pattern_2", "A₂", "The second map of each head.", R"(\a{A_2})"));
  const Value share = lambda(setting, heads, width);
  const Value noise =
      multiply(second, share)
          .step(words("scaled_pattern_2", "λA₂", "As much of the second map as λ says.", R"(\lambda\,\a{A_2})"));
  const Value minus =
      scale(noise, -1.0).step(words("minus_pattern_2", "−λA₂", "It is taken off.", R"(-\lambda\,\a{A_2})"));
  const Value kept = add(first, minus)
                         .step(words("difference", "A", "Weights may be negative now, and a row adds up to 1 − λ.",
                                     R"(\a{A} = \a{A_1} - \lambda\,\a{A_2})"));
  const Value z = weighted_sum(setting, in, kept);  // [head, query, channel]
  if (!setting.params().flag("head_norm")) return z;
  StepText gain_text, normed, shrunk;
  gain_text.id = "gain", gain_text.symbol = "g", gain_text.role = Role::kOutput;
  normed = {"z_normed",
            "norm",
            "norm",
            "Every head speaks equally loud",
            "Each head's result is brought to one size, since heads differ much in how sparse they are.",
            R"(\z{z^h_i} \leftarrow \operatorname{RMSNorm}(\z{z^h_i}))",
            "Z",
            Role::kOutput};
  shrunk = normed, shrunk.id = "z_scaled";
  shrunk.note = "A constant makes gradients as large as the Transformer's.";
  shrunk.latex = R"(\z{z^h_i} \leftarrow (1 - \lambda_{\text{init}})\,\z{z^h_i})";
  const Value gain =
      setting.graph().leaf({{axis::kChannel, 2 * width}}, std::vector<float>(static_cast<size_t>(2 * width), 1.0F),
                           Origin::kFixed, std::move(gain_text));
  const double start = initial_lambda(setting);
  return scale(rms_norm(z, gain, 1e-5).step(std::move(normed)), 1.0 - start, {{"lambda_init", start, {}}})
      .step(std::move(shrunk));
}

}  // namespace

Variant differential() {
  EntryText text;
  text.name = "Differential";
  text.family = "heads";
  text.summary =
      "Every head takes the difference of two softmax maps: what both have in common, the noise, cancels out.";
  text.latex =
      R"(\z{Z} = \left(\operatorname{softmax}\!\left(\frac{\q{Q_1}\k{K_1^\top}}{\sqrt{d}}\right) - \lambda\operatorname{softmax}\!\left(\frac{\q{Q_2}\k{K_2^\top}}{\sqrt{d}}\right)\right)\v{V})";
  text.params = {
      shared::temperature(),
      shared::whole_number("layer", "Layer",
                           "Which layer this is: λ starts at 0.2 in the first, near 0.8 in deep ones.", 1, 1, 48),
      shared::flag("head_norm", "Head norm", "Brings each head's result to one size.", true), shared::heads(2),
      shared::head_width()};
  append(&text.params, shared::mask());
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            setting.forget_trained();  // nobody trains two maps a head
            Pipeline pipeline;
            pipeline.heads = setting.params().integer("heads");
            pipeline.head_width = setting.params().integer("head_width");
            pipeline.project = project;
            pipeline.combine = combine;
            pipeline.output = project_output;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true};
}

EntryDocs differential_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Differential Transformer", "Ye, Dong, Xia, Sun, Zhu, Huang, Wei", 2025, "https://arxiv.org/abs/2410.05258"}};
  docs.differs =
      "No rotary positions. The vectors behind λ are drawn from the seed, wider than the paper's, so that λ differs "
      "from where it starts; the norm's gains are 1.";
  docs.laws = {{LawKind::kRowsSumToOne, "In each of the two maps the weights of a row add up to 1."},
               shared::order_blind(),
               shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "two q and two k for each head, v twice as wide"},
                                  {"combine", "weighted sum of v by A₁ − λA₂, then a norm for each head"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(4\,H\,n\,m\,d)", R"(12\,H\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
