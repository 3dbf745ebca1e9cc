// Induced set attention: Lee et al. 2019, "Set Transformer", section 3.1: a few learned latents read all words, and the
// words read the latents. The first half alone is how a Perceiver takes in its input (Jaegle et al. 2021).
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

enum class Block { kAttention, kPaper, kCode };

// One attention of the two: who asks, who is read, and what its tensors are called.
struct Pass {
  Value asking;                  // [latent or query, model]
  Value read;                    // [query or latent, model]
  std::string_view asking_axis;  // of the rows that ask
  std::string_view read_axis;    // of the rows that are read
  const char* prefix;            // of the steps' ids
  const char* who;               // in the titles
};

StepText words(const Pass& pass, const char* id, const char* stage, const char* label, const char* symbol, Role role,
               const char* note, const char* latex) {
  return {(std::string(pass.prefix) + id).c_str(), stage, label, pass.who, note, latex, symbol, role};
}

Value learned(Setting& setting, const Shape& shape, const char* id, const char* symbol, Role role) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role;
  return setting.weight(shape, std::move(text));
}

Value constant(Setting& setting, Dim dim, float number, const char* id, const char* symbol) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kOutput;
  return setting.graph().leaf({dim}, std::vector<float>(static_cast<size_t>(dim.size), number), Origin::kFixed,
                              std::move(text));
}

// LN(x), gains 1 and biases 0.
Value norm(Setting& setting, const Pass& pass, Value x, const char* id, const char* latex) {
  const Dim last = x.shape().dims().back();
  const Value gain = constant(setting, last, 1, "gain", "g"), bias = constant(setting, last, 0, "bias", "b");
  return layer_norm(x, gain, bias, 1e-5)
      .step(words(pass, id, "block", "block", "Z", Role::kOutput, "Every row is brought to one size.", latex));
}

// The heads side by side: [head, rows, channel] -> [rows, feature].
Value join(const Pass& pass, Value z) {
  return rearrange(z, {pass.asking_axis, axis::kHead, axis::kChannel}, 2, axis::kFeature)
      .step(words(pass, "joined", "output", "output", "Z", Role::kOutput, "The heads' results stand side by side.",
                  R"(\z{Z} = [\z{Z^1}; \dots; \z{Z^H}])"));
}

// LN(H + rFF(H)) with H = LN(X + Z): the paper's block around what attention found.
Value around(Setting& setting, const Pass& pass, Value found) {
  const int64_t width = found.shape().columns();
  const Value sum = add(pass.asking, found)
                        .step(words(pass, "residual", "block", "block", "H", Role::kOutput,
                                    "What was found is added to what asked.", R"(X + \z{Z})"));
  const Value h = norm(setting, pass, sum, "residual_normed", R"(\z{H} = \operatorname{LN}(X + \z{Z}))");
  const Value w = learned(setting, {{axis::kModel, width}, {axis::kFeature, width}}, "w_f", "W_F", Role::kOutput);
  const Value bent = map(matmul(h, w, axis::kModel)
                             .step(words(pass, "hidden", "block", "block", "F", Role::kOutput,
                                         "A small network works on every row.", R"(\z{H}\,\z{W_F})")),
                         Function::kRelu)
                         .step(words(pass, "bent", "block", "block", "F", Role::kOutput,
                                     "A small network works on every row.", R"(\max(0, \z{H}\,\z{W_F}))"));
  const Value back = rename(bent, axis::kFeature, axis::kModel)
                         .step(words(pass, "grown", "block", "block", "F", Role::kOutput,
                                     "Its width is that of the rows.", R"(\operatorname{rFF}(\z{H}))"));
  const Value all = add(h, back).step(words(pass, "residual_2", "block", "block", "H", Role::kOutput,
                                            "And is added to what went in.", R"(\z{H} + \operatorname{rFF}(\z{H}))"));
  return norm(setting, pass, all, "out", R"(\operatorname{LN}(\z{H} + \operatorname{rFF}(\z{H})))");
}

// O + relu(O W_O), O = [Q + A V]: the block of the paper's code, which adds the projected query within each head.
Value around_in_code(Setting& setting, const Pass& pass, Value q, Value z) {
  const Value sum = add(q, z).step(words(pass, "residual", "block", "block", "O", Role::kOutput,
                                         "What was found is added to the projected query.", R"(\q{Q^h} + \z{Z^h})"));
  const Value joined = join(pass, sum);
  const int64_t width = joined.shape().columns();
  const Value w = learned(setting, {{axis::kFeature, width}, {axis::kModel, width}}, "w_o", "W_O", Role::kOutput);
  const Value bent = map(matmul(joined, w, axis::kFeature)
                             .step(words(pass, "hidden", "output", "output", "F", Role::kOutput,
                                         "A small network works on every row.", R"(\z{O}\,\z{W_O})")),
                         Function::kRelu)
                         .step(words(pass, "bent", "output", "output", "F", Role::kOutput,
                                     "A small network works on every row.", R"(\max(0, \z{O}\,\z{W_O}))"));
  const Value same = rename(joined, axis::kFeature, axis::kModel)
                         .step(words(pass, "wide", "output", "output", "O", Role::kOutput,
                                     "The heads' results are the new width.", R"(\z{O})"));
  return add(same, bent)
      .step(words(pass, "out", "output", "output", "O", Role::kOutput, "And is added to what went in.",
                  R"(\z{O} + \max(0, \z{O}\,\z{W_O}))"));
}

// softmax(Q K^T / sqrt(d)) V for every head, and what stands around it.
Value attend_once(Setting& setting, const Pass& pass, Block block) {
  const Params& params = setting.params();
  const int64_t heads = params.integer("heads"), width = params.integer("head_width");
  const auto project = [&](Value from, std::string_view rows_as, const char* id, const char* weight, const char* symbol,
                           Role role, const char* latex) {
    const Value w =
        learned(setting, {{axis::kHead, heads}, {axis::kModel, from.shape().columns()}, {axis::kChannel, width}},
                weight, symbol, role);
    StepText text = words(pass, id, "project", "Q K V", symbol + 2, role,
                          "Those who ask make queries, those who are read make keys and values.", latex);
    return matmul(from, w, axis::kModel, rows_as).step(std::move(text));
  };
  const Value q = project(pass.asking, pass.asking_axis, "q", "w_q", "W_Q", Role::kQuery, R"(\q{Q} = X\,\q{W_Q})");
  const Value k = project(pass.read, pass.read_axis, "k", "w_k", "W_K", Role::kKey, R"(\k{K} = Y\,\k{W_K})");
  const Value v = project(pass.read, pass.read_axis, "v", "w_v", "W_V", Role::kValue, R"(\v{V} = Y\,\v{W_V})");
  const Value scores = matmul(q, k, axis::kChannel)
                           .step(words(pass, "scores", "score", "scores", "S", Role::kWeights,
                                       "Every query meets every key.", R"(\a{S_{ij}} = \q{q_i}\cdot\k{k_j})"));
  // The code divides by the root of all heads' width together.
  const double under_root = static_cast<double>(block == Block::kCode ? heads * width : width);
  const Value scaled =
      scale(scores, 1.0 / kernels::square_root(under_root), {{"width", under_root, {}}})
          .step(words(pass, "scaled_scores", "scale", "scale", "S", Role::kWeights, "Scores shrink to a calmer range.",
                      R"(\a{S_{ij}} \leftarrow \frac{\a{S_{ij}}}{\sqrt{d}})"));
  const Value weights = softmax(scaled).step(words(pass, "pattern", "normalise", "softmax", "A", Role::kWeights,
                                                   "Each row becomes shares that add up to 1.",
                                                   R"(\a{A_{ij}} = \frac{\exp(\a{S_{ij}})}{\sum_m \exp(\a{S_{im}})})"));
  const Value z = matmul(weights, v, pass.read_axis)
                      .step(words(pass, "z", "combine", "weighted sum", "Z", Role::kOutput,
                                  "Values are added up, each as strongly as its weight says.",
                                  R"(\z{z_i} = \sum_j \a{A_{ij}}\,\v{v_j})"));
  if (block == Block::kCode) return around_in_code(setting, pass, q, z);
  const Value joined = join(pass, z);
  const int64_t model = pass.asking.shape().columns();
  const Value w =
      learned(setting, {{axis::kFeature, heads * width}, {axis::kModel, model}}, "w_o", "W_O", Role::kOutput);
  const char* id = block == Block::kPaper ? "found" : "out";
  const Value out = matmul(joined, w, axis::kFeature)
                        .step(words(pass, id, "output", "output", "O", Role::kOutput,
                                    "One learned matrix mixes what the heads found.", R"(\z{O} = \z{Z}\,\z{W_O})"));
  return block == Block::kPaper ? around(setting, pass, out) : out;
}

Value build(Setting& setting) {
  setting.forget_trained();  // nobody brings latents
  const std::string_view choice = setting.params().choice("block");
  const Block block = choice == "paper" ? Block::kPaper : choice == "code" ? Block::kCode : Block::kAttention;
  const int64_t latents = setting.params().integer("latents");
  // H = MAB(I, X)
  const Value i =
      learned(setting, {{axis::kLatent, latents}, {axis::kModel, setting.width()}}, "latents", "I", Role::kQuery);
  const Value h = attend_once(
      setting, {i, setting.source(), axis::kLatent, axis::kKey, "latent_", "Latents read the words"}, block);
  // MAB(X, H)
  setting.set_pass("_back");
  return attend_once(setting, {setting.x(), h, axis::kQuery, axis::kLatent, "", "Words read the latents"}, block);
}

}  // namespace

Variant induced_set() {
  EntryText text;
  text.name = "Induced set";
  text.family = "latents";
  text.summary =
      "A few learned latents read all words and the words read the latents: the cost grows with the text alone.";
  text.latex =
      R"(\z{Z} = \operatorname{Att}(X, \z{H}), \quad \z{H} = \operatorname{Att}(\q{I}, X), \quad \operatorname{Att}(X, Y) = \operatorname{softmax}\!\left(\frac{\q{XW_Q}(\k{YW_K})^\top}{\sqrt{d}}\right)\v{YW_V})";
  text.params = {
      shared::whole_number("latents", "Latents", "How many learned vectors stand between the words.", 3, 1, 64),
      shared::choice("block", "Block", "What stands around the attention.",
                     {{"attention", "Nothing", "Attention alone."},
                      {"paper", "As in the paper", "Residuals, norms and a small network."},
                      {"code", "As in the code", "Residuals within heads and a small network."}}),
      shared::heads(2), shared::head_width()};
  text.takes_source = true;
  return {text, build, /*whole_layer=*/true, /*batched=*/false};
}

EntryDocs induced_set_docs() {
  EntryDocs docs;
  docs.papers = {{"Set Transformer: A Framework for Attention-based Permutation-Invariant Neural Networks",
                  "Lee, Lee, Kim, Kosiorek, Choi, Teh", 2019, "https://arxiv.org/abs/1810.00825"},
                 {"Perceiver: General Perception with Iterative Attention",
                  "Jaegle, Gimeno, Brock, Zisserman, Vinyals, Carreira", 2021, "https://arxiv.org/abs/2103.03206"}};
  docs.differs =
      "Attention alone, unless the block is chosen as well: as in the paper's equations, or as in its code, which adds "
      "the projected query instead of the word, has no output matrix and divides by the width of all heads. The small "
      "network is one matrix and a relu, without biases; norms have gains of 1.";
  docs.laws = {{LawKind::kRowsSumToOne, "The weights of a row add up to 1, from words to latents and back."},
               shared::order_blind()};
  docs.slots = shared::slots_but({{"project", "q of latents, k and v of words; then q of words, k and v of latents"},
                                  {"mask", "none"},
                                  {"output", "heads side by side, mixed by a learned matrix, after each of both"}});
  docs.cost = {R"(2\,H\,l\,(n + m)\,d)", R"(4\,H\,l\,(n + m))"};
  docs.used_by = {{"Perceiver IO", 2021, "https://arxiv.org/abs/2107.14795"}};
  return docs;
}

}  // namespace attn::variants
