// Polynomials with fixed coefficients, each in one order of rounding.
#ifndef CORE_KERNELS_POLYNOMIAL_H_
#define CORE_KERNELS_POLYNOMIAL_H_

#include "core/kernels/simd.h"

namespace attn::kernels {

// coefficients[0] + x * (coefficients[1] + x * (...)): Horner's rule.
template <LaneVector V, int N>
ATTN_INLINE V polynomial(V x, const ScalarOf<V> (&coefficients)[N]) {
  using T = ScalarOf<V>;
  V y = splat<T>(coefficients[N - 1]);
  for (int i = N - 2; i >= 0; --i) y = y * x + splat<T>(coefficients[i]);
  return y;
}

// The same in pairs, (c0 + c1 x) + x^2 ((c2 + c3 x) + x^2 (...)), after Estrin: one
// multiplication more, and half as many that wait for each other.
template <LaneVector V, int N>
ATTN_INLINE V polynomial_by_pairs(V x, const ScalarOf<V> (&coefficients)[N]) {
  using T = ScalarOf<V>;
  static_assert(N % 2 == 0);
  const V square = x * x;
  V y = splat<T>(coefficients[N - 2]) + x * splat<T>(coefficients[N - 1]);
  for (int i = N - 4; i >= 0; i -= 2) {
    y = (splat<T>(coefficients[i]) + x * splat<T>(coefficients[i + 1])) + square * y;
  }
  return y;
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_POLYNOMIAL_H_
