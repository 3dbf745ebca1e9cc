// Softmax and log-softmax of one row, the maximum subtracted first.
//
// Masked entries arrive as -inf and leave as exactly 0 (-inf in the logarithm).
// Appending masked entries to a row changes no bit of the others (reduce.h).
// In place (y == x) is allowed.
#ifndef CORE_KERNELS_SOFTMAX_H_
#define CORE_KERNELS_SOFTMAX_H_

#include <cstdint>

#include "core/kernels/masked_row.h"

namespace attn::kernels {

// What the row was normalised by: y = exp(x - max) / sum. A fully masked row
// reports max = -inf, sum = 0.
template <class T>
struct SoftmaxStats {
  T max;
  T sum;
};

// y[j] = exp(x[j] - max) / sum.
template <class T>
SoftmaxStats<T> softmax_row(const T* x, T* y, int64_t n,
                            MaskedRow policy = MaskedRow::kZero);

// y[j] = (x[j] - max) - log(sum). A fully masked row gives the logarithm of
// what softmax_row gives: -inf, NaN or -log(n).
template <class T>
SoftmaxStats<T> log_softmax_row(const T* x, T* y, int64_t n,
                                MaskedRow policy = MaskedRow::kZero);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SOFTMAX_H_
