// Top-k attention: Zhao et al. 2019, "Explicit Sparse Transformer", section 3. Only the k largest scores of a row go
// into the softmax.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// S_ij stays where fewer than k scores of its row are larger, else -inf; after the mask, so that what may not be read
// takes nobody's place.
Value keep_largest(Setting& setting, Value scores) {
  const Value readable = mask_by_choice(setting, scores);
  StepText kept, text;
  kept.id = "kept", kept.symbol = "M", text.id = "kept_scores", text.symbol = "S";
  for (StepText* step : {&kept, &text}) {
    step->stage = "select", step->label = "top k", step->role = Role::kWeights;
    step->title = "Only the largest scores stay";
    step->note = "Each word keeps its k best scores; all others become −∞, so their weights will be exactly 0.";
    step->latex =
        R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; \a{S_{ij}} < \text{the } k\text{-th largest of row } i)";
  }
  const Value largest = top_k(readable, setting.params().integer("k"), Ties::kAll).step(std::move(kept));
  return mask(readable, largest).step(std::move(text));
}

}  // namespace

Variant top_k() {
  EntryText text;
  text.name = "Top-k";
  text.family = "sparse";
  text.summary = "Each word reads only the k words it scores highest; everything else is as if it were masked.";
  text.latex =
      R"(\z{z_i} = \sum_{j \in T_i} \operatorname{softmax}_{j \in T_i}\!\left(\frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}}\right)\v{v_j}, \quad T_i = \text{the } k \text{ largest scores of row } i)";
  // 4 leaves something out of a short sentence; 64 is more than any example has.
  text.params = {shared::whole_number("k", "k", "How many words each word may read.", 4, 1, 64), shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = keep_largest;
            return attend(setting, pipeline);
          }};
}

EntryDocs top_k_docs() {
  EntryDocs docs;
  docs.papers = {{"Explicit Sparse Transformer: Concentrated Attention Through Explicit Selection",
                  "Zhao, Lin, Zhang, Ren, Su, Sun", 2019, "https://arxiv.org/abs/1912.11637"}};
  docs.differs =
      "As in the paper, scores equal to the k-th largest all stay, so that a row of equal scores reads everything. "
      "Tensor2Tensor takes the k-th largest weight off all of them after the softmax, which leaves k − 1.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::order_blind(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals,
                "With k as large as the text it is scaled dot-product attention.",
                {{"k", "64"}},
                "scaled_dot_product"}};
  docs.slots = shared::slots_but({{"mask", "as chosen, then all but the k largest scores of a row"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"KVT", 2021, "https://arxiv.org/abs/2106.00515"}};
  return docs;
}

}  // namespace attn::variants
