// Which numbers the numeric calls take and give: finite ones, as a recorded run does, and few besides.
#ifndef CORE_ATTENTION_ONNX_VALUES_H_
#define CORE_ATTENTION_ONNX_VALUES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/attention/onnx_shapes.h"

namespace attn::onnx {

// What has a meaning beside finite numbers: -inf in a mask or as the logarithm of 0, NaN in a row that is to be NaN.
enum class Beside { kNothing, kMinusInfinity, kNan };

// The first number that is neither finite nor of the kind allowed; -1 if there is none.
int64_t find_odd(const float* values, int64_t count, Beside beside = Beside::kNothing);

// Refuses an input with such a number.
Status check_values(std::string_view argument, const Input& input, Beside beside = Beside::kNothing);

// What is said when finite inputs give results that are not: `arguments` are those that were multiplied.
Status overflow(std::string arguments);

}  // namespace attn::onnx

#endif  // CORE_ATTENTION_ONNX_VALUES_H_
