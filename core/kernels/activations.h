// Activation functions on lanes and on scalars, with the same digits.
#ifndef CORE_KERNELS_ACTIVATIONS_H_
#define CORE_KERNELS_ACTIVATIONS_H_

#include <limits>

#include "core/kernels/erf.h"
#include "core/kernels/log.h"
#include "core/kernels/tanh.h"

namespace attn::kernels {

// max(x, 0); a NaN stays.
template <LaneVector V>
ATTN_INLINE V relu(V x) {
  return maximum(splat(ScalarOf<V>(0)), x);
}

// x * sigmoid(x).
template <LaneVector V>
ATTN_INLINE V silu(V x) {
  return x * sigmoid(x);
}

// x for x > 0, e^x - 1 below. As 2t / (1 - t) with t = tanh(x / 2), which unlike
// the difference keeps its digits near 0.
template <LaneVector V>
ATTN_INLINE V elu(V x) {
  using T = ScalarOf<V>;
  const V t = tanh(x * splat(T(0.5)));
  return select(x > splat(T(0)), x, (t + t) / (splat(T(1)) - t));
}

// elu(x) + 1: x + 1 for x > 0, e^x below; never negative. Katharopoulos et al. 2020.
template <LaneVector V>
ATTN_INLINE V elu_plus_one(V x) {
  using T = ScalarOf<V>;
  return select(x > splat(T(0)), x + splat(T(1)), exp(x));
}

// log(1 + e) for e in [0, 1]. What rounding 1 + e loses is given back by the quotient (Higham 2002, problem 1.5).
template <LaneVector V>
ATTN_INLINE V log_one_plus(V e) {
  using T = ScalarOf<V>;
  const V one = splat(T(1)), sum = one + e;
  return select(sum == one, e, log(sum) * (e / (sum - one)));
}

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|), which never overflows.
template <LaneVector V>
ATTN_INLINE V softplus(V x) {
  return maximum(splat(ScalarOf<V>(0)), x) + log_one_plus(exp(-absolute(x)));
}

// log(sigmoid(x)) = min(x, 0) - log(1 + e^-|x|): finite where the sigmoid itself is already 0.
template <LaneVector V>
ATTN_INLINE V log_sigmoid(V x) {
  return minimum(splat(ScalarOf<V>(0)), x) - log_one_plus(exp(-absolute(x)));
}

// x Phi(x) = x/2 (1 + erf(x / sqrt 2)). Hendrycks & Gimpel 2016.
template <LaneVector V>
ATTN_INLINE V gelu(V x) {
  using T = ScalarOf<V>;
  constexpr T kSqrtHalf = T(0.70710678118654752);
  return (splat(T(0.5)) * x) * (splat(T(1)) + erf(x * splat(kSqrtHalf)));
}

// Their approximation: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
template <LaneVector V>
ATTN_INLINE V gelu_tanh(V x) {
  using T = ScalarOf<V>;
  constexpr T kSqrtTwoOverPi = T(0.79788456080286536);
  const V cubed = splat(T(0.044715)) * ((x * x) * x);
  return (splat(T(0.5)) * x) * (splat(T(1)) + tanh(splat(kSqrtTwoOverPi) * (x + cubed)));
}

// x for x > 0, x / 100 below. Maas, Hannun & Ng 2013.
template <LaneVector V>
ATTN_INLINE V leaky_relu(V x) {
  using T = ScalarOf<V>;
  return select(x > splat(T(0)), x, x * splat(T(0.01)));
}

// The largest whole number that is not above x.
template <LaneVector V>
ATTN_INLINE V floor(V x) {
  using T = ScalarOf<V>;
  // From 2^23 (2^52) on there are whole numbers only; adding it rounds away what is behind the point.
  const V whole = splat(T(1) / std::numeric_limits<T>::epsilon());
  const V magnitude = absolute(x);
  const V rounded = copy_sign((magnitude + whole) - whole, x);
  const V below = rounded - select(rounded > x, splat(T(1)), splat(T(0)));
  return select(magnitude < whole, below, x);
}

// 1 where x > 0, else 0.
template <LaneVector V>
ATTN_INLINE V positive(V x) {
  using T = ScalarOf<V>;
  return select(x > splat(T(0)), splat(T(1)), splat(T(0)));
}

// 1 / x; 0 for numbers too small to have a finite one, so that shares of nothing are nothing.
template <LaneVector V>
ATTN_INLINE V reciprocal(V x) {
  using T = ScalarOf<V>;
  return select(absolute(x) < splat(std::numeric_limits<T>::min()), splat(T(0)), splat(T(1)) / x);
}

template <std::floating_point T>
inline T relu(T x) {
  return relu(splat(x))[0];
}
template <std::floating_point T>
inline T silu(T x) {
  return silu(splat(x))[0];
}
template <std::floating_point T>
inline T elu(T x) {
  return elu(splat(x))[0];
}
template <std::floating_point T>
inline T elu_plus_one(T x) {
  return elu_plus_one(splat(x))[0];
}
template <std::floating_point T>
inline T softplus(T x) {
  return softplus(splat(x))[0];
}
template <std::floating_point T>
inline T log_sigmoid(T x) {
  return log_sigmoid(splat(x))[0];
}
template <std::floating_point T>
inline T positive(T x) {
  return positive(splat(x))[0];
}
template <std::floating_point T>
inline T gelu(T x) {
  return gelu(splat(x))[0];
}
template <std::floating_point T>
inline T gelu_tanh(T x) {
  return gelu_tanh(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_ACTIVATIONS_H_
