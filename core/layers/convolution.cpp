#include "core/layers/convolution.h"

#include <algorithm>

#include "core/kernels/math.h"

namespace attn {
namespace {

// As many windows as strides begin in the sequence, what is missing shared out over both ends.
Windows same_windows(int64_t places, int64_t kernel, int64_t stride) {
  const int64_t windows = (places + stride - 1) / stride;
  const int64_t missing = std::max<int64_t>((windows - 1) * stride + kernel - places, 0);
  return {.width = kernel, .stride = stride, .left = missing / 2, .right = missing - missing / 2};
}

// A matrix over what stands in each window: [..., feature] -> [..., model].
Value over_windows(Recorder& r, Value windows, int64_t width) {
  // He et al. 2015: the deviation that keeps the size of signals through a relu
  const double deviation = kernels::square_root(2 / static_cast<double>(windows.shape().columns()));
  const Dim in = windows.shape().dims().back(), out{axis::kModel, width};
  const Value w = r.parameter("w", {in, out}, Start::normal(deviation));
  return linear(windows, w, r.parameter("b", {out}, Start::zeros()), axis::kFeature);
}

}  // namespace

Value convolution(Recorder& r, std::string_view name, Value x, const Convolution& layer) {
  const Scope scope(r, name);
  // A copy: recording moves the nodes. NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  const Shape shape = x.shape();
  // [batch, row, feature, column, model], the rows of a window on `feature`
  const Value rows = rename(unfold(x, axis::kRow, same_windows(shape.size(axis::kRow), layer.kernel, layer.stride)),
                            axis::kTime, axis::kFeature);
  // [batch, row, feature, column, time, model]
  const Value windows =
      unfold(rows, axis::kColumn, same_windows(shape.size(axis::kColumn), layer.kernel, layer.stride));
  // [batch, row, column, feature]
  const Value flat = rearrange(
      windows, {axis::kBatch, axis::kRow, axis::kColumn, axis::kFeature, axis::kTime, axis::kModel}, 3, axis::kFeature);
  return over_windows(r, flat, layer.width);
}

Value text_convolution(Recorder& r, std::string_view name, Value x, const Convolution& layer) {
  const Scope scope(r, name);
  const Value windows = unfold(x, axis::kQuery, same_windows(x.shape().size(axis::kQuery), layer.kernel, layer.stride));
  return over_windows(r, rearrange(windows, {axis::kBatch, axis::kQuery, axis::kTime, axis::kModel}, 2, axis::kFeature),
                      layer.width);
}

Value separable_convolution(Recorder& r, std::string_view name, Value x, const SeparableConvolution& layer) {
  const Scope scope(r, name);
  const Dim in = x.shape().dims().back();
  const int64_t reach = layer.dilation * (layer.kernel - 1), left = layer.causal ? reach : reach / 2;
  const Windows windows = {.width = layer.kernel, .dilation = layer.dilation, .left = left, .right = reach - left};
  const Value seen = unfold(x, layer.along, windows);  // [..., along, time, model]
  // U(-sqrt(3/k), sqrt(3/k)): a filter's k products together are as large as one number it reads.
  const double limit = kernels::square_root(3 / static_cast<double>(layer.kernel));
  const Value depthwise = r.parameter("depthwise", {{axis::kTime, layer.kernel}, in}, Start::uniform(limit));
  // y_ic = sum_t D_tc x_(i + t),c
  const Value filtered = reduce_sum(multiply(seen, depthwise), axis::kTime);
  return linear_layer(r, "pointwise", filtered, {.width = layer.width, .to = in.axis});
}

}  // namespace attn
