// Elementary functions made of plain IEEE operations only: no libm, no fused
// multiply-add. The digits are therefore the same on every target, and the
// scalar form gives exactly what a lane of the vector form gives.
//
// Overloads exist for float, double, Lanes<float> and Lanes<double>.
//   exp, log        <= 2 ulp (float), about 1e-15 relative (double)
//   tanh, sigmoid   <= 3 ulp; tanh is odd and accurate near 0; both saturate
//   erf             <= 3 ulp (float), about 1e-15 (double)
//   sin, cos        <= 1 ulp (float), about 1e-15 (double) for |x| <= 1e5;
//                   finite and within [-1, 1] for every finite x
//   pow_pos         base >= 0: exp(exponent * log(base)), in double inside
//   square_root     correctly rounded (IEEE)
// Infinities, zeros and NaN do what the C library does.
#ifndef CORE_KERNELS_MATH_H_
#define CORE_KERNELS_MATH_H_

#include "core/kernels/simd.h"

namespace attn::kernels {

template <LaneVector V> V exp(V x);
template <LaneVector V> V log(V x);
template <LaneVector V> V tanh(V x);
template <LaneVector V> V sigmoid(V x);
template <LaneVector V> V erf(V x);
template <LaneVector V> V sin(V x);
template <LaneVector V> V cos(V x);
template <LaneVector V> V square_root(V x);
template <LaneVector V> V pow_pos(V base, V exponent);

template <std::floating_point T> T exp(T x);
template <std::floating_point T> T log(T x);
template <std::floating_point T> T tanh(T x);
template <std::floating_point T> T sigmoid(T x);
template <std::floating_point T> T erf(T x);
template <std::floating_point T> T sin(T x);
template <std::floating_point T> T cos(T x);
template <std::floating_point T> T square_root(T x);
template <std::floating_point T> T pow_pos(T base, T exponent);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_MATH_H_
