#include "core/attention/onnx_shapes.h"

namespace attn::onnx {

int64_t count(const Sizes& sizes) {
  int64_t cells = 1;
  for (const int64_t size : sizes) cells *= size;
  return cells;
}

std::string text(const Sizes& sizes) {
  std::string out = "[";
  for (size_t i = 0; i < sizes.size(); ++i) out += (i ? ", " : "") + std::to_string(sizes[i]);
  return out + "]";
}

Status bad_shape(std::string_view argument, const Sizes& sizes, std::string takes) {
  return invalid_input(std::string(argument), text(sizes), std::move(takes));
}

Status check_size(std::string_view argument, const Sizes& sizes) {
  int64_t cells = 1;
  for (const int64_t size : sizes) {
    if (size < 0) return bad_shape(argument, sizes, "sizes of at least 0");
    // Checked before each product, so that the product itself cannot overflow.
    if (size > kMostCells || cells * size > kMostCells)
      return {ErrorKind::kTooLarge, std::string(argument), text(sizes), std::to_string(kMostCells) + " cells at most"};
    cells *= size;
  }
  return {};
}

Status check_sizes(std::string_view argument, const Sizes& sizes, const Sizes& wanted) {
  return sizes == wanted ? Status{} : bad_shape(argument, sizes, text(wanted));
}

HeadView dense_heads(int64_t batch, int64_t heads, int64_t rows, int64_t width) {
  return {batch, heads, rows, width, heads * rows * width, rows * width, width};
}

HeadView packed_heads(int64_t batch, int64_t heads, int64_t rows, int64_t width) {
  return {batch, heads, rows, width, rows * heads * width, width, heads * width};
}

Status view_heads(std::string_view argument, const Input& input, int64_t heads, HeadView* view) {
  const Sizes& sizes = input.sizes;
  if (Status status = check_size(argument, sizes); !status.ok()) return status;
  if (input.rank() == 4) {
    if (heads > 0 && sizes[1] != heads)
      return bad_shape(argument, sizes, std::to_string(heads) + " heads along the second axis");
    *view = dense_heads(sizes[0], sizes[1], sizes[2], sizes[3]);
    return {};
  }
  if (input.rank() != 3) return bad_shape(argument, sizes, "[batch, head, row, width] or [batch, row, head * width]");
  if (heads <= 0) return bad_shape(argument, sizes, "the number of heads, which three axes do not tell");
  if (sizes[2] % heads != 0)
    return bad_shape(argument, sizes, "a last axis that " + std::to_string(heads) + " heads can share");
  *view = packed_heads(sizes[0], heads, sizes[1], sizes[2] / heads);
  return {};
}

}  // namespace attn::onnx
