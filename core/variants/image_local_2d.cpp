// Image Transformer, local in two dimensions: Parmar et al. 2018, "Image Transformer", section 3.3: the image is cut
// into rectangular query blocks, visited in raster order; a block reads itself and a margin above and beside it.
#include "core/attention/picture_blocks.h"
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

Value mask_outside(Setting& setting, Value scores) {
  const Params& params = setting.params();
  const PictureBlocks grid = {params.integer("width"), params.integer("block_rows"), params.integer("block_columns"),
                              params.integer("above"), params.integer("beside")};
  return mask_by_rule(
      setting, scores, [=](int64_t i, int64_t j) { return grid.reads(i, j); },
      {"A block reads itself and a margin",
       "A pixel reads its block up to itself, the margin above on the whole width, and the margin to the left; what "
       "lies to the right comes later.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \in M(\text{block of } i),\; j \text{ before } i)"});
}

}  // namespace

Variant image_local_2d() {
  EntryText text;
  text.name = "Image local 2D";
  text.family = "images";
  text.summary = "An image is cut into rectangles; each reads itself and a margin of pixels above and to the left.";
  text.latex = R"(\z{z_i} = \sum_{j \in M(i),\; j \preceq i} \a{A_{ij}}\,\v{v_j})";
  text.params = {
      shared::temperature(),
      shared::whole_number("width", "Image width", "Pixels in a row of the image.", 4, 1, 64),
      shared::whole_number("block_rows", "Block height", "Rows of a query block; the paper has 8.", 2, 1, 32),
      shared::whole_number("block_columns", "Block width", "Columns of a query block; the paper has 32.", 2, 1, 64),
      shared::whole_number("above", "Margin above", "Rows above the block that it reads.", 1, 0, 64),
      shared::whole_number("beside", "Margin beside", "Columns beside the block that it reads.", 1, 0, 64)};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_outside;
            return attend(setting, pipeline);
          }};
}

EntryDocs image_local_2d_docs() {
  EntryDocs docs;
  docs.papers = {{"Image Transformer", "Parmar, Vaswani, Uszkoreit, Kaiser, Shazeer, Ku, Tran", 2018,
                  "https://arxiv.org/abs/1802.05751"}};
  docs.differs =
      "Words stand for pixels. Blocks are visited one after the other, so a pixel may read one that stands later in "
      "the raster but in an earlier block. The code's margin to the left reaches down all rows of the block, as here; "
      "its padding is right only for margins of one size. It shifts pixels by one inside each block before they "
      "attend; "
      "here each reads itself. All pairs are scored here and the others masked.";
  docs.laws = {
      shared::rows_sum_to_one(),
      {LawKind::kNoFutureLeak,
       "Blocks of one row are visited in raster order: no pixel's result depends on later pixels.",
       {{"block_rows", "1"}}},
      {LawKind::kNoFutureLeak, "So are blocks as wide as the image.", {{"block_columns", "4"}, {"width", "4"}}},
      {LawKind::kEquals,
       "Blocks of one row with margins as large as the image are causal attention.",
       {{"block_rows", "1"}, {"above", "64"}, {"beside", "64"}},
       "causal"}};
  docs.slots = shared::slots_but({{"mask", "the own rectangle up to the pixel, and a margin above and to the left"}});
  docs.cost = {R"(2\,n\,(b_h + m_h)(b_w + 2m_w)\,d)", R"(4\,n\,(b_h + m_h)(b_w + 2m_w))"};
  return docs;
}

}  // namespace attn::variants
