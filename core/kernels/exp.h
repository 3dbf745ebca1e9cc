// The exponential function by Cody & Waite's argument reduction (1980):
// e^x = 2^n e^r with n = round(x / ln 2), |r| <= ln(2) / 2.
#ifndef CORE_KERNELS_EXP_H_
#define CORE_KERNELS_EXP_H_

#include "core/kernels/float_format.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

namespace exp_detail {

// Coefficients: fit_polynomials.py. ln 2 is split so that n * kLn2High is exact.
template <class T>
struct Constants;

template <>
struct Constants<float> {
  // Beyond these the result is 0 or infinite whatever the argument:
  // e^-104 < 2^-150, half the smallest subnormal; e^89 > 2^128.
  static constexpr float kLowest = -104.0f;
  static constexpr float kHighest = 89.0f;
  static constexpr float kLowestWeight = -88.0f;  // rounds to n = -127
  static constexpr float kLog2E = 1.44269504f;
  static constexpr float kLn2High = 0.693145751953125f;
  static constexpr float kLn2Low = 1.4286068203094173e-06f;
  // (e^r - 1 - r) / r^2, relative error 3e-9
  static constexpr float kTail[] = {0.49999994f, 0.166665196f, 0.0416683517f, 0.00836875383f, 0.00138171669f};
};

template <>
struct Constants<double> {
  static constexpr double kLowest = -746.0;        // e^-746 < 2^-1075
  static constexpr double kHighest = 710.0;        // e^710 > 2^1024
  static constexpr double kLowestWeight = -709.0;  // rounds to n = -1023
  static constexpr double kLog2E = 1.4426950408889634;
  static constexpr double kLn2High = 0.69314718036912382;
  static constexpr double kLn2Low = 1.9082149292705877e-10;
  // relative error 4e-18
  static constexpr double kTail[] = {0.50000000000000111,    0.16666666666666408,   0.041666666666529503,
                                     0.0083333333334971275,  0.0013888888943846317, 0.00019841269501402162,
                                     2.4801492836144303e-05, 2.755759047397475e-06, 2.7630354198608186e-07,
                                     2.4998935470734484e-08};
};

}  // namespace exp_detail

namespace exp_detail {

template <LaneVector V>
struct Reduced {
  V power;    // e^r
  V shifted;  // n + kRoundToInteger
};

template <LaneVector V>
ATTN_INLINE Reduced<V> reduce(V x) {
  using T = ScalarOf<V>;
  using K = Constants<T>;
  using F = FloatFormat<T>;
  // n = round(x / ln 2)
  const V shifted = x * splat(K::kLog2E) + splat(F::kRoundToInteger);
  const V n = shifted - splat(F::kRoundToInteger);
  // r = x - n ln 2
  const V r = (x - n * splat(K::kLn2High)) - n * splat(K::kLn2Low);
  // e^r = 1 + (r + r^2 tail(r))
  return {splat(T(1)) + (r + (r * r) * polynomial(r, K::kTail)), shifted};
}

// 2^n of n + kRoundToInteger: n moves from the low bits to the exponent (the bits
// above it fall out); one below the exponent of normal numbers gives 0.
template <LaneVector V>
ATTN_INLINE V power_of_two(V shifted) {
  using T = ScalarOf<V>;
  return from_bits<T>((bits_of(shifted) << FloatFormat<T>::kMantissaBits) + bits_of(splat(T(1))));
}

}  // namespace exp_detail

template <LaneVector V>
ATTN_INLINE V exp(V x) {
  using T = ScalarOf<V>;
  using K = exp_detail::Constants<T>;
  using F = FloatFormat<T>;
  x = minimum(splat(K::kHighest), maximum(splat(K::kLowest), x));  // keeps NaN
  const exp_detail::Reduced<V> reduced = exp_detail::reduce(x);
  // 2^n as a product of two powers, since 2^n itself may not be a normal
  // number; only the second product can round. The bias keeps the halved
  // number positive (no 64-bit arithmetic shift in SSE2 and WASM).
  const auto bias = splat_bits<T>(F::kExponentBias);
  const auto biased = rounded_integer(reduced.shifted) + (bias + bias);
  const auto first = biased >> 1;  // floor(n / 2) + bias
  const auto second = biased - first;
  return (reduced.power * from_bits<T>(first << F::kMantissaBits)) * from_bits<T>(second << F::kMantissaBits);
}

// The weights of a softmax: x <= 0 or NaN. Where e^x is a normal number these
// are the digits of exp; smaller weights (under 1e-38 in float) become exactly
// 0, which spares a fifth of the work and the slow arithmetic of subnormals.
template <LaneVector V>
ATTN_INLINE V exp_weight(V x) {
  using T = ScalarOf<V>;
  x = maximum(splat(exp_detail::Constants<T>::kLowestWeight), x);  // keeps NaN
  const exp_detail::Reduced<V> reduced = exp_detail::reduce(x);
  return reduced.power * exp_detail::power_of_two(reduced.shifted);
}

template <std::floating_point T>
inline T exp(T x) {
  return exp(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_EXP_H_
