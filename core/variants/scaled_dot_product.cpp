// Scaled dot-product attention: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
// The mechanism that all others of the family are described against: every slot of the pipeline as it comes.
#include "core/attention/pipeline.h"

namespace attn::variants {

Variant scaled_dot_product() {
  EntryText text;
  text.name = "Scaled dot-product";
  text.family = "dot product";
  text.base = true;
  text.summary = "One head of a transformer: every word scores every word by a dot product and collects what it reads.";
  text.latex = R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right)\v{V})";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) { return attend(setting, scaled_dot_product_pipeline(setting)); }};
}

EntryDocs scaled_dot_product_docs() {
  EntryDocs docs;
  docs.papers = {shared::vaswani_2017()};
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots();
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Vision Transformer", 2020, "https://arxiv.org/abs/2010.11929"},
                  {"Latent Diffusion", 2021, "https://arxiv.org/abs/2112.10752"}};
  return docs;
}

}  // namespace attn::variants
