// Counter-based random numbers: Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").
// A number depends on (seed, stream, index) alone, never on who asked before: the same digits on every target, on any
// number of threads, and for any one cell by itself.
#ifndef CORE_TENSOR_RANDOM_H_
#define CORE_TENSOR_RANDOM_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace attn {

inline std::array<uint32_t, 4> philox(uint64_t seed, uint64_t stream, uint64_t block) {
  // Multipliers and Weyl constants of the paper, table 2.
  constexpr uint32_t kMul0 = 0xD2511F53, kMul1 = 0xCD9E8D57, kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  std::array<uint32_t, 4> c = {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32),
                               static_cast<uint32_t>(stream), static_cast<uint32_t>(stream >> 32)};
  uint32_t key0 = static_cast<uint32_t>(seed), key1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{kMul0} * c[0], p1 = uint64_t{kMul1} * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ key0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ key1, static_cast<uint32_t>(p0)};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return c;
}

// Uniform in [0, 1), a multiple of 2^-24: every value is exact in float.
inline float uniform(uint64_t seed, uint64_t stream, uint64_t index) {
  const uint32_t bits = philox(seed, stream, index / 4)[index % 4];
  return static_cast<float>(bits >> 8) * 0x1p-24F;
}

// A stream of its own for each name (FNV-1a, 64 bit), so adding a weight never changes another.
inline uint64_t stream_of(std::string_view name) {
  uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

}  // namespace attn

#endif  // CORE_TENSOR_RANDOM_H_
