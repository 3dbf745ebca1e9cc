// Attention of the Image Transformer (Parmar et al. 2018, section 3.3) as it pays: a rectangle of pixels asks together,
// and only what its memory holds is scored. Gives what scoring all pairs and masking most of them would give.
#ifndef CORE_LAYERS_PICTURE_ATTENTION_H_
#define CORE_LAYERS_PICTURE_ATTENTION_H_

#include <string_view>

#include "core/attention/picture_blocks.h"
#include "core/layers/attention.h"

namespace attn {

struct PictureAttention {
  int64_t heads = 1;
  // Pixels stand row by row, so many to a row. A text of pixels, local in one dimension, is a picture of one row.
  PictureBlocks blocks = {};

  // The pixel that a key of this one's memory is; -1 beyond the borders of a picture of `pixels`.
  int64_t place_of_key(int64_t pixel, int64_t key, int64_t pixels) const;
};

// x [batch, query, model], row by row; the last row may be cut short. Where keys and values are carried from a call
// before, x is the one pixel behind theirs. No pixel reads one that stands behind it in the raster. Parameters
// <name>/w_q, w_k, w_v [head, model, channel] and w_o [feature, model]. The weights, recorded only outside of training:
// [head, batch, query, key], the keys of a pixel being the places of its block's memory.
Attended picture_attention(Recorder& r, std::string_view name, Value x, const PictureAttention& layer);

}  // namespace attn

#endif  // CORE_LAYERS_PICTURE_ATTENTION_H_
