// Functions applied to every element of an array, four lanes at a time.
//
// The last one to three elements are padded to a full vector, so an element's
// digits depend neither on its place nor on the length. In place is allowed.
#ifndef CORE_KERNELS_ELEMENTWISE_H_
#define CORE_KERNELS_ELEMENTWISE_H_

#include <cstdint>

#include "core/kernels/math.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

// y[j] = op(x[j]); op takes and returns Lanes<T>.
template <class T, class Op>
void map(const T* x, T* y, int64_t n, Op op);

// y[j] = op(a[j], b[j]). Either input may be y.
template <class T, class Op>
void zip(const T* a, const T* b, T* y, int64_t n, Op op);

// Activations on lanes and on scalars (same digits):
//   relu(x)       max(x, 0), NaN kept
//   silu(x)       x * sigmoid(x)
//   elu(x)        x > 0 ? x : exp(x) - 1   (accurate near 0)
//   gelu(x)       0.5 x (1 + erf(x / sqrt 2))          Hendrycks & Gimpel 2016
//   gelu_tanh(x)  0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))   same paper
template <LaneVector V> V relu(V x);
template <LaneVector V> V silu(V x);
template <LaneVector V> V elu(V x);
template <LaneVector V> V gelu(V x);
template <LaneVector V> V gelu_tanh(V x);
template <std::floating_point T> T relu(T x);
template <std::floating_point T> T silu(T x);
template <std::floating_point T> T elu(T x);
template <std::floating_point T> T gelu(T x);
template <std::floating_point T> T gelu_tanh(T x);

enum class Unary {
  kExp, kLog, kTanh, kSigmoid, kErf, kSin, kCos, kSquareRoot,
  kRelu, kSilu, kElu, kGelu, kGeluTanh,
};

// y[j] = function(x[j]).
template <class T>
void apply(Unary function, const T* x, T* y, int64_t n);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_ELEMENTWISE_H_
