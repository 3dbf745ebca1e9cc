// A picture cut into rectangles that ask together: Parmar et al. 2018, "Image Transformer", section 3.3.
#ifndef CORE_ATTENTION_PICTURE_BLOCKS_H_
#define CORE_ATTENTION_PICTURE_BLOCKS_H_

#include <cstdint>

namespace attn {

struct PictureBlocks {
  int64_t width;  // of the image
  int64_t block_rows, block_columns;
  int64_t above, beside;  // the margin

  // May the pixel at j be read from i? Above the block everything within the margin; left of it the margin of the
  // block's rows, since that block came first; within it what came before in raster order; nothing to the right.
  bool reads(int64_t i, int64_t j) const {
    const int64_t row = i / width, column = i % width, from_row = j / width, from_column = j % width;
    const int64_t top = row / block_rows * block_rows, left = column / block_columns * block_columns;
    if (from_row < top - above || from_column < left - beside) return false;
    if (from_row < top) return from_column < left + block_columns + beside;
    if (from_row >= top + block_rows) return false;
    if (from_column < left) return true;
    return from_column < left + block_columns && j <= i;
  }
};

}  // namespace attn

#endif  // CORE_ATTENTION_PICTURE_BLOCKS_H_
