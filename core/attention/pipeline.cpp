#include "core/attention/pipeline.h"

#include <algorithm>
#include <string>

#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn {
// [query, model] -> [head, query, column], or [head, key, column] for what is read.
Value project_one(Setting& setting, int64_t heads, int64_t width, const char* name, std::string_view rows_as,
                  StepText text, std::string_view column) {
  const std::string id = name;
  const Value from = rows_as == axis::kKey ? setting.source() : setting.x();
  std::vector<Dim> matrix = {{axis::kModel, from.shape().columns()}, {column, width}};
  std::vector<Dim> bias = {{column, width}};
  if (heads > 0) {
    matrix.insert(matrix.begin(), {axis::kHead, heads});
    bias.insert(bias.begin(), {axis::kHead, heads});
  }
  StepText weight_text, bias_text;
  weight_text.id = "w_" + id, weight_text.symbol = "W_" + text.symbol, weight_text.role = text.role;
  bias_text.id = "b_" + id, bias_text.symbol = "b_" + text.symbol, bias_text.role = text.role;
  const Value w = setting.weight(Shape(std::move(matrix)), std::move(weight_text));
  const Shape bias_shape(std::move(bias));
  if (!setting.offered("b_" + id, bias_shape)) return matmul(from, w, axis::kModel, rows_as).step(std::move(text));
  const Value b = setting.weight(bias_shape, std::move(bias_text));
  return linear(from, w, b, axis::kModel, rows_as).step(std::move(text));
}

StepText projection_text(const char* id, const char* symbol, const char* macro, Role role) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role;
  text.stage = "project", text.label = "Q K V";
  text.title = "Each word asks, offers and carries";
  text.note =
      "Three learned matrices turn every vector into a query (what it looks for), a key (what it offers) and a value "
      "(what it passes on).";
  text.latex = std::string("\\") + macro + "{" + symbol + "} = X\\,\\" + macro + "{W_" + symbol + "}";
  return text;
}

namespace {

Projected queries_and_keys(Setting& setting, const Pipeline& pipeline, std::string_view read, std::string_view meet) {
  const auto one = [&](const char* id, std::string_view rows_as, StepText text) {
    return project_one(setting, pipeline.heads, pipeline.head_width, id, rows_as, std::move(text), meet);
  };
  const Value q = one("q", axis::kQuery, projection_text("q", "Q", "q", Role::kQuery));
  const Value k = one("k", read, projection_text("k", "K", "k", Role::kKey));
  return {q, k, {}};
}

}  // namespace

Projected project_q(Setting& setting, const Pipeline& pipeline) {
  const Value q = project_one(setting, pipeline.heads, pipeline.head_width, "q", axis::kQuery,
                              projection_text("q", "Q", "q", Role::kQuery));
  return {q, {}, {}};
}

Projected project_qk(Setting& setting, const Pipeline& pipeline) {
  return queries_and_keys(setting, pipeline, axis::kKey, axis::kChannel);
}

Projected project_as(Setting& setting, const Pipeline& pipeline, std::string_view read, std::string_view meet) {
  Projected in = queries_and_keys(setting, pipeline, read, meet);
  in.v = project_one(setting, pipeline.heads, pipeline.head_width, "v", read,
                     projection_text("v", "V", "v", Role::kValue));
  return in;
}

Projected project_qkv(Setting& setting, const Pipeline& pipeline) {
  return project_as(setting, pipeline, axis::kKey, axis::kChannel);
}

// S_ij = q_i . k_j
Value dot_product_score(Setting&, const Projected& in) {
  StepText text;
  text.id = "scores", text.stage = "score", text.label = "scores", text.symbol = "S", text.role = Role::kWeights;
  text.title = "Every query meets every key";
  text.note = "A score is the dot product of one query with one key: large where they point the same way.";
  text.latex = R"(\a{S_{ij}} = \q{q_i}\cdot\k{k_j})";
  return matmul(in.q, in.k, in.q.shape().dims().back().axis).step(std::move(text));
}

// S / (sqrt(d) temperature): the width of a head, not of the model. The parameter `scale` can leave the root out.
Value scale_by_width(Setting& setting, const Projected& in, Value scores) {
  if (setting.params().choice("scale") == "none") return divide_by_temperature(setting, in, scores);
  const int64_t width = in.q.shape().columns();
  // A mechanism without the parameter leaves the scores as they are.
  const double temperature = setting.params().has("temperature") ? setting.params().number("temperature") : 1.0;
  StepText text;
  text.id = "scaled_scores", text.stage = "scale", text.label = "scale", text.symbol = "S", text.role = Role::kWeights;
  text.title = "Scores shrink to a calmer range";
  text.note =
      "Dividing by the root of the head's width keeps long dot products from drowning the softmax; a temperature above "
      "1 calms it further.";
  text.latex = temperature == 1.0 ? R"(\a{S_{ij}} = \frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}})"
                                  : R"(\a{S_{ij}} = \frac{\q{q_i}\cdot\k{k_j}}{\tau\sqrt{d}})";
  const double factor = 1.0 / (kernels::square_root(static_cast<double>(width)) * temperature);
  return scale(scores, factor, {{"width", static_cast<double>(width), {}}, {"temperature", temperature, {}}})
      .step(std::move(text));
}

// S / temperature
Value divide_by_temperature(Setting& setting, const Projected&, Value scores) {
  const double temperature = setting.params().has("temperature") ? setting.params().number("temperature") : 1.0;
  if (temperature == 1.0) return scores;
  StepText text;
  text.id = "scaled_scores", text.symbol = "S", text.role = Role::kWeights;
  text.stage = "scale", text.label = "scale", text.title = "Scores are divided by the temperature";
  text.note = "The paper has no such step: it is here to be played with.";
  text.latex = R"(\a{S_{ij}} \leftarrow \frac{\a{S_{ij}}}{\tau})";
  return scale(scores, 1.0 / temperature, {{"temperature", temperature, {}}}).step(std::move(text));
}

Value apply_mask(Value scores, Value allowed) {
  StepText text = scores.graph().node(allowed.node()).text;
  text.id = "masked_scores", text.symbol = "S";
  text.note += " A masked score becomes −∞, so its weight will be exactly 0.";
  return mask(scores, allowed).step(std::move(text));
}

Value band_of(Value scores, Band band, std::string id, std::string title, std::string latex) {
  StepText rule;
  rule.id = std::move(id), rule.stage = "mask", rule.label = "mask", rule.symbol = "M", rule.role = Role::kWeights;
  rule.title = std::move(title), rule.note = band.rule, rule.latex = std::move(latex);
  return band_mask(scores.graph(), scores.shape().size(axis::kQuery), scores.shape().size(axis::kKey), std::move(band))
      .step(std::move(rule));
}

namespace {

Value future(Setting& setting, Value scores) {
  Band band;
  band.upper = setting.read_before();
  band.rule = "A word may read itself and what stands before it.";
  return band_of(scores, std::move(band), "mask", "No word reads the future",
                 R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > i)");
}

}  // namespace

Value mask_future(Setting& setting, Value scores) { return apply_mask(scores, future(setting, scores)); }

Value chosen_mask(Setting& setting, Value scores) {
  const std::string_view choice = setting.params().choice("mask");
  if (choice == "causal") return future(setting, scores);
  Band band;
  if (choice == "padding") {
    const int64_t pad = setting.params().integer("padding");
    band.key_length = std::max<int64_t>(scores.shape().size(axis::kKey) - pad, 0);
    band.rule = "The last " + std::to_string(pad) + " pieces are taken for padding: nobody reads them.";
    return band_of(scores, std::move(band), "mask", "Padding is not read",
                   R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > n - p)");
  }
  band.rule = "Every word may read every word.";
  return band_of(scores, std::move(band), "mask", "Nothing is masked", R"(\a{S_{ij}} \leftarrow \a{S_{ij}})");
}

Value mask_by_choice(Setting& setting, Value scores) { return apply_mask(scores, chosen_mask(setting, scores)); }

Value mask_by(Value scores, Value allowed, const MaskText& words) {
  StepText rule;
  rule.id = "mask", rule.stage = "mask", rule.label = "mask", rule.symbol = "M", rule.role = Role::kWeights;
  rule.title = words.title, rule.note = words.rule, rule.latex = words.latex;
  return apply_mask(scores, allowed.step(std::move(rule)));
}

Value mask_by_rule(Setting& setting, Value scores, std::function<bool(int64_t, int64_t)> allowed,
                   const MaskText& words) {
  const int64_t queries = scores.shape().size(axis::kQuery), keys = scores.shape().size(axis::kKey);
  return mask_by(scores, rule_mask(setting.graph(), queries, keys, std::move(allowed), words.rule), words);
}

// A_ij = exp(S_ij) / sum_m exp(S_im)
Value softmax_rows(Setting&, Value scores) {
  StepText text;
  text.id = "pattern", text.stage = "normalise", text.label = "softmax", text.symbol = "A", text.role = Role::kWeights;
  text.title = "Softmax turns scores into weights";
  text.note = "Each row becomes shares that add up to 1; the largest score takes the most.";
  text.latex = R"(\a{A_{ij}} = \frac{\exp(\a{S_{ij}})}{\sum_m \exp(\a{S_{im}})})";
  return softmax(scores).step(std::move(text));
}

// z_i = sum_j A_ij v_j
Value weighted_sum(Setting&, const Projected& in, Value weights) {
  StepText text;
  text.id = "z", text.stage = "combine", text.label = "weighted sum", text.symbol = "Z", text.role = Role::kOutput;
  text.title = "Each word collects what it reads";
  text.note = "The values of all words are added up, each as strongly as its weight says.";
  text.latex = R"(\z{z_i} = \sum_j \a{A_{ij}}\,\v{v_j})";
  return matmul(weights, in.v, axis::kKey).step(std::move(text));
}

// out = [z^1 ; ... ; z^H] W_O (+ b_O)
Value project_output(Setting& setting, Value combined) {
  StepText joined_text, text, weight_text, bias_text;
  joined_text.id = "joined", joined_text.symbol = "Z", joined_text.label = text.label = "output";
  joined_text.stage = text.stage = "output", joined_text.role = text.role = Role::kOutput;
  joined_text.title = text.title = "The heads' results are mixed";
  joined_text.note = "The heads' results stand side by side.";
  joined_text.latex = R"(\z{Z} = [\z{Z^1}; \dots; \z{Z^H}])";
  text.id = "out", text.symbol = "O";
  text.note = "The heads' results, side by side, pass through one learned matrix back to the width of the model.";
  text.latex = R"(\z{O} = [\z{Z^1}; \dots; \z{Z^H}]\,\z{W_O})";
  weight_text.id = "w_o", weight_text.symbol = "W_O", weight_text.role = bias_text.role = Role::kOutput;
  bias_text.id = "b_o", bias_text.symbol = "b_O";
  const Value joined = concat_heads(combined).step(std::move(joined_text));
  const int64_t feature = joined.shape().columns(), model = setting.output_width();
  const Value w = setting.weight({{axis::kFeature, feature}, {axis::kModel, model}}, std::move(weight_text));
  const Shape bias = {{axis::kModel, model}};
  if (!setting.offered("b_o", bias)) return matmul(joined, w, axis::kFeature).step(std::move(text));
  return linear(joined, w, setting.weight(bias, std::move(bias_text)), axis::kFeature).step(std::move(text));
}

namespace {

// The trained or given heads that fit, else those that the parameters ask for.
Pipeline standard_pipeline(Setting& setting, int64_t heads, bool several) {
  if (setting.params().flag("random")) setting.forget_trained();
  Pipeline pipeline;
  pipeline.heads = heads;
  if (setting.params().has("head_width")) pipeline.head_width = setting.params().integer("head_width");
  const std::vector<int64_t> offered = setting.offered_sizes("w_q");
  if (offered.size() == 3 && (offered[0] == 1 ? heads == 1 : several)) {
    pipeline.heads = offered[0];
    pipeline.head_width = offered[2];
  }
  return pipeline;
}

}  // namespace

Pipeline scaled_dot_product_pipeline(Setting& setting) {
  Pipeline pipeline = standard_pipeline(setting, /*heads=*/1, /*several=*/false);
  // A trained head brings its part of the layer's output matrix; an untrained one ends with its weighted sum.
  const Shape output = {{axis::kFeature, pipeline.head_width}, {axis::kModel, setting.output_width()}};
  pipeline.output = setting.offered("w_o", output) ? project_output : nullptr;
  return pipeline;
}

Pipeline multi_head_pipeline(Setting& setting) {
  Pipeline pipeline = standard_pipeline(setting, setting.params().integer("heads"), /*several=*/true);
  pipeline.output = project_output;
  return pipeline;
}

Value attend(Setting& setting, const Pipeline& pipeline) {
  return attend(setting, pipeline, pipeline.project(setting, pipeline));
}

Value attend(Setting& setting, const Pipeline& pipeline, const Projected& in) {
  Value scores = pipeline.score(setting, in);
  scores = pipeline.modify(setting, in, scores);
  scores = pipeline.mask(setting, scores);
  const Value weights = pipeline.normalise(setting, scores);
  const Value combined = pipeline.combine(setting, in, weights);
  return pipeline.output ? pipeline.output(setting, combined) : combined;
}

}  // namespace attn
