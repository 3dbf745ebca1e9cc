// Local attention in blocks: Liu et al. 2018, "Generating Wikipedia by Summarizing Long Sequences", section 4.2.3.
#include "core/attention/local_blocks.h"

namespace attn::variants {

Variant local_block() {
  EntryText text;
  text.name = "Local blocks";
  text.family = "sparse";
  text.summary = "The text is cut into blocks and each block attends by itself: the cost per word stays the same.";
  text.latex = R"(\z{z_i} = \sum_{j \le i,\; \lfloor j/b \rfloor = \lfloor i/b \rfloor} \a{A_{ij}}\,\v{v_j})";
  text.params = {shared::temperature()};
  append(&text.params, shared::local_blocks());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_other_blocks;
            return attend(setting, pipeline);
          }};
}

EntryDocs local_block_docs() {
  EntryDocs docs;
  docs.papers = {{"Generating Wikipedia by Summarizing Long Sequences",
                  "Liu, Saleh, Pot, Goodrich, Sepassi, Kaiser, Shazeer", 2018, "https://arxiv.org/abs/1801.10198"}};
  docs.differs =
      "The paper's blocks hold 256 words and know nothing of each other; its code in Tensor2Tensor lets a block read "
      "the one before as well. Both are offered. Where a text is shorter than two blocks Tensor2Tensor makes it one: "
      "the same thing there. All pairs are scored here and the others masked.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kNoFutureLeak, "No word's result depends on later words."},
               {LawKind::kNoFutureLeak, "Nor where the block before is read.", {{"reads", "previous"}}},
               {LawKind::kEquals, "A block as long as the text is causal attention.", {{"block", "256"}}, "causal"},
               {LawKind::kEquals,
                "Blocks of one word that read the one before are a window of two.",
                {{"block", "1"}, {"reads", "previous"}},
                "sliding_window",
                {{"window", "2"}}}};
  docs.slots = shared::slots_but({{"mask", "j ≤ i within the block of i"}});
  docs.cost = {R"(2\,n\,b\,d)", R"(4\,n\,b)"};
  docs.used_by = {{"Llama 4", 2025, "https://huggingface.co/blog/llama4-release"}};
  return docs;
}

}  // namespace attn::variants
