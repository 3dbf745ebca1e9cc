// The exponential of the fused attention kernel: e^x = 2^t with t = x log2(e), for
// x <= 0, two thirds of the work of exp_weight.
#ifndef CORE_KERNELS_TILE_WEIGHT_H_
#define CORE_KERNELS_TILE_WEIGHT_H_

#include "core/kernels/exp.h"
#include "core/kernels/polynomial.h"

namespace attn::kernels {

namespace tile_weight_detail {

// 1, then (2^f - 1) / f on |f| <= 1/2: fit_polynomials.py.
template <class T>
struct PowerOfTwo;

template <>
struct PowerOfTwo<float> {
  // relative error 9e-8
  static constexpr float kCoefficients[] = {
      1, 0.693147004f, 0.240222409f, 0.0555073768f, 0.00967157912f, 0.00132638181f};
};

template <>
struct PowerOfTwo<double> {
  // relative error 3e-18
  static constexpr double kCoefficients[] = {1,
                                             0.69314718055994529,
                                             0.24022650695910133,
                                             0.055504108664820077,
                                             0.0096181291075938345,
                                             0.0013333558146775731,
                                             0.00015403530457502301,
                                             1.5252733492458927e-05,
                                             1.3215435074123188e-06,
                                             1.0178199619817637e-07,
                                             7.0738211235270046e-09,
                                             4.4348030896512084e-10};
};

}  // namespace tile_weight_detail

// x <= 0 or NaN; 0 gives exactly 1, and what is under 1e-38 in float exactly 0.
// Rounding t makes the relative error grow with |x|, to 1.5 + |x| units in the last
// place: seen from the row's largest weight, which is 1, the second part stays
// under 0.4 units, for |x| e^x <= 1 / e.
template <LaneVector V>
ATTN_INLINE V tile_weight(V x) {
  using T = ScalarOf<V>;
  using K = exp_detail::Constants<T>;
  using F = FloatFormat<T>;
  const V t = maximum(splat(K::kLowestWeight), x) * splat(K::kLog2E);  // keeps NaN
  // t = n + f, |f| <= 1/2
  const V shifted = t + splat(F::kRoundToInteger);
  const V f = t - (shifted - splat(F::kRoundToInteger));
  const V power = polynomial_by_pairs(f, tile_weight_detail::PowerOfTwo<T>::kCoefficients);
  return power * exp_detail::power_of_two(shifted);
}

template <std::floating_point T>
inline T tile_weight(T x) {
  return tile_weight(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_TILE_WEIGHT_H_
