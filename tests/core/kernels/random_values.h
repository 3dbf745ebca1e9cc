// Reproducible test data, the same on every target.
#ifndef TESTS_CORE_KERNELS_RANDOM_VALUES_H_
#define TESTS_CORE_KERNELS_RANDOM_VALUES_H_

#include <cstdint>
#include <vector>

namespace attn::kernels {

// A linear congruential generator (Numerical Recipes); only its high bits are
// used, and only sums and products of small integers, so no rounding differs.
class RandomValues {
 public:
  explicit RandomValues(uint32_t seed = 1) : state_(seed) {}

  uint32_t bits() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }

  // In [-1, 1), a multiple of 2^-23.
  template <class T>
  T value() {
    return static_cast<T>(static_cast<int32_t>(bits()) - (1 << 23)) / static_cast<T>(1 << 23);
  }

  template <class T>
  std::vector<T> vector(int64_t n, T scale = T(1)) {
    std::vector<T> v(n);
    for (T& x : v) x = value<T>() * scale;
    return v;
  }

 private:
  uint32_t state_;
};

}  // namespace attn::kernels

#endif  // TESTS_CORE_KERNELS_RANDOM_VALUES_H_
