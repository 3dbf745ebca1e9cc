// Powers of non-negative numbers, and square roots.
#ifndef CORE_KERNELS_POW_H_
#define CORE_KERNELS_POW_H_

#include "core/kernels/exp.h"
#include "core/kernels/log.h"
#include "core/kernels/widen.h"

namespace attn::kernels {

// base^exponent for base >= 0, as e^(exponent log base) in double: the error
// grows with the size of the exponent's product, which a float could not bear.
// Anything to the power 0 is 1; a negative base gives NaN.
template <LaneVector V>
ATTN_INLINE V pow_pos(V base, V exponent) {
  const Lanes<double> b = widen(base);
  const Lanes<double> e = widen(exponent);
  const Lanes<double> power = exp(e * log(b));
  return narrow<V>(select(e == splat(0.0), splat(1.0), power));
}

template <std::floating_point T>
inline T pow_pos(T base, T exponent) {
  return pow_pos(splat(base), splat(exponent))[0];
}

// IEEE square root is correctly rounded everywhere, so the builtin may be used.
inline float square_root(float x) { return __builtin_sqrtf(x); }
inline double square_root(double x) { return __builtin_sqrt(x); }

template <LaneVector V>
ATTN_INLINE V square_root(V x) {
  return V{square_root(x[0]), square_root(x[1]), square_root(x[2]), square_root(x[3])};
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_POW_H_
