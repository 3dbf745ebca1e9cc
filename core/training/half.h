// IEEE half precision, for files.
#ifndef CORE_TRAINING_HALF_H_
#define CORE_TRAINING_HALF_H_

#include <bit>
#include <cstdint>

namespace attn {

inline float float_of_half(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16, exponent = half >> 10 & 0x1FU,
                 rest = half & 0x3FFU;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | rest << 13);
  if (exponent > 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | rest << 13);
  const float small = static_cast<float>(rest) * 0x1p-24F;  // subnormal
  return sign ? -small : small;
}

// Rounded to nearest, ties to even; too large becomes infinite.
inline uint16_t half_of_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value), sign = bits >> 16 & 0x8000U, magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<uint16_t>(sign | 0x7E00U);   // NaN
  if (magnitude >= 0x477FF000U) return static_cast<uint16_t>(sign | 0x7C00U);  // rounds beyond 65504
  if (magnitude < 0x38800000U) {  // below 2^-14: adding 0.5 leaves the multiple of 2^-24 in the last bits, rounded
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3F000000U));
  }
  const uint32_t rounded = magnitude - 0x38000000U + 0xFFFU + (magnitude >> 13 & 1U);
  return static_cast<uint16_t>(sign | rounded >> 13);
}

}  // namespace attn

#endif  // CORE_TRAINING_HALF_H_
