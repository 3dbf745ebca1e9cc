#include "core/attention/onnx_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/tensor/number_text.h"

namespace attn::onnx {
namespace {

constexpr uint32_t kInfinity = 0x7f800000U;  // exponent all ones; NaNs have more bits below
constexpr uint32_t kSign = 0x80000000U;

bool allowed(float value, Beside beside) {
  if (std::isfinite(value)) return true;
  return beside == Beside::kNan ? std::isnan(value)
                                : beside == Beside::kMinusInfinity && std::isinf(value) && value < 0;
}

// Is any number of a block not finite? Whole numbers without a branch, so that compilers make vectors of it.
bool any_special(const float* values, int64_t count) {
  uint32_t largest = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, std::bit_cast<uint32_t>(values[i]) & ~kSign);
  return largest >= kInfinity;
}

}  // namespace

int64_t find_odd(const float* values, int64_t count, Beside beside) {
  constexpr int64_t kBlock = 4096;  // 16 kB: looked at a second time while it is in the nearest cache
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    const int64_t end = std::min(begin + kBlock, count);
    if (!any_special(values + begin, end - begin)) continue;
    for (int64_t i = begin; i < end; ++i) {
      if (!allowed(values[i], beside)) return i;
    }
  }
  return -1;
}

Status check_values(std::string_view argument, const Input& input, Beside beside) {
  if (!input.given()) return {};
  const int64_t at = find_odd(input.data, count(input.sizes), beside);
  if (at < 0) return {};
  return invalid_input(std::string(argument), number_text(input.data[at]) + " at position " + std::to_string(at),
                       beside == Beside::kMinusInfinity ? "finite numbers and -inf" : "finite numbers");
}

Status overflow(std::string arguments) {
  return invalid_input(std::move(arguments), "numbers so large that their products overflow", "smaller numbers");
}

}  // namespace attn::onnx
