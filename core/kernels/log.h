// The natural logarithm: x = 2^e m with m in [sqrt(1/2), sqrt(2)), and
// log m = log((1 + s) / (1 - s)) = 2 (s + s^3/3 + ...), s = (m - 1) / (m + 1).
// The last steps are arranged as in Sun's fdlibm (1993), which adds the small
// terms first.
#ifndef CORE_KERNELS_LOG_H_
#define CORE_KERNELS_LOG_H_

#include "core/kernels/float_format.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

namespace log_detail {

// Coefficients: fit_polynomials.py. ln 2 is split so that e * kLn2High is exact.
template <class T>
struct Constants;

template <>
struct Constants<float> {
  static constexpr float kSmallestNormal = 0x1p-126f;
  static constexpr float kSubnormalScale = 0x1p25f;
  static constexpr uint32_t kSubnormalExponent = 25;
  static constexpr uint32_t kSqrtHalfBits = 0x3f3504f3;
  static constexpr float kLn2High = 0.693145751953125f;
  static constexpr float kLn2Low = 1.4286068203094173e-06f;
  // (log((1+s)/(1-s)) / s - 2) / s^2, relative error 8e-10
  static constexpr float kTail[] = {0.666667759f, 0.399775386f, 0.298719049f};
};

template <>
struct Constants<double> {
  static constexpr double kSmallestNormal = 0x1p-1022;
  static constexpr double kSubnormalScale = 0x1p54;
  static constexpr uint64_t kSubnormalExponent = 54;
  static constexpr uint64_t kSqrtHalfBits = 0x3fe6a09e667f3bcd;
  static constexpr double kLn2High = 0.69314718036912382;
  static constexpr double kLn2Low = 1.9082149292705877e-10;
  // relative error 1e-18
  static constexpr double kTail[] = {0.66666666666667351, 0.39999999999411895, 0.28571428743042465, 0.22222198500408177,
                                     0.18183568433899777, 0.15313936868031752, 0.14797172965956701};
};

}  // namespace log_detail

template <LaneVector V>
ATTN_INLINE V log(V x) {
  using T = ScalarOf<V>;
  using K = log_detail::Constants<T>;
  using F = FloatFormat<T>;
  const auto subnormal = x < splat(K::kSmallestNormal);
  const V scaled = select(subnormal, x * splat(K::kSubnormalScale), x);
  // Subtracting the bits of sqrt(1/2) makes the exponent field step where the
  // mantissa passes sqrt(2).
  const auto one_bits = bits_of(splat(T(1)));
  const auto sqrt_half = splat_bits<T>(K::kSqrtHalfBits);
  const auto stepped = bits_of(scaled) + (one_bits - sqrt_half);
  const auto mantissa_mask = splat_bits<T>((typename F::Word{1} << F::kMantissaBits) - 1);
  const V m = from_bits<T>((stepped & mantissa_mask) + sqrt_half);
  const auto offset = splat_bits<T>(F::kExponentBias) + ((LaneBits<T>)subnormal & splat_bits<T>(K::kSubnormalExponent));
  const V e = integer_to_float<T>((stepped >> F::kMantissaBits) - offset);

  const V f = m - splat(T(1));
  const V s = f / (splat(T(2)) + f);
  const V z = s * s;
  const V tail = z * polynomial(z, K::kTail);
  const V half_square = splat(T(0.5)) * (f * f);
  // log(1 + f) = f - (f^2/2 - s (f^2/2 + tail))
  V y = e * splat(K::kLn2High) - ((half_square - (s * (half_square + tail) + e * splat(K::kLn2Low))) - f);
  y = select(x < splat(kInfinity<T>), y, x);  // +inf and NaN stay
  y = select(x == splat(T(0)), splat(-kInfinity<T>), y);
  return select(x < splat(T(0)), splat(std::numeric_limits<T>::quiet_NaN()), y);
}

template <std::floating_point T>
inline T log(T x) {
  return log(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_LOG_H_
