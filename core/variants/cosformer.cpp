// cosFormer: Qin, Sun, Deng, Li, Wei, Lv, Yan, Kong & Zhong 2022, "cosFormer: Rethinking Softmax in Attention". ReLU
// features and a cosine of the distance, which falls apart into a product of what each word knows: cos(a - b) =
// cos a cos b + sin a sin b.
#include <algorithm>

#include "core/attention/feature_attention.h"
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

// [phi cos; phi sin] of the angle pi i / 2M: [head, rows, 2 features]
Value with_angles(Setting& setting, Value x, double reach, std::string_view rows, const char* id, const char* symbol,
                  const std::string& name, Role role) {
  const FrameText frame{"position", "position", "Places become angles"};
  const Shape places = {{rows, x.shape().size(rows)}};
  const auto angle = [=](const Index& at) { return kHalfPi * static_cast<double>(at[0]) / reach; };
  const Value cosines = rule_table(
                            setting.graph(), places, [=](const Index& at) { return kernels::cos(angle(at)); },
                            "The cosine of the place's angle: a quarter turn is the reach.")
                            .step(frame.step(std::string(id) + "_cos", "cos", Role::kNone, R"(\cos\frac{\pi i}{2M})",
                                             "A quarter turn over the reach M."));
  const Value sines = rule_table(
                          setting.graph(), places, [=](const Index& at) { return kernels::sin(angle(at)); },
                          "The sine of the place's angle: a quarter turn is the reach.")
                          .step(frame.step(std::string(id) + "_sin", "sin", Role::kNone, R"(\sin\frac{\pi i}{2M})",
                                           "A quarter turn over the reach M."));
  const Value first = multiply(x, cosines)
                          .step(frame.step(std::string(id) + "_by_cos", symbol, role, name + R"(\cos\frac{\pi i}{2M})",
                                           "The features, times the cosine of the place."));
  const Value second =
      multiply(x, sines).step(frame.step(std::string(id) + "_by_sin", symbol, role, name + R"(\sin\frac{\pi i}{2M})",
                                         "The features, times the sine of the place."));
  return concat(first, second, axis::kFeature)
      .step(frame.step(std::string(id) + "_angled", symbol, role,
                       "[" + name + R"(\cos\frac{\pi i}{2M};\, )" + name + R"(\sin\frac{\pi i}{2M}])",
                       "Side by side: their dot product has the cosine of the distance in it."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_as(setting, pipeline, axis::kKey, axis::kFeature);
  const FrameText frame{"feature", "features", "ReLU in place of the softmax"};
  const char* const note = "What is negative is cut off, so that no score can be negative.";
  const Value q =
      map(in.q, Function::kRelu).step(frame.step("phi_q", "Q", Role::kQuery, R"(\phi(\q{q}) = \max(\q{q}, 0))", note));
  const Value k =
      map(in.k, Function::kRelu).step(frame.step("phi_k", "K", Role::kKey, R"(\phi(\k{k}) = \max(\k{k}, 0))", note));
  // No distance may pass a quarter turn, or its cosine were negative.
  const int64_t queries = q.shape().size(axis::kQuery), keys = k.shape().size(axis::kKey);
  const double reach = static_cast<double>(std::max({setting.params().integer("reach"), queries, keys}));
  Features features{q, k, in.v};
  if (setting.params().choice("form") == "parallel") {
    const FrameText position{"position", "position", "Near words count more"};
    features.pairs =
        rule_table(
            setting.graph(), {{axis::kQuery, queries}, {axis::kKey, keys}},
            [=](const Index& at) { return kernels::cos(kHalfPi * static_cast<double>(at[0] - at[1]) / reach); },
            "The cosine of the distance: 1 at the word itself, 0 at the reach.")
            .step(position.step("distance", "M", Role::kWeights, R"(\cos\frac{\pi (i - j)}{2M})",
                                "1 at the word itself, 0 at the reach M."));
  } else {
    features.q = with_angles(setting, q, reach, axis::kQuery, "q", "Q", R"(\phi(\q{q_i})\,)", Role::kQuery);
    features.k = with_angles(setting, k, reach, axis::kKey, "k", "K", R"(\phi(\k{k_i})\,)", Role::kKey);
  }
  const Value z = attend_by_features(setting, features);
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant cosformer() {
  EntryText text;
  text.name = "cosFormer";
  text.family = "linear";
  text.summary =
      "Linear attention that prefers near words: a cosine of the distance, which splits into what each word knows of "
      "its own place.";
  text.latex =
      R"(\a{S_{ij}} = \operatorname{ReLU}(\q{q_i})\cdot\operatorname{ReLU}(\k{k_j})\,\cos\!\left(\frac{\pi}{2}\cdot\frac{i - j}{M}\right))";
  ParamSpec reach = shared::whole_number(
      "reach", "Reach", "M: at this distance a word counts nothing; at least the text's length.", 64, 1, 2048);
  reach.logarithmic = true;
  text.params = {shared::form(), shared::causal_mask(), reach};
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build};
}

EntryDocs cosformer_docs() {
  EntryDocs docs;
  docs.papers = {{"cosFormer: Rethinking Softmax in Attention", "Qin, Sun, Deng, Li, Wei, Lv, Yan, Kong, Zhong", 2022,
                  "https://arxiv.org/abs/2202.08791"}};
  docs.differs =
      "The paper's code takes the longer of the two texts for M; here M is a control that is never less. It holds sums "
      "away from 0; here a share of nothing is 0.";
  docs.laws = shared::laws_of_forms("cosformer");
  docs.laws.push_back(
      {LawKind::kRowsSumToAtMostOne, "The weights of a row add up to 1, or are all 0 where no feature is shared."});
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"feature", "ReLU of q and k"},
                {"position", "times the cosine of the distance"},
                {"score", "dot product of features"},
                {"mask", "none or causal"},
                {"normalise", "shares of the sum"},
                {"combine", "weighted sum of v, or the state read by q"}};
  docs.cost = {R"(2\,(n + m)\,d^2)", R"(8\,d^2)"};
  return docs;
}

}  // namespace attn::variants
