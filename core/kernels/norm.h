// Layer normalisation (Ba, Kiros & Hinton 2016) and RMS normalisation (Zhang &
// Sennrich 2019) of one row; eps stands inside the square root.
// In place (y == x) is allowed; gamma and beta may be null (1 and 0).
#ifndef CORE_KERNELS_NORM_H_
#define CORE_KERNELS_NORM_H_

#include <cstdint>

#include "core/kernels/pow.h"
#include "core/kernels/reduce.h"

namespace attn::kernels {

template <class T>
struct LayerNormStats {
  T mean;
  T inverse_deviation;  // 1 / sqrt(variance + eps)
};

// y = ((x - mean) * inverse_deviation) * gamma + beta, variance over n.
template <class T>
inline LayerNormStats<T> layer_norm_row(const T* x, const T* gamma, const T* beta, T eps, T* y, int64_t n) {
  LayerNormStats<T> stats;
  stats.mean = sum(x, n) / static_cast<T>(n);
  const T variance = sum_squares(x, n, stats.mean) / static_cast<T>(n);
  stats.inverse_deviation = T(1) / square_root(variance + eps);
  for (int64_t j = 0; j < n; ++j) {
    T value = (x[j] - stats.mean) * stats.inverse_deviation;
    if (gamma != nullptr) value = value * gamma[j];
    if (beta != nullptr) value = value + beta[j];
    y[j] = value;
  }
  return stats;
}

// y = (x * r) * gamma with r = 1 / sqrt(mean(x^2) + eps); returns r.
template <class T>
inline T rms_norm_row(const T* x, const T* gamma, T eps, T* y, int64_t n) {
  const T r = T(1) / square_root(sum_squares(x, n) / static_cast<T>(n) + eps);
  for (int64_t j = 0; j < n; ++j) {
    T value = x[j] * r;
    if (gamma != nullptr) value = value * gamma[j];
    y[j] = value;
  }
  return r;
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_NORM_H_
