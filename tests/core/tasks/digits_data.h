// Made-up digits: of each name ten, the i-th of digit d all of one grey, so that what became of it can be told.
#ifndef TESTS_CORE_TASKS_DIGITS_DATA_H_
#define TESTS_CORE_TASKS_DIGITS_DATA_H_

#include "core/tasks/digits/digit_set.h"
#include "tests/core/tasks/data_file.h"

namespace attn::test {

// Level of all pixels of the i-th digit called d.
inline uint8_t grey_of(int64_t d, int64_t i) { return static_cast<uint8_t>(1 + (d + i) % 15); }

inline std::vector<Array> small_digits() {
  std::vector<uint8_t> pixels;
  for (int64_t d = 0; d < 10; ++d) {
    for (int64_t i = 0; i < 10; ++i) {
      const auto both = static_cast<uint8_t>(grey_of(d, i) | grey_of(d, i) << 4);
      pixels.insert(pixels.end(), digits::kPixels / 2, both);
    }
  }
  return {bytes_of("pixels", pixels, {100, digits::kPixels / 2}), integers_of("counts", std::vector<int32_t>(10, 10))};
}

}  // namespace attn::test

#endif  // TESTS_CORE_TASKS_DIGITS_DATA_H_
