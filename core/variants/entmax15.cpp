// 1.5-entmax attention: Peters, Niculae & Martins 2019, "Sparse Sequence-to-Sequence Models"; Correia et al. 2019,
// "Adaptively Sparse Transformers". Between the softmax (alpha 1), which reads everything, and sparsemax (alpha 2).
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// A_ij = max(S_ij / 2 - tau_i, 0)^2
Value normalise(Setting&, Value scores) {
  StepText text;
  text.id = "pattern", text.stage = "normalise", text.label = "1.5-entmax", text.symbol = "A";
  text.role = Role::kWeights;
  text.title = "Weak scores are cut off, softly";
  text.note =
      "A threshold for each row is taken off half of every score; what stays above 0 is squared and adds up to 1, the "
      "rest weighs exactly 0.";
  text.latex = R"(\a{A_{ij}} = \max(\tfrac{1}{2}\a{S_{ij}} - \tau_i,\, 0)^2, \quad \sum_j \a{A_{ij}} = 1)";
  return entmax15(scores).step(std::move(text));
}

}  // namespace

Variant entmax15() {
  EntryText text;
  text.name = "1.5-entmax";
  text.family = "sparse";
  text.summary = "Halfway between softmax and sparsemax: smooth where it reads, exactly 0 where it does not.";
  text.latex =
      R"(\z{Z} = \operatorname{1.5\text{-}entmax}\!\left(\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right)\v{V}, \quad \a{A_{ij}} = \max(\tfrac{1}{2}\a{S_{ij}} - \tau_i,\, 0)^2)";
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

EntryDocs entmax15_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Sparse Sequence-to-Sequence Models", "Peters, Niculae, Martins", 2019, "https://arxiv.org/abs/1905.05702"},
      {"Adaptively Sparse Transformers", "Correia, Niculae, Martins", 2019, "https://arxiv.org/abs/1909.00015"}};
  docs.differs = "The second paper learns alpha for each head; here it stays at 1.5, which has a closed form.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"normalise", "1.5-entmax: a threshold, then squares"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
