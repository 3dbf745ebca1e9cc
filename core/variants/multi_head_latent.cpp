// Multi-head latent attention: DeepSeek-AI 2024, "DeepSeek-V2", section 2.1: keys and values of all heads come from one
// short vector per word, the only thing a decoder must remember but for a small rotary key shared by all heads.
#include "core/attention/pipeline.h"
#include "core/attention/rotary_tables.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

struct Sizes {
  int64_t heads, width, latent, query_latent, rope;
};

Value learned(Setting& setting, const Shape& shape, const char* id, const char* symbol, Role role) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role;
  return setting.weight(shape, std::move(text));
}

StepText words(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  return text;
}

StepText compressing(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text = words(id, symbol, role, latex);
  text.stage = "compress", text.label = "compress", text.title = "A word shrinks to a short vector";
  text.note = "One short vector per word is all that keys and values of every head are made of: it is what is cached.";
  return text;
}

StepText projecting(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text = words(id, symbol, role, latex);
  text.stage = "project", text.label = "Q K V", text.title = "Short vectors grow into heads";
  text.note = "Learned matrices make the queries, keys and values of all heads from the short vectors.";
  return text;
}

StepText turning(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text = words(id, symbol, role, latex);
  text.stage = "position", text.label = "rotate", text.title = "A separate part knows the place";
  text.note =
      "A few channels beside the others are turned by angles that grow with the place; their key is shared by all "
      "heads.";
  return text;
}

StepText scoring(const char* id, const char* latex) {
  StepText text = words(id, "S", Role::kWeights, latex);
  text.stage = "score", text.label = "scores", text.title = "Content and place are scored apart and added";
  text.note = "A score is the product of the contents plus the product of the turned parts.";
  return text;
}

// Root mean square norm of a short vector, as in DeepSeek's code.
Value normed(Setting& setting, Value c, const char* gain_id, StepText text) {
  if (!setting.params().flag("latent_norm")) return c;
  const int64_t width = c.shape().columns();
  StepText gain_text;
  gain_text.id = gain_id, gain_text.symbol = "g", gain_text.role = text.role;
  const Value gain =
      setting.graph().leaf({c.shape().dims().back()}, std::vector<float>(static_cast<size_t>(width), 1.0F),
                           Origin::kFixed, std::move(gain_text));
  return rms_norm(c, gain, 1e-6).step(std::move(text));
}

struct Parts {
  Value c;               // [key, latent]: the cache
  Value q, k, v;         // [head, query or key, channel]; k and v are not made in the absorbed form
  Value q_rope, k_rope;  // [head, query, channel], [key, channel]; none without a rotary part
  Value up_k, up_v;      // the matrices W_UK and W_UV [head, latent, channel]
};

// c^KV = W^DKV x, c^Q = W^DQ x; everything else grows from these, but for the rotary key.
Parts project(Setting& setting, const Sizes& size, bool absorbed) {
  const Value x = setting.x();
  const Dim model = {axis::kModel, setting.width()}, heads = {axis::kHead, size.heads};
  const Dim latent = {axis::kLatent, size.latent}, feature = {axis::kFeature, size.query_latent};
  const Dim channel = {axis::kChannel, size.width}, rope = {axis::kChannel, size.rope};
  Parts parts;
  parts.c = matmul(x, learned(setting, {model, latent}, "w_dkv", "W_DKV", Role::kKey), axis::kModel, axis::kKey)
                .step(compressing("c", "C", Role::kKey, R"(\k{c_j} = \k{W^{DKV}}\,x_j)"));
  Value c_q = matmul(x, learned(setting, {model, feature}, "w_dq", "W_DQ", Role::kQuery), axis::kModel)
                  .step(compressing("c_q", "C_Q", Role::kQuery, R"(\q{c^Q_i} = \q{W^{DQ}}\,x_i)"));
  parts.c = normed(setting, parts.c, "gain_c",
                   compressing("c_normed", "C", Role::kKey, R"(\k{c_j} \leftarrow \operatorname{RMSNorm}(\k{c_j}))"));
  c_q = normed(
      setting, c_q, "gain_q",
      compressing("c_q_normed", "C_Q", Role::kQuery, R"(\q{c^Q_i} \leftarrow \operatorname{RMSNorm}(\q{c^Q_i}))"));

  const Value up_q = learned(setting, {heads, feature, channel}, "w_uq", "W_UQ", Role::kQuery);
  parts.q = matmul(c_q, up_q, axis::kFeature)
                .step(projecting("q", "Q", Role::kQuery, R"(\q{q^C_i} = \q{W^{UQ}}\,\q{c^Q_i})"));
  parts.up_k = learned(setting, {heads, latent, channel}, "w_uk", "W_UK", Role::kKey);
  parts.up_v = learned(setting, {heads, latent, channel}, "w_uv", "W_UV", Role::kValue);
  if (!absorbed) {
    parts.k = matmul(parts.c, parts.up_k, axis::kLatent)
                  .step(projecting("k", "K", Role::kKey, R"(\k{k^C_j} = \k{W^{UK}}\,\k{c_j})"));
    parts.v = matmul(parts.c, parts.up_v, axis::kLatent)
                  .step(projecting("v", "V", Role::kValue, R"(\v{v_j} = \v{W^{UV}}\,\k{c_j})"));
  }
  if (size.rope == 0) return parts;
  const Value rope_q = learned(setting, {heads, feature, rope}, "w_qr", "W_QR", Role::kQuery);
  const Value rope_k = learned(setting, {model, rope}, "w_kr", "W_KR", Role::kKey);
  parts.q_rope =
      matmul(c_q, rope_q, axis::kFeature).step(projecting("q_rope", "Q_R", Role::kQuery, R"(\q{W^{QR}}\,\q{c^Q_i})"));
  parts.k_rope =
      matmul(x, rope_k, axis::kModel, axis::kKey).step(projecting("k_rope", "K_R", Role::kKey, R"(\k{W^{KR}}\,x_j)"));
  return parts;
}

// q^R_i = RoPE(W^QR c^Q_i), k^R_j = RoPE(W^KR x_j)
void turn(Setting& setting, Parts* parts, int64_t channels) {
  const int64_t turned = channels / 2 * 2;  // a pair needs two channels: an odd one out is left alone
  if (turned == 0) return;
  const RotaryTables tables = rotary_tables(setting.graph(), setting.tokens(), turned, Pairs::kNeighbours, 10000, 0,
                                            turning("", "", Role::kNone, ""));
  parts->q_rope =
      rotate(parts->q_rope, tables.cosines, tables.sines, Pairs::kNeighbours)
          .step(turning("q_turned", "Q_R", Role::kQuery, R"(\q{q^R_i} = \operatorname{RoPE}(\q{W^{QR}}\,\q{c^Q_i}))"));
  parts->k_rope =
      rotate(parts->k_rope, tables.cosines, tables.sines, Pairs::kNeighbours)
          .step(turning("k_turned", "K_R", Role::kKey, R"(\k{k^R_j} = \operatorname{RoPE}(\k{W^{KR}}\,x_j))"));
}

// q^C . k^C with keys made (naive), or the query carried to the short vectors instead (absorbed): the same number.
Value content_scores(const Parts& parts) {
  if (parts.k.valid()) {
    return matmul(parts.q, parts.k, axis::kChannel).step(scoring("content_scores", R"(\q{q^C_i}\cdot\k{k^C_j})"));
  }
  StepText text = scoring("q_latent", R"(\q{q'_i} = \k{W^{UK\top}}\,\q{q^C_i})");
  text.symbol = "Q'", text.role = Role::kQuery;
  text.note = "Instead of making keys, the query is carried back to the short vectors: no key is ever made.";
  const Value carried = matmul(parts.q, parts.up_k, axis::kChannel).step(std::move(text));  // [head, query, latent]
  return matmul(carried, parts.c, axis::kLatent).step(scoring("content_scores", R"(\q{q'_i}\cdot\k{c_j})"));
}

// S_ij = (q^C_i . k^C_j + q^R_i . k^R_j) / sqrt(d + d_R)
Value score(const Parts& parts, const Sizes& size) {
  Value scores = content_scores(parts);
  if (size.rope > 0) {
    const Value places = matmul(parts.q_rope, parts.k_rope, axis::kChannel)
                             .step(scoring("position_scores", R"(\q{q^R_i}\cdot\k{k^R_j})"));
    scores = add(scores, places)
                 .step(scoring("scores", R"(\a{S_{ij}} = \q{q^C_i}\cdot\k{k^C_j} + \q{q^R_i}\cdot\k{k^R_j})"));
  }
  const double joint = static_cast<double>(size.width + size.rope);
  StepText text =
      words("scaled_scores", "S", Role::kWeights, R"(\a{S_{ij}} \leftarrow \frac{\a{S_{ij}}}{\sqrt{d + d_R}})");
  text.stage = "scale", text.label = "scale", text.title = "Scores shrink to a calmer range";
  text.note = "They are divided by the root of both parts' width.";
  return scale(scores, 1.0 / kernels::square_root(joint), {{"width", joint, {}}}).step(std::move(text));
}

// z_i = sum_j A_ij v_j, or W^UV (sum_j A_ij c_j): the same again.
Value combine(Setting& setting, const Parts& parts, Value weights) {
  if (parts.v.valid()) return weighted_sum(setting, {parts.q, parts.k, parts.v}, weights);
  StepText sum = words("z_latent", "Z'", Role::kOutput, R"(\z{z'_i} = \sum_j \a{A_{ij}}\,\k{c_j})"), text = sum;
  sum.stage = text.stage = "combine", sum.label = text.label = "weighted sum";
  sum.title = text.title = "Each word collects short vectors";
  sum.note = "The short vectors themselves are added up, each as strongly as its weight says.";
  text.id = "z", text.symbol = "Z", text.latex = R"(\z{z_i} = \v{W^{UV}}\,\z{z'_i})";
  text.note = "Only their sum is turned into a value: no word's value is ever made.";
  const Value collected = matmul(weights, parts.c, axis::kKey).step(std::move(sum));  // [head, query, latent]
  return matmul(collected, parts.up_v, axis::kLatent).step(std::move(text));
}

Value build(Setting& setting) {
  setting.forget_trained();  // nobody brings these matrices
  const Params& params = setting.params();
  const Sizes size = {params.integer("heads"), params.integer("head_width"), params.integer("latent"),
                      params.integer("query_latent"), params.integer("rope")};
  Parts parts = project(setting, size, params.choice("form") == "absorbed");
  turn(setting, &parts, size.rope);
  const Value scores = mask_by_choice(setting, score(parts, size));
  return project_output(setting, combine(setting, parts, softmax_rows(setting, scores)));
}

}  // namespace

Variant multi_head_latent() {
  EntryText text;
  text.name = "Multi-head latent";
  text.family = "heads";
  text.summary =
      "Keys and values of all heads grow from one short vector per word: a decoder remembers little and loses little.";
  text.latex =
      R"(\a{S_{ij}} = \frac{\q{q^C_i}\cdot\k{W^{UK}c_j} + \q{q^R_i}\cdot\k{k^R_j}}{\sqrt{d + d_R}}, \quad \z{z_i} = \sum_j \a{A_{ij}}\,\v{W^{UV}}\k{c_j}, \quad \k{c_j} = \k{W^{DKV}}x_j)";
  text.params = {
      shared::choice(
          "form", "Form", "What is made of the short vectors.",
          {{"naive", "Naive", "Keys and values are made for every head."},
           {"absorbed", "Absorbed", "Queries are carried back to the short vectors: the same numbers, less memory."}}),
      shared::whole_number("latent", "Latent", "Width of the short vector that is cached; the paper has 512.", 16, 1,
                           512),
      shared::whole_number("query_latent", "Query latent", "Width of the query's short vector; the paper has 1536.", 24,
                           1, 512),
      shared::whole_number("rope", "Rotary part", "Channels that know the place; the paper has 64.", 8, 0, 64),
      shared::flag("latent_norm", "Latent norm", "A root mean square norm on the short vectors, as in the code."),
      shared::heads(4),
      shared::head_width()};
  append(&text.params, shared::mask());
  text.params[7].fallback = 1;  // the mask is causal, as in every decoder
  return {text, build, /*whole_layer=*/true, /*batched=*/false};
}

EntryDocs multi_head_latent_docs() {
  EntryDocs docs;
  docs.papers = {{"DeepSeek-V2: A Strong, Economical, and Efficient Mixture-of-Experts Language Model", "DeepSeek-AI",
                  2024, "https://arxiv.org/abs/2405.04434"}};
  docs.differs =
      "Sizes are a playground's. The paper's equations have no norm on the short vectors, its models and code have "
      "one: "
      "it can be switched on, with all gains 1. Pairs of neighbouring channels turn, base 10000.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kOrderBlind,
                "Without the rotary part and without a mask, order does not matter.",
                {{"rope", "0"}, {"mask", "none"}}},
               {LawKind::kEquals,
                "Absorbed or not, the result is the same.",
                {{"form", "absorbed"}},
                "multi_head_latent",
                {{"form", "naive"}}}};
  docs.slots = shared::slots_but({{"project", "one short vector per word; q, k and v of all heads grow from it"},
                                  {"position", "a few channels beside the others are turned"},
                                  {"score", "q·k of the contents plus q·k of the turned parts"},
                                  {"modify", "divided by √(d + d_R)"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(H\,n\,m\,(2d + d_R))", R"(4\,H\,n\,m \quad\text{and for decoding}\; 4\,m\,(d_c + d_R))"};
  docs.used_by = {{"DeepSeek-V2", 2024, "https://arxiv.org/abs/2405.04434"},
                  {"DeepSeek-V3", 2024, "https://arxiv.org/abs/2412.19437"},
                  {"Kimi K2", 2025, "https://arxiv.org/abs/2507.20534"}};
  return docs;
}

}  // namespace attn::variants
