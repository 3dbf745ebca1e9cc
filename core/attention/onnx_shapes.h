// What the three numeric calls share: tensors as pointer and shape, and the checks of shapes.
#ifndef CORE_ATTENTION_ONNX_SHAPES_H_
#define CORE_ATTENTION_ONNX_SHAPES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn::onnx {

using Sizes = std::vector<int64_t>;

// A row-major tensor that somebody else owns. An omitted optional input has no axes.
struct Input {
  const float* data = nullptr;
  Sizes sizes;

  bool given() const { return !sizes.empty(); }
  int rank() const { return static_cast<int>(sizes.size()); }
};

int64_t count(const Sizes& sizes);
std::string text(const Sizes& sizes);  // "[2, 3, 4]"

// No tensor of a call, given or made, may have more cells than this: 1 GiB of floats, half of what WASM can address.
inline constexpr int64_t kMostCells = int64_t{1} << 28;

// Refuses `sizes` that are negative or together more than kMostCells.
Status check_size(std::string_view argument, const Sizes& sizes);

// Refuses anything but exactly `wanted`.
Status check_sizes(std::string_view argument, const Sizes& sizes, const Sizes& wanted);

Status bad_shape(std::string_view argument, const Sizes& sizes, std::string takes);

// A tensor seen by heads, whether it is stored as [batch, head, row, width] or as [batch, row, head * width].
struct HeadView {
  int64_t batch = 0, heads = 0, rows = 0, width = 0;
  int64_t batch_stride = 0, head_stride = 0, row_stride = 0;

  int64_t offset(int64_t b, int64_t h) const { return b * batch_stride + h * head_stride; }
};

// `heads` counts for rank 3, where it is needed; for rank 4 it is 0 or must agree.
Status view_heads(std::string_view argument, const Input& input, int64_t heads, HeadView* view);

// The view of a fresh [batch, head, row, width].
HeadView dense_heads(int64_t batch, int64_t heads, int64_t rows, int64_t width);

// The view of a fresh [batch, row, head * width].
HeadView packed_heads(int64_t batch, int64_t heads, int64_t rows, int64_t width);

}  // namespace attn::onnx

#endif  // CORE_ATTENTION_ONNX_SHAPES_H_
