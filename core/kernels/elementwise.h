// Functions applied to every element of an array, four lanes at a time.
//
// The last one to three elements are padded to a full vector, so an element's
// digits depend neither on its place nor on the length. In place is allowed.
#ifndef CORE_KERNELS_ELEMENTWISE_H_
#define CORE_KERNELS_ELEMENTWISE_H_

#include <cstdint>

#include "core/kernels/activations.h"
#include "core/kernels/math.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

// y[j] = op(x[j]); op takes and returns Lanes<T>.
template <class T, class Op>
inline void map(const T* x, T* y, int64_t n, Op op) {
  // One copy of `op` for whole and partial vectors: it may be a long polynomial, and the program is downloaded.
  for (int64_t j = 0; j < n; j += kLanes) {
    const bool whole = n - j >= kLanes;
    const Lanes<T> result = op(whole ? load(x + j) : load_partial(x + j, n - j, T(0)));
    if (whole) {
      store(y + j, result);
    } else {
      store_partial(y + j, result, n - j);
    }
  }
}

// y[j] = op(a[j], b[j]). Either input may be y.
template <class T, class Op>
inline void zip(const T* a, const T* b, T* y, int64_t n, Op op) {
  int64_t j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    store(y + j, op(load(a + j), load(b + j)));
  }
  if (j < n) {
    const Lanes<T> last = op(load_partial(a + j, n - j, T(0)), load_partial(b + j, n - j, T(0)));
    store_partial(y + j, last, n - j);
  }
}

enum class Unary {
  kExp,
  kLog,
  kTanh,
  kSigmoid,
  kErf,
  kSin,
  kCos,
  kSquareRoot,
  kRelu,
  kSilu,
  kElu,
  kGelu,
  kGeluTanh,
  kEluPlusOne,
  kSoftplus,
  kLogSigmoid,
  // From here on exact, or rounded once.
  kFloor,
  kPositive,
  kAbsolute,
  kLeakyRelu,
  kReciprocal,
};

// y[j] = function(x[j]). T is float or double.
template <class T>
void apply(Unary function, const T* x, T* y, int64_t n);

extern template void apply<float>(Unary, const float*, float*, int64_t);
extern template void apply<double>(Unary, const double*, double*, int64_t);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_ELEMENTWISE_H_
