// A text made shorter, and longer again: the convolutions around the latents of Kaiser et al. 2018, sections 3.1 and
// 3.2, and their reference code.
#ifndef CORE_LAYERS_COMPRESSION_H_
#define CORE_LAYERS_COMPRESSION_H_

#include <string_view>

#include "core/layers/transformer.h"

namespace attn {

struct Compression {
  int64_t halvings = 3;      // C: the text becomes 2^C times shorter
  int64_t blocks = 1;        // residual convolutions before the first halving
  bool reads_source = true;  // while it is made shorter; in the other direction it always does
  TransformerSizes sizes;
};

// y [batch, query, model] -> [batch, query / 2^C, model]; the length is a multiple of 2^C.
Value compress(Recorder& r, Value y, Value memory, const Compression& how);
// z [batch, query, model] -> [batch, query * 2^C, model].
Value decompress(Recorder& r, Value z, Value memory, const Compression& how);

}  // namespace attn

#endif  // CORE_LAYERS_COMPRESSION_H_
