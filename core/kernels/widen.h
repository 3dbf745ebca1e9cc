// Float lanes computed in double: for functions whose argument reduction or
// exponent eats the bits of a float.
#ifndef CORE_KERNELS_WIDEN_H_
#define CORE_KERNELS_WIDEN_H_

#include "core/kernels/simd.h"

namespace attn::kernels {

ATTN_INLINE Lanes<double> widen(Lanes<float> v) { return Lanes<double>{v[0], v[1], v[2], v[3]}; }
ATTN_INLINE Lanes<double> widen(Lanes<double> v) { return v; }

template <LaneVector V>
ATTN_INLINE V narrow(Lanes<double> v) {
  using T = ScalarOf<V>;
  return V{static_cast<T>(v[0]), static_cast<T>(v[1]), static_cast<T>(v[2]), static_cast<T>(v[3])};
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_WIDEN_H_
