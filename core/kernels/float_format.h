// The layout of IEEE floats, as exp, log, sin and cos use it.
#ifndef CORE_KERNELS_FLOAT_FORMAT_H_
#define CORE_KERNELS_FLOAT_FORMAT_H_

#include <limits>

#include "core/kernels/simd.h"

namespace attn::kernels {

template <class T>
struct FloatFormat;

template <>
struct FloatFormat<float> {
  using Word = uint32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr Word kExponentBias = 127;
  // 1.5 * 2^23. Adding it leaves no room for fraction bits, so the sum is
  // rounded to an integer, which then stands in the low bits. (Conversions to
  // integer types differ between targets out of range; this does not.)
  static constexpr float kRoundToInteger = 12582912.0f;
};

template <>
struct FloatFormat<double> {
  using Word = uint64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr Word kExponentBias = 1023;
  static constexpr double kRoundToInteger = 6755399441055744.0;  // 1.5 * 2^52
};

template <class T>
inline constexpr T kInfinity = std::numeric_limits<T>::infinity();

// An integer vector with all lanes equal.
template <class T>
ATTN_INLINE LaneBits<T> splat_bits(typename FloatFormat<T>::Word w) {
  return LaneBits<T>{w, w, w, w};
}

// The integers in the low bits of `shifted` = x + kRoundToInteger, as two's
// complement.
template <LaneVector V>
ATTN_INLINE LaneBits<ScalarOf<V>> rounded_integer(V shifted) {
  using T = ScalarOf<V>;
  return bits_of(shifted) - bits_of(splat(FloatFormat<T>::kRoundToInteger));
}

// The reverse: small two's complement integers as floats, exactly.
template <class T>
ATTN_INLINE Lanes<T> integer_to_float(LaneBits<T> integer) {
  const Lanes<T> magic = splat(FloatFormat<T>::kRoundToInteger);
  return from_bits<T>(bits_of(magic) + integer) - magic;
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_FLOAT_FORMAT_H_
