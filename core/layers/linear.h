// The smallest layers: a matrix with or without a bias, piece vectors, norms, and the two-layer network of
// transformers.
#ifndef CORE_LAYERS_LINEAR_H_
#define CORE_LAYERS_LINEAR_H_

#include <string_view>

#include "core/graph/ops/ops.h"
#include "core/layers/recorder.h"

namespace attn {

// x [..., in] W + b: the last axis becomes `to` of size `width`. Parameters <name>/w [in, to], and, with a bias,
// <name>/b [to], which starts at 0.
struct Linear {
  int64_t width = 0;
  std::string_view to = axis::kModel;
  Start weight = Start::glorot();
  bool bias = true;
};
Value linear_layer(Recorder& r, std::string_view name, Value x, const Linear& layer);

// A vector of `width` for each id [...]: [..., model]. Parameter <name>/table [pieces, model].
Value embedding(Recorder& r, std::string_view name, Value ids, int64_t pieces, int64_t width, Start start);

// Layer normalisation along the last axis (Ba et al. 2016). Parameters <name>/gain and <name>/bias.
Value norm_layer(Recorder& r, std::string_view name, Value x);

// max(0, x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, section 3.3), dropout behind the relu.
Value feed_forward(Recorder& r, std::string_view name, Value x, int64_t hidden, double dropout);

}  // namespace attn

#endif  // CORE_LAYERS_LINEAR_H_
