// Convolutions of pictures and of sequences: windows, then a matrix over what stands in them.
#ifndef CORE_LAYERS_CONVOLUTION_H_
#define CORE_LAYERS_CONVOLUTION_H_

#include <string_view>

#include "core/layers/linear.h"

namespace attn {

// x [batch, row, column, model] -> [batch, row / stride, column / stride, model], sizes rounded up, zeros beyond the
// borders. Parameters <name>/w [window, out] and <name>/b [out].
struct Convolution {
  int64_t width = 0;   // channels that come out
  int64_t kernel = 3;  // rows and columns of a window
  int64_t stride = 1;
};
Value convolution(Recorder& r, std::string_view name, Value x, const Convolution& layer);

// x [batch, query, model] -> [batch, query / stride, model]: as above, along a text.
Value text_convolution(Recorder& r, std::string_view name, Value x, const Convolution& layer);

// Depthwise separable (Chollet 2017): a filter along `along` for every channel, then a matrix across channels, x
// [..., along, model] -> [..., along, model]. Parameters <name>/depthwise [time, in], <name>/pointwise/w [in, out] and
// <name>/pointwise/b [out].
struct SeparableConvolution {
  int64_t width = 0;
  int64_t kernel = 3;
  int64_t dilation = 1;
  bool causal = false;  // windows end at the place itself, else it stands in their middle
  std::string_view along = axis::kQuery;
};
Value separable_convolution(Recorder& r, std::string_view name, Value x, const SeparableConvolution& layer);

}  // namespace attn

#endif  // CORE_LAYERS_CONVOLUTION_H_
