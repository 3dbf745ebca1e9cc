#include "core/tensor/number_text.h"

#include <cmath>
#include <string_view>

#include "rapidjson/internal/dtoa.h"

namespace attn {

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[32];  // at most 25 characters
  const std::string_view digits(text, static_cast<size_t>(rapidjson::internal::dtoa(value, text) - text));
  // Whole numbers come as "64.0".
  return std::string(digits.ends_with(".0") ? digits.substr(0, digits.size() - 2) : digits);
}

}  // namespace attn
