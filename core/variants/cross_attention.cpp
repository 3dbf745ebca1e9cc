// Cross-attention: Vaswani et al. 2017, section 3.2.3, "encoder-decoder attention". One text asks, another is read;
// padding of the text that is read hides keys, never queries.
#include "core/attention/pipeline.h"

namespace attn::variants {

Variant cross_attention() {
  EntryText text;
  text.name = "Cross-attention";
  text.family = "keys and values";
  text.summary = "The words of one text read another: a translation looks at its original, an answer at its document.";
  text.latex = R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{X W_Q}\,(\k{H W_K})^\top}{\sqrt{d}}\right)\v{H W_V})";
  text.params = {shared::temperature()};
  append(&text.params, shared::padding_mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, scaled_dot_product_pipeline(setting)); }};
}

EntryDocs cross_attention_docs() {
  EntryDocs docs;
  docs.papers = {shared::vaswani_2017()};
  docs.differs =
      "The paper reads an encoder's output with several heads; here one head reads the vectors of a second text, and "
      "those of the first where no second one is given. Trained weights are of a model that reads itself.";
  docs.laws = {
      shared::rows_sum_to_one(),
      shared::order_blind(),
      {LawKind::kEquals, "A text that reads itself does scaled dot-product attention.", {}, "scaled_dot_product"}};
  docs.slots = shared::slots_but({{"project", "q from the text that asks, k and v from the text that is read"},
                                  {"mask", "padding of what is read"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Whisper", 2022, "https://arxiv.org/abs/2212.04356"},
                  {"Stable Diffusion", 2022, "https://huggingface.co/CompVis/stable-diffusion-v1-4"},
                  {"BART", 2019, "https://arxiv.org/abs/1910.13461"},
                  {"Flamingo", 2022, "https://arxiv.org/abs/2204.14198"}};
  return docs;
}

}  // namespace attn::variants
