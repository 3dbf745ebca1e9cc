// Layer normalisation (Ba, Kiros & Hinton 2016) and RMS normalisation (Zhang &
// Sennrich 2019) of one row; eps stands inside the square root.
// In place (y == x) is allowed; gamma and beta may be null (1 and 0).
#ifndef CORE_KERNELS_NORM_H_
#define CORE_KERNELS_NORM_H_

#include <cstdint>

namespace attn::kernels {

template <class T>
struct LayerNormStats {
  T mean;
  T inverse_deviation;  // 1 / sqrt(variance + eps)
};

// y = ((x - mean) * inverse_deviation) * gamma + beta, variance over n.
template <class T>
LayerNormStats<T> layer_norm_row(const T* x, const T* gamma, const T* beta,
                                 T eps, T* y, int64_t n);

// y = (x * r) * gamma with r = 1 / sqrt(mean(x^2) + eps); returns r.
template <class T>
T rms_norm_row(const T* x, const T* gamma, T eps, T* y, int64_t n);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_NORM_H_
