// Performer: Choromanski et al. 2021, "Rethinking Attention with Performers", FAVOR+. Random features whose dot product
// is, on average, the softmax kernel: exp(q . k) = E[phi(q) . phi(k)] with phi(x) = exp(omega x - |x|^2 / 2) / sqrt(m),
// x scaled by d^(-1/4).
#include "core/attention/feature_attention.h"
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

// One side of the pairs: names and colour of its steps.
struct Side {
  std::string id, symbol, macro;  // "q", "Q", "q"
  Role role;
  std::string_view rows;  // query or key
  std::string x() const { return "\\" + macro + "{" + id + "}"; }
};

// Makes steps of one frame called after the side: "q_scaled".
class SideText {
 public:
  SideText(const Side& side, FrameText frame) : side_(side), frame_(std::move(frame)) {}
  StepText operator()(const char* id, const std::string& latex, const char* note) const {
    return frame_.step(side_.id + '_' + id, side_.symbol, side_.role, latex, note);
  }

 private:
  const Side& side_;
  FrameText frame_;
};

// max over all that may share one factor: a query's own features, which cancels in its shares; all keys' features, for
// the same reason.
Value common_maximum(const Side& side, const SideText& text, Value exponent) {
  const Value own =
      reduce_max(exponent, axis::kFeature).step(text("max", "\\max_f", "The largest exponent of each word."));
  if (side.rows == axis::kQuery) return own;
  return reduce_max(own, side.rows).step(text("max_of_all", "\\max_{j,f}", "The largest exponent of all keys."));
}

// phi(x) = exp(omega x - |x|^2 / 2) / sqrt(m), times a factor that cancels.
Value positive_features(const Side& side, Value x, Value omega, bool stabilise) {
  const SideText text(side, {"feature", "features", "Random features stand in for the softmax"});
  const double width = static_cast<double>(x.shape().columns());
  const double features = static_cast<double>(omega.shape().size(axis::kFeature));
  const double fourth_root = kernels::square_root(kernels::square_root(width));
  // x / d^(1/4) on both sides: together the root of d
  x = scale(x, 1.0 / fourth_root, {{"width", width, {}}})
          .step(text("scaled", side.x() + "/\\sqrt[4]{d}", "Half of the usual scale on either side of the product."));
  // omega x
  const Value seen = matmul(x, omega, axis::kChannel)
                         .step(text("projected", "\\omega\\," + side.x(), "Each random direction sees the vector."));
  // -|x|^2 / 2
  const Value square = dot(x, x).step(text("square", "|" + side.x() + "|^2", "The vector's squared length."));
  const Value half =
      scale(square, -0.5).step(text("half", "-|" + side.x() + "|^2/2", "What makes the features right on average."));
  Value exponent = add(seen, half)
                       .step(text("exponent", "\\omega\\," + side.x() + " - |" + side.x() + "|^2/2",
                                  "What goes into the exponential."));
  if (stabilise) {
    const Value minus = scale(common_maximum(side, text, exponent), -1.0)
                            .step(text("minus_max", "-\\max", "Taken off every exponent; it cancels in the shares."));
    exponent = add(exponent, minus)
                   .step(text("shifted", "\\omega\\," + side.x() + " - |" + side.x() + "|^2/2 - \\max",
                              "No exponent is above 0, so nothing overflows."));
  }
  const Value positive = map(exponent, Function::kExp).step(text("exp", "\\exp(\\dots)", "Never negative."));
  return scale(positive, 1.0 / kernels::square_root(features), {{"features", features, {}}})
      .step(text(
          "phi",
          "\\phi(" + side.x() + ") = \\frac{1}{\\sqrt{m}}\\exp(\\omega\\," + side.x() + " - |" + side.x() + "|^2/2)",
          "A feature for each random direction, divided by the root of their number."));
}

// The paper's other kernel: phi(x) = (relu(omega x) + epsilon) / sqrt(m), epsilon as in its code.
Value relu_features(const Side& side, Value x, Value omega) {
  constexpr float kEpsilon = 1e-3F;
  const SideText text(side, {"feature", "features", "Random features that are cut off at 0"});
  const int64_t features = omega.shape().size(axis::kFeature);
  const Value seen = matmul(x, omega, axis::kChannel)
                         .step(text("projected", "\\omega\\," + side.x(), "Each random direction sees the vector."));
  const Value cut = map(seen, Function::kRelu)
                        .step(text("relu", "\\max(\\omega\\," + side.x() + ", 0)", "What points away counts nothing."));
  const Value epsilon =
      x.graph().leaf({{axis::kFeature, features}}, std::vector<float>(static_cast<size_t>(features), kEpsilon),
                     Origin::kFixed, leaf_text(side.id + "_epsilon", "ε", Role::kNone));
  const Value kept = add(cut, epsilon)
                         .step(text("kept", "\\max(\\omega\\," + side.x() + ", 0) + \\varepsilon",
                                    "A little for everybody, so that no sum is 0."));
  const double root = kernels::square_root(static_cast<double>(features));
  return scale(kept, 1.0 / root, {{"features", static_cast<double>(features), {}}})
      .step(text("phi", "\\phi(" + side.x() + ")", "Divided by the root of their number."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_qkv(setting, pipeline);
  const Params& params = setting.params();
  const Init init = params.flag("orthogonal") ? Init::kOrthogonalNormal : Init::kNormal;
  const Value omega = setting.weight({{axis::kHead, pipeline.heads},
                                      {axis::kFeature, params.integer("features")},
                                      {axis::kChannel, pipeline.head_width}},
                                     leaf_text("omega", "ω", Role::kNone), init);
  const Side query{"q", "Q", "q", Role::kQuery, axis::kQuery}, key{"k", "K", "k", Role::kKey, axis::kKey};
  // The largest exponent of all keys would tell of later words.
  const bool look_at_all_keys = params.choice("mask") != "causal";
  const bool relu = params.choice("kernel") == "relu";
  const Value q = relu ? relu_features(query, in.q, omega) : positive_features(query, in.q, omega, true);
  const Value k = relu ? relu_features(key, in.k, omega) : positive_features(key, in.k, omega, look_at_all_keys);
  const Value z = attend_by_features(setting, {q, k, in.v});
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant performer() {
  EntryText text;
  text.name = "Performer";
  text.family = "linear";
  text.summary =
      "Random directions turn the softmax into a dot product of positive features, so that it costs what linear "
      "attention costs and is right on average.";
  text.latex =
      R"(\exp\!\left(\frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}}\right) \approx \phi(\q{q_i})\cdot\phi(\k{k_j}), \quad \phi(x) = \frac{1}{\sqrt{m}}\exp\!\left(\omega x - \tfrac{1}{2}|x|^2\right))";
  text.params = {shared::form(), shared::causal_mask(),
                 shared::choice("kernel", "Kernel", "What the features stand in for.",
                                {{"softmax", "Softmax", "Positive features, which estimate the softmax."},
                                 {"relu", "ReLU", "The paper's generalised attention: cheaper, and no softmax."}}),
                 // 512 is past what a head of 64 channels needs; the error falls with the root of the number.
                 shared::whole_number("features", "Features",
                                      "How many random directions: more come closer to the softmax.", 128, 1, 512),
                 shared::flag("orthogonal", "Orthogonal",
                              "Directions at right angles to each other, which err less than independent ones.", true)};
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build};
}

EntryDocs performer_docs() {
  EntryDocs docs;
  docs.papers = {{"Rethinking Attention with Performers",
                  "Choromanski, Likhosherstov, Dohan, Song, Gane, Sarlos, Hawkins, Davis, Mohiuddin, Kaiser, Belanger, "
                  "Colwell, Weller",
                  2021, "https://arxiv.org/abs/2009.14794"}};
  docs.differs =
      "The features are drawn once from the seed; the paper draws them anew while it trains. Its code adds a small "
      "number to every feature against division by 0; here a share of nothing is 0. Under the causal mask keys are "
      "not held against the largest of all keys, which a word must not know.";
  docs.laws = shared::laws_of_forms("performer");
  docs.laws.push_back(shared::rows_sum_to_one());
  docs.laws.push_back(shared::order_blind());
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"feature", "positive random features of q and k"},
                {"score", "dot product of features"},
                {"mask", "none or causal"},
                {"normalise", "shares of the sum"},
                {"combine", "weighted sum of v, or the state read by q"}};
  docs.cost = {R"(2\,(n + m)\,r\,d)", R"(4\,r\,d)"};
  docs.used_by = {{"scBERT", 2022, "https://doi.org/10.1038/s42256-022-00534-z"}};
  return docs;
}

}  // namespace attn::variants
