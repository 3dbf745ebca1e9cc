// Sparsemax attention: Martins & Astudillo 2016, "From Softmax to Sparsemax". The weights are the point of the simplex
// nearest to the scores, so that words far behind weigh exactly 0.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// A_ij = max(S_ij - tau_i, 0)
Value normalise(Setting&, Value scores) {
  StepText text;
  text.id = "pattern", text.stage = "normalise", text.label = "sparsemax", text.symbol = "A";
  text.role = Role::kWeights;
  text.title = "Weak scores are cut off";
  text.note =
      "One threshold for each row is taken off every score, chosen so that what stays above 0 adds up to 1; the rest "
      "weighs exactly 0.";
  text.latex = R"(\a{A_{ij}} = \max(\a{S_{ij}} - \tau_i,\, 0), \quad \sum_j \a{A_{ij}} = 1)";
  return sparsemax(scores).step(std::move(text));
}

}  // namespace

Variant sparsemax() {
  EntryText text;
  text.name = "Sparsemax";
  text.family = "sparse";
  text.summary = "The softmax never says no; sparsemax gives words that are far behind a weight of exactly 0.";
  text.latex =
      R"(\z{Z} = \operatorname{sparsemax}\!\left(\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right)\v{V}, \quad \operatorname{sparsemax}(\a{s}) = \arg\min_{\a{p} \in \Delta} \lVert \a{p} - \a{s} \rVert^2)";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.normalise = normalise;
            return attend(setting, pipeline);
          }};
}

EntryDocs sparsemax_docs() {
  EntryDocs docs;
  docs.papers = {{"From Softmax to Sparsemax: A Sparse Model of Attention and Multi-Label Classification",
                  "Martins, Astudillo", 2016, "https://arxiv.org/abs/1602.02068"}};
  docs.differs =
      "The paper puts it into the attention of a recurrent network; here it is that of a transformer's head.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"normalise", "sparsemax: the nearest point of the simplex"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
