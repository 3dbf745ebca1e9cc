// Memory-compressed attention: Liu et al. 2018, "Generating Wikipedia by Summarizing Long Sequences", section 4.2.4. A
// strided convolution makes one key and one value of several, so that long texts fit; nobody reads a block that is not
// over yet.
#include "core/attention/memory_compression.h"

namespace attn::variants {
Variant memory_compressed() {
  EntryText text;
  text.name = "Memory-compressed";
  text.family = "convolution";
  text.summary = "A strided convolution makes one key and value of several words, so that a long text can be read.";
  text.latex =
      R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{Q}\,\operatorname{conv}(\k{K})^\top}{\sqrt{d}}\right)\operatorname{conv}(\v{V}))";
  text.params = shared::memory_compression();
  text.params.push_back(shared::temperature());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            compress_memory(setting, &pipeline);
            return attend(setting, pipeline);
          }};
}

EntryDocs memory_compressed_docs() {
  EntryDocs docs;
  docs.papers = {{"Generating Wikipedia by Summarizing Long Sequences",
                  "Liu, Saleh, Pot, Goodrich, Sepassi, Kaiser, Shazeer", 2018, "https://arxiv.org/abs/1801.10198"}};
  docs.differs =
      "The paper compresses keys and values, its code compresses the words and keeps the first one: the parameter "
      "offers both. The paper does not say what a word reads before any block is over: nothing here, a zero row; the "
      "code's "
      "first word is there for it. Filters are seeded, not trained, and have no bias; the paper's layers alternate "
      "with local attention. Its code can also bend the compressed words, or let attention compress them.";
  docs.laws = {
      {LawKind::kRowsSumToAtMostOne, "A word before the first finished block reads nothing, all others add up to 1."},
      {LawKind::kRowsSumToOne, "With the first word in memory the weights of a row add up to 1.", {{"form", "code"}}},
      {LawKind::kNoFutureLeak, "No word's result depends on later words."},
      {LawKind::kNoFutureLeak, "Nor in the code's form.", {{"form", "code"}}}};
  docs.slots = shared::slots_but({{"project", "learned matrices, then a strided convolution on k and v (or before)"},
                                  {"mask", "blocks that are not over"}});
  docs.cost = {R"(2\,n\,d^2 + \tfrac{2}{f}\,n^2\,d)", R"(\tfrac{4}{f}\,n^2)"};
  return docs;
}

}  // namespace attn::variants
