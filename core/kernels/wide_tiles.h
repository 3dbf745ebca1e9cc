// The float micro-kernel with registers of eight lanes, where the processor has them: natively, for training that goes
// on for hours. Columns stand side by side in a register and sums still run over k one by one, so the digits are those
// of micro_kernel.h.
#ifndef CORE_KERNELS_WIDE_TILES_H_
#define CORE_KERNELS_WIDE_TILES_H_

#include "core/kernels/micro_kernel.h"

namespace attn::kernels {

#if defined(__x86_64__)

inline bool has_wide_registers() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

// Two tiles of 5 x 8, one below the other: ten sums hide the time that an addition takes (five would wait for each
// other). No fused multiply-add: it rounds once where two operations round twice.
__attribute__((target("avx2"), noinline)) inline void two_wide_tiles(const TileArgs<float>* args) {
  typedef float Wide __attribute__((vector_size(32), aligned(4), may_alias));
  constexpr int kRows = 5;
  float* const c = args->c;
  const ptrdiff_t ldc = args->ldc;
  Wide sum[2][kRows];
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < kRows; ++i) {
      const float* from = c + t * args->c_next + i * ldc;
      sum[t][i] = args->from_c ? *reinterpret_cast<const Wide*>(from) : Wide{};
    }
  }
  const float *upper = args->a, *lower = args->a + args->a_next, *b = args->b;
  const float* const end = upper + args->k * kRows;
  for (; upper != end; upper += kRows, lower += kRows, b += args->b_step) {
    const Wide column = *reinterpret_cast<const Wide*>(b);
    for (int i = 0; i < kRows; ++i) sum[0][i] = sum[0][i] + upper[i] * column;
    for (int i = 0; i < kRows; ++i) sum[1][i] = sum[1][i] + lower[i] * column;
  }
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < kRows; ++i) *reinterpret_cast<Wide*>(c + t * args->c_next + i * ldc) = sum[t][i];
  }
}

#endif

// `repeat` full tiles, A packed in rows of five.
template <class T>
void full_tiles(TileArgs<T> args) {
#if defined(__x86_64__)
  if constexpr (sizeof(T) == sizeof(float)) {
    for (; args.repeat >= 2 && has_wide_registers(); args.repeat -= 2) {
      two_wide_tiles(&args);
      args.a += 2 * args.a_next;
      args.b += 2 * args.b_next;
      args.c += 2 * args.c_next;
    }
  }
#endif
  micro_kernel<T, kTileRows<T>, kTileVectors, 1, kTileRows<T>>(args);
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_WIDE_TILES_H_
