// The error function: an odd polynomial up to |x| = 1, one minus a fitted
// complementary error function beyond.
#ifndef CORE_KERNELS_ERF_H_
#define CORE_KERNELS_ERF_H_

#include "core/kernels/exp.h"

namespace attn::kernels {

namespace erf_detail {

// Coefficients: fit_polynomials.py.
template <class T>
struct Constants;

template <>
struct Constants<float> {
  // erf(x)/x in x^2 for |x| < 1, relative error 1e-9
  static constexpr float kSmall[] = {1.12837911f,   -0.37612626f,     0.112836003f,   -0.0268544387f,
                                     0.0051895231f, -0.000802073628f, 7.88878388e-05f};
  // log(erfc(x)) for 1 <= x <= 4, absolute error of erfc 2e-11
  static constexpr float kLogErfc[] = {0.00018798477f, -1.12957823f,    -0.633220375f,   -0.108418114f,
                                       0.0252079852f,  -0.00420446973f, 0.000441319484f, -2.16855733e-05f};
  // 1 - erf(4) = 1.5e-8 is under half an ulp of 1.
  static constexpr float kSaturated = 4.0f;
};

template <>
struct Constants<double> {
  // relative error 1e-19
  static constexpr double kSmall[] = {1.1283791670955126,      -0.37612638903183748,    0.11283791670954885,
                                      -0.026866170645077837,   0.0052239776248280689,   -0.00085483269814058335,
                                      0.00012055331132271881,  -1.4925595756509247e-05, 1.6461008237608534e-06,
                                      -1.6350393785531999e-07, 1.4660313005171522e-08,  -1.1374897399757107e-09,
                                      5.9605904499936151e-11};
  // e^(x^2) erfc(x) (1 + 2x) in t = (x - 2) / (x + 2) for 1 <= x <= 6.5
  static constexpr double kScaledErfc[] = {1.2769783815525286,      -0.092763826585746015,   -0.1660303976152894,
                                           0.1640512800334443,      -0.054220000992032058,   -0.0080340150825535753,
                                           0.0087226538754110617,   0.0012713389693660767,   -0.0014568139376724114,
                                           -0.00045434087360623425, 0.00020636703142632777,  0.0001510391882085779,
                                           -1.5080948021458919e-06, -3.6416792119642392e-05, -1.349194503753462e-05,
                                           3.6453408423398298e-06,  5.0782381091694261e-06,  1.5974261705096519e-06};
  // 1 - erf(6) = 2e-17 is under half an ulp of 1.
  static constexpr double kSaturated = 6.0;
};

// erfc(x) for 1 <= x <= kSaturated.
ATTN_INLINE Lanes<float> erfc_large(Lanes<float> x) { return exp(polynomial(x, Constants<float>::kLogErfc)); }
ATTN_INLINE Lanes<double> erfc_large(Lanes<double> x) {
  const Lanes<double> t = (x - splat(2.0)) / (x + splat(2.0));
  return exp(-(x * x)) * polynomial(t, Constants<double>::kScaledErfc) / (splat(1.0) + (x + x));
}

}  // namespace erf_detail

template <LaneVector V>
ATTN_INLINE V erf(V x) {
  using T = ScalarOf<V>;
  using K = erf_detail::Constants<T>;
  const V magnitude = absolute(x);
  const V small = x * polynomial(x * x, K::kSmall);
  const V clamped = minimum(splat(K::kSaturated), magnitude);  // keeps NaN
  const V large = splat(T(1)) - erf_detail::erfc_large(clamped);
  return select(magnitude < splat(T(1)), small, copy_sign(large, x));
}

template <std::floating_point T>
inline T erf(T x) {
  return erf(splat(x))[0];
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_ERF_H_
