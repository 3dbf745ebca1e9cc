#include "core/attention/onnx_rotary_embedding.h"

#include <algorithm>

#include "core/kernels/threads.h"

namespace attn::onnx {
namespace {

Status check_positions(const RotaryCall& call, const HeadView& x) {
  if (Status s = check_sizes("positionIds", call.position_sizes, {x.batch, x.rows}); !s.ok()) return s;
  const int64_t positions = call.cos.sizes[0];
  for (const int64_t id : call.position_ids)
    if (id < 0 || id >= positions)
      return invalid_input("positionIds", std::to_string(id), "0 to " + std::to_string(positions - 1));
  return {};
}

int64_t rotary_width(const RotaryCall& call, const HeadView& x) {
  return call.rotary_width == 0 ? x.width : call.rotary_width;
}

}  // namespace

Status check_rotary_embedding(const RotaryCall& call) {
  HeadView x;
  if (call.x.rank() == 3 && call.heads <= 0)
    return invalid_input("heads", "none", "a number, which x of three axes needs");
  if (Status s = view_heads("x", call.x, call.heads, &x); !s.ok()) return s;
  const int64_t r = rotary_width(call, x);
  if (r < 0 || r > x.width || r % 2 != 0)
    return invalid_input("rotaryDim", std::to_string(r), "an even number from 0 to " + std::to_string(x.width));

  const bool by_position = !call.position_sizes.empty();
  if (by_position && call.cos.rank() != 2) return bad_shape("cos", call.cos.sizes, "[positions, half the width]");
  const Sizes wanted = by_position ? Sizes{call.cos.sizes[0], r / 2} : Sizes{x.batch, x.rows, r / 2};
  if (Status s = check_size("cos", call.cos.sizes); !s.ok()) return s;
  if (Status s = check_sizes("cos", call.cos.sizes, wanted); !s.ok()) return s;
  if (Status s = check_sizes("sin", call.sin.sizes, wanted); !s.ok()) return s;
  return by_position ? check_positions(call, x) : Status{};
}

void rotary_embedding(const RotaryCall& call, float* y) {
  HeadView x;
  if (!view_heads("x", call.x, call.heads, &x).ok()) return;  // refused by the check before
  const int64_t r = rotary_width(call, x), half = r / 2;
  // Neighbours along a pair, and from one pair to the next.
  const int64_t partner = call.interleaved ? 1 : half, step = call.interleaved ? 2 : 1;

  const auto rotate_head = [&](int64_t b, int64_t h) {
    for (int64_t i = 0; i < x.rows; ++i) {
      const int64_t at = b * x.rows + i;
      const int64_t position = call.position_sizes.empty() ? at : call.position_ids[static_cast<size_t>(at)];
      const float* cos = call.cos.data + position * half;
      const float* sin = call.sin.data + position * half;
      const int64_t row = x.offset(b, h) + i * x.row_stride;
      const float* from = call.x.data + row;
      float* to = y + row;
      for (int64_t c = 0; c < half; ++c) {
        const float real = from[c * step], imaginary = from[c * step + partner];
        to[c * step] = cos[c] * real - sin[c] * imaginary;
        to[c * step + partner] = sin[c] * real + cos[c] * imaginary;
      }
      std::copy(from + r, from + x.width, to + r);
    }
  };
  kernels::parallel_rows(x.batch * x.heads, x.rows * x.width * 2, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) rotate_head(i / x.heads, i % x.heads);
  });
}

}  // namespace attn::onnx
