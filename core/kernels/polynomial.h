// Polynomials with fixed coefficients, by Horner's rule: one order of rounding.
#ifndef CORE_KERNELS_POLYNOMIAL_H_
#define CORE_KERNELS_POLYNOMIAL_H_

#include "core/kernels/simd.h"

namespace attn::kernels {

// coefficients[0] + x * (coefficients[1] + x * (...)).
template <LaneVector V, int N>
ATTN_INLINE V polynomial(V x, const ScalarOf<V> (&coefficients)[N]) {
  using T = ScalarOf<V>;
  V y = splat<T>(coefficients[N - 1]);
  for (int i = N - 2; i >= 0; --i) y = y * x + splat<T>(coefficients[i]);
  return y;
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_POLYNOMIAL_H_
