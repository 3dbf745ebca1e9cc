// Causal (masked) self-attention: Vaswani et al. 2017, section 3.2.3; what every language model decodes with.
#include "core/attention/pipeline.h"

namespace attn::variants {

Variant causal() {
  EntryText text;
  text.name = "Causal";
  text.family = "masks";
  text.summary = "A word reads itself and what stands before it: the attention of every left-to-right language model.";
  text.latex =
      R"(\a{A_{ij}} = \frac{\exp(\q{q_i}\cdot\k{k_j}/\sqrt{d})}{\sum_{m \le i}\exp(\q{q_i}\cdot\k{k_m}/\sqrt{d})} \quad (j \le i))";
  text.params = {shared::temperature()};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_future;
            return attend(setting, pipeline);
          }};
}

EntryDocs causal_docs() {
  EntryDocs docs;
  docs.papers = {shared::vaswani_2017()};
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kNoFutureLeak, "No word's result depends on later words."},
               {LawKind::kEquals,
                "Equals scaled dot-product attention under the causal mask.",
                {},
                "scaled_dot_product",
                {{"mask", "causal"}}}};
  docs.slots = shared::slots_but({{"mask", "j ≤ i: nobody reads the future"}});
  docs.cost = {R"(2\,n^2\,d)", R"(4\,n^2)"};
  docs.used_by = {
      {"GPT-2", 2019, "https://huggingface.co/openai-community/gpt2"},
      {"PaLM", 2022, "https://arxiv.org/abs/2204.02311"},
      {"LLaMA", 2023, "https://arxiv.org/abs/2302.13971"},
      {"GPT", 2018, "https://cdn.openai.com/research-covers/language-unsupervised/language_understanding_paper.pdf"}};
  return docs;
}

}  // namespace attn::variants
