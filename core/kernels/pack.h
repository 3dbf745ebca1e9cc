// Copies of matrix blocks in the order the micro-kernel reads them.
#ifndef CORE_KERNELS_PACK_H_
#define CORE_KERNELS_PACK_H_

#include <cstddef>
#include <cstdint>

#include "core/kernels/micro_kernel.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

// Four rows of four become four columns.
template <LaneVector V>
ATTN_INLINE void transpose(V& r0, V& r1, V& r2, V& r3) {
  const V t0 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5);
  const V t1 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
  const V t2 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
  const V t3 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
  r0 = __builtin_shufflevector(t0, t1, 0, 1, 4, 5);
  r1 = __builtin_shufflevector(t0, t1, 2, 3, 6, 7);
  r2 = __builtin_shufflevector(t2, t3, 0, 1, 4, 5);
  r3 = __builtin_shufflevector(t2, t3, 2, 3, 6, 7);
}

// `rows` x k of A, one panel: packed[p * rows + i] = a(i, p), where a(i, p)
// stands at a[i * row_stride + p * k_stride].
template <class T, int rows>
inline void pack_rows(const T* a, ptrdiff_t row_stride, ptrdiff_t k_stride, int64_t k, T* packed) {
  for (int64_t p = 0; p < k; ++p) {
    for (int i = 0; i < rows; ++i) packed[i] = a[i * row_stride];
    a += k_stride;
    packed += rows;
  }
}

// One panel of k x kTileColumns of B: packed[p * kTileColumns + j] = b(p, j)
// for j < columns, 0 beyond.

// b(p, j) = b[p * ldb + j]
template <class T>
inline void pack_columns(const T* b, ptrdiff_t ldb, int64_t k, int64_t columns, T* packed) {
  if (columns == kTileColumns) {
    for (int64_t p = 0; p < k; ++p) {
      store(packed, load(b));
      store(packed + 4, load(b + 4));
      b += ldb;
      packed += kTileColumns;
    }
    return;
  }
  for (int64_t p = 0; p < k; ++p) {
    for (int64_t j = 0; j < kTileColumns; ++j) {
      packed[j] = j < columns ? b[j] : T(0);
    }
    b += ldb;
    packed += kTileColumns;
  }
}

// b(p, j) = b[j * ldb + p]
template <class T>
__attribute__((noinline)) void pack_transposed_columns(const T* b, ptrdiff_t ldb, int64_t k, int64_t columns,
                                                       T* packed) {
  int64_t p = 0;
  if (columns == kTileColumns) {
    for (; p + 4 <= k; p += 4) {
      for (int half = 0; half < 2; ++half) {
        const T* source = b + half * 4 * ldb + p;
        Lanes<T> r0 = load(source);
        Lanes<T> r1 = load(source + ldb);
        Lanes<T> r2 = load(source + 2 * ldb);
        Lanes<T> r3 = load(source + 3 * ldb);
        transpose(r0, r1, r2, r3);
        T* target = packed + p * kTileColumns + half * 4;
        store(target, r0);
        store(target + kTileColumns, r1);
        store(target + 2 * kTileColumns, r2);
        store(target + 3 * kTileColumns, r3);
      }
    }
  }
  for (; p < k; ++p) {
    for (int64_t j = 0; j < kTileColumns; ++j) {
      packed[p * kTileColumns + j] = j < columns ? b[j * ldb + p] : T(0);
    }
  }
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_PACK_H_
