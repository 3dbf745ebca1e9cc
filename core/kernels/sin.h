// Sine and cosine, in double for float arguments too: x = n pi/2 + r with pi/2
// in three parts, of which n times the first two is exact for n < 2^20.
#ifndef CORE_KERNELS_SIN_H_
#define CORE_KERNELS_SIN_H_

#include "core/kernels/float_format.h"
#include "core/kernels/polynomial.h"
#include "core/kernels/widen.h"

namespace attn::kernels {

namespace sin_detail {

// Coefficients: fit_polynomials.py, relative errors 3e-18 and 5e-20.
inline constexpr double kSinTail[] = {-0.16666666666666632,   0.0083333333333223871,   -0.00019841269829787343,
                                      2.7557313684792445e-06, -2.5050756962088396e-08, 1.5896725607562244e-10};
inline constexpr double kCosTail[] = {0.041666666666666602,    -0.0013888888888874081, 2.4801587289453429e-05,
                                      -2.7557314343532267e-07, 2.0875722019394105e-09, -1.1359580293175652e-11};

// sin(x + quarter_turns * pi/2).
template <uint64_t quarter_turns, class V = Lanes<double>>
ATTN_INLINE V sin_turned(const V& x) {
  using F = FloatFormat<double>;
  // Past 2^45 neighbouring doubles are further apart than the digits here can
  // follow; the clamp keeps the rounding trick valid, so the result is finite.
  constexpr double kFarthest = 0x1p45;
  const V near = minimum(splat(kFarthest), maximum(splat(-kFarthest), x));
  const V shifted = near * splat(0.63661977236758138)  // 2/pi
                    + splat(F::kRoundToInteger);
  const V n = shifted - splat(F::kRoundToInteger);
  // r = x - n pi/2
  V r = ((near - n * splat(1.5707963267341256)) - n * splat(6.077100506303966e-11)) - n * splat(2.0222662487959506e-21);
  // pi/4 with some slack: only exceeded where reduction has lost its digits.
  r = minimum(splat(0.79), maximum(splat(-0.79), r));
  const V z = r * r;
  // copy_sign keeps the sign of -0.
  const V sine = copy_sign(r + (r * z) * polynomial(z, kSinTail), r);
  const V cosine = splat(1.0) - (splat(0.5) * z - (z * z) * polynomial(z, kCosTail));
  const auto quadrant = rounded_integer(shifted) + splat_bits<double>(quarter_turns);
  const auto odd = (quadrant & splat_bits<double>(1)) != splat_bits<double>(0);
  const auto sign = (quadrant & splat_bits<double>(2)) << 62;
  const V y = from_bits<double>(bits_of(select(odd, cosine, sine)) ^ sign);
  // x - x is 0, but NaN for infinities and NaN.
  return select(x - x == splat(0.0), y, x - x);  // NOLINT(misc-redundant-expression)
}

}  // namespace sin_detail

template <LaneVector V>
ATTN_INLINE V sin(V x) {
  return narrow<V>(sin_detail::sin_turned<0>(widen(x)));
}

template <LaneVector V>
ATTN_INLINE V cos(V x) {
  return narrow<V>(sin_detail::sin_turned<1>(widen(x)));
}

template <std::floating_point T>
inline T sin(T x) {
  return sin(splat(x))[0];
}

template <std::floating_point T>
inline T cos(T x) {
  return cos(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SIN_H_
