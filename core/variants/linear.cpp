// Linear attention: Katharopoulos, Vyas, Pappas & Fleuret 2020, "Transformers are RNNs", with the paper's feature map
// phi(x) = elu(x) + 1.
#include "core/attention/feature_attention.h"
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_as(setting, pipeline, axis::kKey, axis::kFeature);
  const FrameText frame{"feature", "features", "A feature map in place of the softmax"};
  const char* const note = "elu(x) + 1 in every channel: what points the other way becomes small but never negative.";
  const Value q =
      map(in.q, Function::kEluPlusOne)
          .step(frame.step("phi_q", "Q", Role::kQuery, R"(\phi(\q{q}) = \operatorname{elu}(\q{q}) + 1)", note));
  const Value k =
      map(in.k, Function::kEluPlusOne)
          .step(frame.step("phi_k", "K", Role::kKey, R"(\phi(\k{k}) = \operatorname{elu}(\k{k}) + 1)", note));
  const Value z = attend_by_features(setting, {q, k, in.v});
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant linear() {
  EntryText text;
  text.name = "Linear";
  text.family = "linear";
  text.summary =
      "Without a softmax the sums can be reordered: what was read fits into one small matrix, and the cost grows with "
      "the text and not with its square.";
  text.latex =
      R"(\z{z_i} = \frac{\phi(\q{q_i})^\top \sum_j \phi(\k{k_j})\,\v{v_j}^\top}{\phi(\q{q_i})\cdot\sum_j \phi(\k{k_j})}, \quad \phi(x) = \operatorname{elu}(x) + 1)";
  text.params = {shared::form(), shared::causal_mask()};
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build};
}

EntryDocs linear_docs() {
  EntryDocs docs;
  docs.papers = {{"Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention",
                  "Katharopoulos, Vyas, Pappas, Fleuret", 2020, "https://arxiv.org/abs/2006.16236"}};
  docs.differs = "The parallel form is there to show the weights; nobody computes linear attention that way.";
  docs.laws = shared::laws_of_forms("linear");
  docs.laws.push_back(shared::rows_sum_to_one());
  docs.laws.push_back(shared::order_blind());
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"feature", "elu(x) + 1 of q and k"},
                {"score", "dot product of features"},
                {"mask", "none or causal"},
                {"normalise", "shares of the sum"},
                {"combine", "weighted sum of v, or the state read by q"}};
  docs.cost = {R"((n + m)\,d^2)", R"(4\,d^2)"};
  docs.used_by = {{"LoFTR", 2021, "https://arxiv.org/abs/2104.00680"}};
  return docs;
}

}  // namespace attn::variants
