// Softmax and log-softmax of one row, the maximum subtracted first.
//
// Masked entries arrive as -inf and leave as exactly 0 (-inf in the logarithm).
// Appending masked entries to a row changes no bit of the others (reduce.h).
// In place (y == x) is allowed.
#ifndef CORE_KERNELS_SOFTMAX_H_
#define CORE_KERNELS_SOFTMAX_H_

#include <cstdint>

#include "core/kernels/exp.h"
#include "core/kernels/log.h"
#include "core/kernels/masked_row.h"
#include "core/kernels/reduce.h"

namespace attn::kernels {

// What the row was normalised by: y = exp(x - max) / sum. A fully masked row
// reports max = -inf, sum = 0.
template <class T>
struct SoftmaxStats {
  T max;
  T sum;
};

// What is subtracted before exp. A row of -inf subtracts 0: -inf - -inf would
// be NaN, and only a NaN in the row should give one.
template <class T>
ATTN_INLINE T softmax_shift(T max) {
  return max == -kInfinity<T> ? T(0) : max;
}

template <class T>
ATTN_INLINE bool is_fully_masked(const SoftmaxStats<T>& stats) {
  return stats.max == -kInfinity<T> && stats.sum == T(0);
}

// The weight of every entry of a fully masked row.
template <class T>
inline T masked_row_weight(MaskedRow policy, int64_t n) {
  switch (policy) {
    case MaskedRow::kZero:
      return T(0);
    case MaskedRow::kUniform:
      return T(1) / static_cast<T>(n);
    case MaskedRow::kNan:
      break;
  }
  return std::numeric_limits<T>::quiet_NaN();
}

// y[j] = exp(x[j] - max) / sum.
template <class T>
inline SoftmaxStats<T> softmax_row(const T* x, T* y, int64_t n, MaskedRow policy = MaskedRow::kZero) {
  SoftmaxStats<T> stats;
  stats.max = max_value(x, n);
  const Lanes<T> shift = splat(softmax_shift(stats.max));
  stats.sum = sum_terms<T>(n, [x, y, shift](int64_t j, int64_t count) {
    // e = exp(x - max)
    const Lanes<T> e = exp_weight(load_up_to(x + j, count, -kInfinity<T>) - shift);
    store_up_to(y + j, e, count);
    return e;
  });
  if (is_fully_masked(stats)) {
    const T weight = masked_row_weight<T>(policy, n);
    for (int64_t j = 0; j < n; ++j) y[j] = weight;
    return stats;
  }
  // y = e / sum
  int64_t j = 0;
  for (; j + kLanes <= n; j += kLanes) store(y + j, load(y + j) / splat(stats.sum));
  for (; j < n; ++j) y[j] = y[j] / stats.sum;
  return stats;
}

// y[j] = (x[j] - max) - log(sum). A fully masked row gives the logarithm of
// what softmax_row gives: -inf, NaN or -log(n).
template <class T>
inline SoftmaxStats<T> log_softmax_row(const T* x, T* y, int64_t n, MaskedRow policy = MaskedRow::kZero) {
  SoftmaxStats<T> stats;
  stats.max = max_value(x, n);
  const T shift = softmax_shift(stats.max);
  stats.sum = sum_terms<T>(n, [x, shift](int64_t j, int64_t count) {
    return exp_weight(load_up_to(x + j, count, -kInfinity<T>) - splat(shift));
  });
  if (is_fully_masked(stats)) {
    const T value = log(masked_row_weight<T>(policy, n));
    for (int64_t j = 0; j < n; ++j) y[j] = value;
    return stats;
  }
  const T log_sum = log(stats.sum);
  int64_t j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    store(y + j, (load(x + j) - splat(shift)) - splat(log_sum));
  }
  for (; j < n; ++j) y[j] = (x[j] - shift) - log_sum;
  return stats;
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SOFTMAX_H_
