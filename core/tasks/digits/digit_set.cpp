#include "core/tasks/digits/digit_set.h"

#include <numeric>
#include <string>
#include <utility>

#include "core/tensor/container.h"

namespace attn::digits {
namespace {

constexpr int32_t kHeldOutOneIn = 10;
constexpr int64_t kRowBytes = kPixels / 2;

}  // namespace

Status DigitSet::open(std::span<const uint8_t> bytes, DigitSet* out) {
  Container file;
  DigitSet made;
  std::vector<int32_t> counts;
  Status status = Container::open(bytes, &file);
  if (status.ok()) status = file.bytes("pixels", {-1, kRowBytes}, &made.packed_);
  if (status.ok()) status = file.integers("counts", {10}, &counts);
  if (!status.ok()) return status;
  const auto rows = static_cast<int64_t>(made.packed_.size()) / kRowBytes;
  int64_t sum = 0;
  for (const int32_t count : counts) {
    // At least one of each to learn from and one held out.
    if (count < kHeldOutOneIn || count > rows) {
      return {ErrorKind::kBadModel, "digits", std::to_string(count) + " digits of one name",
              std::to_string(kHeldOutOneIn) + " or more"};
    }
    sum += count;
  }
  if (sum != rows) {
    return {ErrorKind::kBadModel, "digits", std::to_string(rows) + " digits",
            std::to_string(sum) + ", as the counts say"};
  }
  for (size_t name = 0; name < counts.size(); ++name) {
    for (int32_t i = 0; i < counts[name]; ++i) {
      const auto row = static_cast<int32_t>(made.names_.size());
      (i % kHeldOutOneIn == kHeldOutOneIn - 1 ? made.held_out_ : made.training_).push_back(row);
      made.names_.push_back(static_cast<uint8_t>(name));
    }
  }
  *out = std::move(made);
  return {};
}

Digit DigitSet::digit(int64_t row) const {
  Digit digit;
  digit.name = names_[static_cast<size_t>(row)];
  for (int64_t i = 0; i < kPixels; ++i) {
    const uint8_t both = packed_[static_cast<size_t>(row * kRowBytes + i / 2)];
    digit.pixels[static_cast<size_t>(i)] = i % 2 == 0 ? both & 15U : static_cast<uint8_t>(both >> 4);
  }
  return digit;
}

}  // namespace attn::digits
