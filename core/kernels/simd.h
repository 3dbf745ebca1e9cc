// Four lanes of a scalar, the same IEEE operations on every target.
//
// The compiler's vector extension is used instead of SSE or WASM intrinsics, so
// one source gives one sequence of roundings natively (any -march) and in WASM
// SIMD. Nothing here may depend on the width of the machine's registers: four
// double lanes are simply two machine vectors on SSE2 and WASM.
//
// Build with -ffp-contract=off: a fused multiply-add would round once where
// WASM rounds twice.
#ifndef CORE_KERNELS_SIMD_H_
#define CORE_KERNELS_SIMD_H_

#include <concepts>
#include <cstdint>
#include <cstring>

// Four doubles are 32 bytes: wider than a register of the SSE2 baseline. All
// functions that pass them are inlined, so the calling convention compilers
// warn about is never used.
#pragma GCC diagnostic ignored "-Wpsabi"

#define ATTN_INLINE inline __attribute__((always_inline))

namespace attn::kernels {

inline constexpr int64_t kLanes = 4;

template <class T>
struct LaneTypes;

template <>
struct LaneTypes<float> {
  typedef float Value __attribute__((vector_size(16)));
  typedef int32_t Int __attribute__((vector_size(16)));
  typedef uint32_t Bits __attribute__((vector_size(16)));
  // Same vectors at any address: what loads and stores go through.
  typedef float Unaligned __attribute__((vector_size(16), aligned(4), may_alias));
};

template <>
struct LaneTypes<double> {
  typedef double Value __attribute__((vector_size(32)));
  typedef int64_t Int __attribute__((vector_size(32)));
  typedef uint64_t Bits __attribute__((vector_size(32)));
  typedef double Unaligned __attribute__((vector_size(32), aligned(8), may_alias));
};

template <class T>
using Lanes = typename LaneTypes<T>::Value;
// Result of a comparison: all ones where true.
template <class T>
using LaneMask = typename LaneTypes<T>::Int;
template <class T>
using LaneBits = typename LaneTypes<T>::Bits;

template <class V>
struct ScalarOfLanes;
template <>
struct ScalarOfLanes<Lanes<float>> {
  using Type = float;
};
template <>
struct ScalarOfLanes<Lanes<double>> {
  using Type = double;
};

// A four-lane vector of float or double.
template <class V>
concept LaneVector = requires { typename ScalarOfLanes<V>::Type; };

template <LaneVector V>
using ScalarOf = typename ScalarOfLanes<V>::Type;

template <class T>
ATTN_INLINE Lanes<T> splat(T x) {
  return Lanes<T>{x, x, x, x};
}

template <class T>
ATTN_INLINE Lanes<T> load(const T* p) {
  return *reinterpret_cast<const typename LaneTypes<T>::Unaligned*>(p);
}

template <class T>
ATTN_INLINE void store(T* p, Lanes<T> v) {
  *reinterpret_cast<typename LaneTypes<T>::Unaligned*>(p) = v;
}

// The first `count` (0 to 3) elements; the other lanes hold `fill`.
template <class T>
ATTN_INLINE Lanes<T> load_partial(const T* p, int64_t count, T fill) {
  Lanes<T> v = splat(fill);
  if (count > 0) v[0] = p[0];
  if (count > 1) v[1] = p[1];
  if (count > 2) v[2] = p[2];
  return v;
}

template <class T>
ATTN_INLINE void store_partial(T* p, Lanes<T> v, int64_t count) {
  if (count > 0) p[0] = v[0];
  if (count > 1) p[1] = v[1];
  if (count > 2) p[2] = v[2];
}

template <LaneVector V>
ATTN_INLINE LaneBits<ScalarOf<V>> bits_of(V v) {
  return (LaneBits<ScalarOf<V>>)v;
}

template <class T>
ATTN_INLINE Lanes<T> from_bits(LaneBits<T> b) {
  return (Lanes<T>)b;
}

// mask ? a : b, per lane.
template <LaneVector V>
ATTN_INLINE V select(LaneMask<ScalarOf<V>> mask, V a, V b) {
  return mask ? a : b;
}

// min and max are defined as one comparison and one choice, so that NaN and
// signed zero do the same everywhere: the *second* argument is returned when
// either is NaN or both are zeros. `maximum(bound, x)` therefore keeps a NaN
// in x.
template <LaneVector V>
ATTN_INLINE V minimum(V a, V b) {
  return a < b ? a : b;
}
template <LaneVector V>
ATTN_INLINE V maximum(V a, V b) {
  return a > b ? a : b;
}
template <std::floating_point T>
ATTN_INLINE T minimum(T a, T b) {
  return a < b ? a : b;
}
template <std::floating_point T>
ATTN_INLINE T maximum(T a, T b) {
  return a > b ? a : b;
}

template <LaneVector V>
ATTN_INLINE V absolute(V v) {
  using T = ScalarOf<V>;
  return from_bits<T>(bits_of(v) & ~bits_of(splat(T(-0.0))));
}

// Magnitude of `v`, sign of `sign`.
template <LaneVector V>
ATTN_INLINE V copy_sign(V v, V sign) {
  using T = ScalarOf<V>;
  const LaneBits<T> sign_bit = bits_of(splat(T(-0.0)));
  return from_bits<T>((bits_of(v) & ~sign_bit) | (bits_of(sign) & sign_bit));
}

// (l0 + l2) + (l1 + l3): the order two halving shuffles give.
template <LaneVector V>
ATTN_INLINE ScalarOf<V> horizontal_sum(V v) {
  return (v[0] + v[2]) + (v[1] + v[3]);
}

template <LaneVector V>
ATTN_INLINE ScalarOf<V> horizontal_max(V v) {
  return maximum(maximum(v[0], v[2]), maximum(v[1], v[3]));
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SIMD_H_
