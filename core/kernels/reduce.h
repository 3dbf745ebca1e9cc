// Sums and maxima of a row in one fixed order.
//
// Element j always goes into accumulator j mod 16, and the sixteen are joined
// as horizontal_sum((v0 + v1) + (v2 + v3)). The order does not depend on the
// length of the row, so appending zeros (masked weights) changes no bit: a row
// over a cache of t keys equals the same row padded to n keys.
#ifndef CORE_KERNELS_REDUCE_H_
#define CORE_KERNELS_REDUCE_H_

#include <cstdint>

#include "core/kernels/float_format.h"
#include "core/kernels/simd.h"

namespace attn::kernels {

// Joins n elements: combine(accumulator, term(j, count)) where the term covers
// elements j to j + count; lanes from `count` on must be neutral.
template <class T, class Term, class Combine>
ATTN_INLINE void accumulate(int64_t n, Lanes<T> (&v)[4], Term term, Combine combine) {
  int64_t j = 0;
  for (; j + 16 <= n; j += 16) {
    v[0] = combine(v[0], term(j, kLanes));
    v[1] = combine(v[1], term(j + 4, kLanes));
    v[2] = combine(v[2], term(j + 8, kLanes));
    v[3] = combine(v[3], term(j + 12, kLanes));
  }
  for (int i = 0; j < n; ++i, j += 4) {
    v[i] = combine(v[i], term(j, n - j < kLanes ? n - j : kLanes));
  }
}

// term(j, count) gives lanes j to j + count, and 0 beyond. It is called once
// for each four elements, in ascending order.
template <class T, class Term>
ATTN_INLINE T sum_terms(int64_t n, Term term) {
  Lanes<T> v[4] = {splat(T(0)), splat(T(0)), splat(T(0)), splat(T(0))};
  accumulate<T>(n, v, term, [](Lanes<T> a, Lanes<T> b) { return a + b; });
  return horizontal_sum((v[0] + v[1]) + (v[2] + v[3]));
}

template <class T>
ATTN_INLINE Lanes<T> load_up_to(const T* p, int64_t count, T fill) {
  return count >= kLanes ? load(p) : load_partial(p, count, fill);
}

template <class T>
ATTN_INLINE void store_up_to(T* p, Lanes<T> v, int64_t count) {
  if (count >= kLanes) {
    store(p, v);
  } else {
    store_partial(p, v, count);
  }
}

// Sum of x[0, n); 0 when n is 0.
template <class T>
inline T sum(const T* x, int64_t n) {
  return sum_terms<T>(n, [x](int64_t j, int64_t count) { return load_up_to(x + j, count, T(0)); });
}

// Sum of x[j] * y[j], products rounded before they are added. (A GEMM adds in
// ascending order instead: use it where the two must agree.)
template <class T>
inline T dot(const T* x, const T* y, int64_t n) {
  return sum_terms<T>(
      n, [x, y](int64_t j, int64_t count) { return load_up_to(x + j, count, T(0)) * load_up_to(y + j, count, T(0)); });
}

// Sum of (x[j] - shift)^2.
template <class T>
inline T sum_squares(const T* x, int64_t n, T shift = T(0)) {
  return sum_terms<T>(n, [x, shift](int64_t j, int64_t count) {
    const Lanes<T> d = load_up_to(x + j, count, shift) - splat(shift);
    return d * d;
  });
}

// Largest element, ignoring NaN; -inf when n is 0.
template <class T>
inline T max_value(const T* x, int64_t n) {
  const Lanes<T> lowest = splat(-kInfinity<T>);
  Lanes<T> v[4] = {lowest, lowest, lowest, lowest};
  accumulate<T>(
      n, v, [x](int64_t j, int64_t count) { return load_up_to(x + j, count, -kInfinity<T>); },
      [](Lanes<T> a, Lanes<T> b) { return maximum(b, a); });
  return horizontal_max(maximum(maximum(v[0], v[1]), maximum(v[2], v[3])));
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_REDUCE_H_
