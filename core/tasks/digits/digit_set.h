// Handwritten digits of 14 x 14 pixels: the data of digits_caption and digit_completion. The layout is stated in
// scripts/data/digits.mjs, which writes it.
#ifndef CORE_TASKS_DIGITS_DIGIT_SET_H_
#define CORE_TASKS_DIGITS_DIGIT_SET_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/status.h"

namespace attn::digits {

inline constexpr int64_t kSide = 14, kPixels = kSide * kSide;
inline constexpr int64_t kLevels = 16;  // of grey; the last is white ink

struct Digit {
  int64_t name = 0;                       // 0 to 9
  std::array<uint8_t, kPixels> pixels{};  // levels, row by row
};

class DigitSet {
 public:
  static Status open(std::span<const uint8_t> bytes, DigitSet* out);

  // One in ten of each name is held out.
  int64_t training() const { return static_cast<int64_t>(training_.size()); }
  int64_t held_out() const { return static_cast<int64_t>(held_out_.size()); }
  Digit training_digit(int64_t i) const { return digit(training_[static_cast<size_t>(i)]); }
  Digit held_out_digit(int64_t i) const { return digit(held_out_[static_cast<size_t>(i)]); }

 private:
  Digit digit(int64_t row) const;

  std::vector<uint8_t> packed_;
  std::vector<uint8_t> names_;
  std::vector<int32_t> training_, held_out_;  // rows
};

}  // namespace attn::digits

#endif  // CORE_TASKS_DIGITS_DIGIT_SET_H_
