// The innermost product: MR rows of A times NV vectors of columns of B, the sums
// kept in registers while k runs.
#ifndef CORE_KERNELS_MICRO_KERNEL_H_
#define CORE_KERNELS_MICRO_KERNEL_H_

#include <cstddef>
#include <cstdint>

#include "core/kernels/outlined.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

// Full tile size. 15 vector registers are free in WASM under V8 (16, one kept
// as scratch). A 5 x 8 float tile uses 10 for sums, 2 for B, 1 for A and 1 for
// the product: the best ratio of arithmetic to loads that fits (measured: 5x8
// 89 % of peak, 4x8 79 %, 3x12 60 %). Four double lanes are two registers.
template <class T>
inline constexpr int kTileRows = 5;
template <>
inline constexpr int kTileRows<double> = 2;
inline constexpr int kTileVectors = 2;
inline constexpr int kTileColumns = 4 * kTileVectors;

// V8 keeps loads in program order but sinks arithmetic, so that a loop body
// whose loads LLVM has moved together needs all operands in registers at once
// and spills. The fence keeps every load in front of its own products. It emits
// no instruction.
#if defined(__wasm__)
#define ATTN_KEEP_LOAD_ORDER() asm volatile("" ::: "memory")
#else
#define ATTN_KEEP_LOAD_ORDER() (void)0
#endif

// What a micro-kernel works on: `repeat` tiles, each this far from the one
// before. Passed in memory because V8 knows that a loaded pointer is
// zero-extended to 64 bits, but not that a parameter is, and would extend it
// again in every turn of the loop.
template <class T>
struct TileArgs {
  int64_t k;
  const T* a;
  const T* b;
  ptrdiff_t b_step;  // elements between the rows of b
  T* c;
  ptrdiff_t ldc;
  bool from_c;  // sums start from c, else from 0
  int64_t repeat = 1;
  ptrdiff_t a_next = 0;
  ptrdiff_t b_next = 0;
  ptrdiff_t c_next = 0;
};

// c(i, j) = start + sum over p of a(i, p) * b(p, j), p ascending, each product
// rounded before it is added.
//   a(i, p) = a[i * kARow + p * kAStep]: strides known to the compiler, so that
//             one pointer serves all rows
//   b(p, j) = b[p * b_step + j]
// The loop over p is not unrolled: V8 would run out of registers.
//
// The order of the statements matters: together with it the order of V8's
// instructions changes, and when rows are computed from the last to the first
// while their loads stand from the first to the last, ten registers are spilled.
// A loop around this one does that, too; hence micro_kernel below.
template <class T, int MR, int NV, int kARow, int kAStep>
__attribute__((noinline)) void micro_kernel_body(const TileArgs<T>* args) {
  using V = Lanes<T>;
  T* const c = args->c;
  const ptrdiff_t ldc = args->ldc;
  V sum[MR][NV];
  for (int i = 0; i < MR; ++i) {
    for (int j = 0; j < NV; ++j) sum[i][j] = splat(T(0));
  }
  if (args->from_c) {
    for (int i = 0; i < MR; ++i) {
      for (int j = 0; j < NV; ++j) sum[i][j] = load(c + i * ldc + 4 * j);
    }
  }
  const T* a = args->a;
  const T* b = args->b;
  const ptrdiff_t b_step = args->b_step;
  const T* const end = a + args->k * kAStep;
  for (; a != end; a += kAStep, b += b_step) {
    V column[NV];
    for (int j = 0; j < NV; ++j) {
      column[j] = load(b + 4 * j);
      ATTN_KEEP_LOAD_ORDER();
    }
    for (int i = 0; i < MR; ++i) {
      const V row = splat(a[i * kARow]);
      ATTN_KEEP_LOAD_ORDER();
      for (int j = 0; j < NV; ++j) sum[i][j] = sum[i][j] + row * column[j];
    }
  }
  for (int i = 0; i < MR; ++i) {
    for (int j = 0; j < NV; ++j) store(c + i * ldc + 4 * j, sum[i][j]);
  }
}

template <class T, int MR, int NV, int kARow, int kAStep>
inline void micro_kernel(TileArgs<T> args) {
  for (; args.repeat > 0; --args.repeat) {
    call_outlined<&micro_kernel_body<T, MR, NV, kARow, kAStep>>(&args);
    args.a += args.a_next;
    args.b += args.b_next;
    args.c += args.c_next;
  }
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_MICRO_KERNEL_H_
