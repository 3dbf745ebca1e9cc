// Additive attention: Bahdanau, Cho & Bengio 2015, "Neural Machine Translation by Jointly Learning to Align and
// Translate", appendix A.1.2: e_ij = v_a . tanh(W_a s_{i-1} + U_a h_j). Here the same words ask and are read.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// A learned matrix on the tokens' vectors: [query, model] -> [head, query or key, feature].
Value align(Setting& setting, int64_t hidden, std::string_view rows_as, const char* weight, StepText text) {
  StepText weight_text;
  weight_text.id = weight, weight_text.symbol = weight, weight_text.role = text.role;
  const Value w = setting.weight({{axis::kHead, 1}, {axis::kModel, setting.width()}, {axis::kFeature, hidden}},
                                 std::move(weight_text), Init::kOrthogonal);
  return matmul(setting.x(), w, axis::kModel, rows_as).step(std::move(text));
}

// The words themselves are carried: the annotations h_j of the paper, as values.
Projected project(Setting& setting, const Pipeline&) {
  const int64_t hidden = setting.params().integer("hidden");
  StepText q, k, v;
  q.id = "q", q.symbol = "Q", q.role = Role::kQuery, q.latex = R"(\q{Q} = X\,\q{W_a})";
  k.id = "k", k.symbol = "K", k.role = Role::kKey, k.latex = R"(\k{K} = X\,\k{U_a})";
  v.id = "v", v.symbol = "V", v.role = Role::kValue, v.latex = R"(\v{V} = X)";
  for (StepText* text : {&q, &k, &v}) {
    text->stage = "project", text->label = "Q K V";
    text->title = "Two matrices bring words to one hidden layer";
    text->note =
        "One learned matrix for the word that asks, one for the word that is read; the vectors themselves are what is "
        "carried.";
  }
  const Value asked = align(setting, hidden, axis::kQuery, "w_a", std::move(q));
  const Value read = align(setting, hidden, axis::kKey, "u_a", std::move(k));
  return {asked, read, rename(setting.x(), axis::kQuery, axis::kKey).step(std::move(v))};
}

// S_ij = v_a . tanh(q_i + k_j)
Value score(Setting& setting, const Projected& in) {
  const int64_t hidden = in.q.shape().columns();
  StepText sum, bent, vector, text;
  sum.id = "sum", sum.symbol = "q+k", sum.latex = R"(\q{q_i} + \k{k_j})";
  bent.id = "hidden", bent.symbol = "H", bent.latex = R"(\a{H_{ij}} = \tanh(\q{q_i} + \k{k_j}))";
  text.id = "scores", text.symbol = "S", text.latex = R"(\a{S_{ij}} = \a{v_a}\cdot\tanh(\q{q_i} + \k{k_j}))";
  for (StepText* step : {&sum, &bent, &text}) {
    step->stage = "score", step->label = "scores", step->role = Role::kWeights;
    step->title = "A small network scores every pair";
    step->note = "Query and key are added, bent by a tanh, and weighed by a learned vector: no dot product, no scale.";
  }
  vector.id = "v_a", vector.symbol = "v_a", vector.role = Role::kWeights;
  const Value layer = map(add(in.q, in.k).step(std::move(sum)), Function::kTanh).step(std::move(bent));
  const Value v = setting.weight({{axis::kHead, 1}, {axis::kFeature, hidden}}, std::move(vector));
  return dot(layer, v).step(std::move(text));
}

// The paper does not scale; only a temperature other than 1 does.
Value modify(Setting& setting, const Projected&, Value scores) {
  const double temperature = setting.params().number("temperature");
  if (temperature == 1.0) return scores;
  StepText text;
  text.id = "scaled_scores", text.symbol = "S", text.role = Role::kWeights;
  text.stage = "scale", text.label = "scale", text.title = "Scores are divided by the temperature";
  text.note = "The paper has no such step: it is here to be played with.";
  text.latex = R"(\a{S_{ij}} \leftarrow \frac{\a{S_{ij}}}{\tau})";
  return scale(scores, 1.0 / temperature, {{"temperature", temperature, {}}}).step(std::move(text));
}

}  // namespace

Variant additive() {
  EntryText text;
  text.name = "Additive";
  text.family = "additive";
  text.summary = "The first attention: a small network looks at query and key together and says how well they match.";
  text.latex = R"(\a{S_{ij}} = \a{v_a}\cdot\tanh(\q{W_a s_i} + \k{U_a h_j}))";
  text.papers = {{"Neural Machine Translation by Jointly Learning to Align and Translate", "Bahdanau, Cho, Bengio",
                  2015, "https://arxiv.org/abs/1409.0473"}};
  text.differs =
      "The paper asks with a decoder's state and reads an encoder's annotations; here one sentence does both. Its "
      "three learned "
      "parameters are seeded, not trained, and start orthogonal (the matrices) and uniform (the vector) where the "
      "paper starts "
      "them near zero, so that untrained words already differ.";
  ParamSpec hidden = shared::head_width();
  hidden.id = "hidden", hidden.label = "Hidden width";
  hidden.doc = "Units of the alignment network; the paper has 1000.";
  text.params = {shared::temperature()};
  for (ParamSpec& spec : shared::mask()) text.params.push_back(spec);
  text.params.push_back(hidden);
  text.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  text.slots = shared::slots_but({{"project", "W_a makes q, U_a makes k; v is the word's own vector"},
                                  {"score", "v_a·tanh(q + k), a network with one hidden layer"},
                                  {"modify", "none"}});
  return {text, [](Setting& setting) {
            Pipeline pipeline;
            pipeline.project = project;
            pipeline.score = score;
            pipeline.modify = modify;
            return attend(setting, pipeline);
          }};
}

}  // namespace attn::variants
