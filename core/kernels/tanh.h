// tanh and the logistic function, both from e to the minus something, so that
// nothing overflows and both tails saturate smoothly.
#ifndef CORE_KERNELS_TANH_H_
#define CORE_KERNELS_TANH_H_

#include "core/kernels/exp.h"

namespace attn::kernels {

namespace tanh_detail {

// (tanh(x)/x - 1) / x^2 for |x| < 0.625: fit_polynomials.py.
template <class T>
struct Constants;

template <>
struct Constants<float> {  // relative error 4e-9
  static constexpr float kTail[] = {-0.333332837f, 0.133314908f, -0.0537434183f, 0.0206503794f, -0.00571685657f};
};

template <>
struct Constants<double> {  // relative error 4e-19
  static constexpr double kTail[] = {-0.33333333333333315,   0.13333333333329891,    -0.053968253966135513,
                                     0.021869488470676195,   -0.0088632343417767902, 0.0035921142734944484,
                                     -0.0014557276287174511, 0.00058945866653260445, -0.00023703023143407289,
                                     9.1589978862764736e-05, -3.021813181508198e-05, 6.0557018496088309e-06};
};

// Where 1 - 2 / (e^2x + 1) starts to lose no more than a bit.
inline constexpr double kSmall = 0.625;

}  // namespace tanh_detail

template <LaneVector V>
ATTN_INLINE V tanh(V x) {
  using T = ScalarOf<V>;
  const V magnitude = absolute(x);
  const V one = splat(T(1));
  // x + x^3 tail(x^2) near 0
  const V square = x * x;
  const V small = x + (x * square) * polynomial(square, tanh_detail::Constants<T>::kTail);
  // 1 - 2 / (e^(2|x|) + 1) elsewhere
  const V large = one - splat(T(2)) / (exp(magnitude + magnitude) + one);
  // copy_sign also keeps the sign of -0.
  return copy_sign(select(magnitude < splat(T(tanh_detail::kSmall)), small, large), x);
}

// 1 / (1 + e^-x) for x >= 0, e^x / (1 + e^x) below.
template <LaneVector V>
ATTN_INLINE V sigmoid(V x) {
  using T = ScalarOf<V>;
  const V one = splat(T(1));
  const V e = exp(-absolute(x));
  return select(x < splat(T(0)), e, one) / (one + e);
}

template <std::floating_point T>
inline T tanh(T x) {
  return tanh(splat(x))[0];
}

template <std::floating_point T>
inline T sigmoid(T x) {
  return sigmoid(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_TANH_H_
