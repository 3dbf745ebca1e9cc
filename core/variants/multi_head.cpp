// Multi-head attention: Vaswani et al. 2017, section 3.2.2.
#include "core/attention/pipeline.h"

namespace attn::variants {

Variant multi_head() {
  EntryText text;
  text.name = "Multi-head";
  text.family = "heads";
  text.summary =
      "Several heads read the sentence at once, each with projections of its own; one matrix mixes what they found.";
  text.latex =
      R"(\z{O} = [\z{Z^1};\dots;\z{Z^H}]\,\z{W_O}, \quad \z{Z^h} = \operatorname{softmax}\!\left(\frac{\q{Q^h}\k{K^{h\top}}}{\sqrt{d}}\right)\v{V^h})";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, multi_head_pipeline(setting)); },
          /*whole_layer=*/true};
}

EntryDocs multi_head_docs() {
  EntryDocs docs;
  docs.papers = {shared::vaswani_2017()};
  docs.differs = "Trained layers may bring biases, as PyTorch's do; the paper's projections have none.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v for each head"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d)", R"(4\,H\,n\,m)"};
  docs.used_by = {{"BERT", 2018, "https://arxiv.org/abs/1810.04805"},
                  {"GPT-3", 2020, "https://arxiv.org/abs/2005.14165"},
                  {"Vision Transformer", 2020, "https://arxiv.org/abs/2010.11929"},
                  {"LLaMA", 2023, "https://arxiv.org/abs/2302.13971"}};
  return docs;
}

}  // namespace attn::variants
