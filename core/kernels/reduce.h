// Sums and maxima of a row in one fixed order.
//
// Element j always goes into accumulator j mod 16, and the sixteen are joined
// as (((v0 + v1) + (v2 + v3)) then horizontal_sum). The order does not depend
// on the length of the row, so appending zeros (masked weights) changes no bit:
// a row over a cache of t keys equals the same row padded to n keys.
#ifndef CORE_KERNELS_REDUCE_H_
#define CORE_KERNELS_REDUCE_H_

#include <cstdint>

#include "core/kernels/simd.h"

namespace attn::kernels {

// Sum of x[0, n); 0 when n is 0.
template <class T>
T sum(const T* x, int64_t n);

// Sum of x[j] * y[j], products rounded before they are added. (A GEMM adds in
// ascending order instead: use it where the two must agree.)
template <class T>
T dot(const T* x, const T* y, int64_t n);

// Sum of (x[j] - shift)^2.
template <class T>
T sum_squares(const T* x, int64_t n, T shift = T(0));

// Largest element, ignoring NaN; -inf when n is 0.
template <class T>
T max_value(const T* x, int64_t n);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_REDUCE_H_
