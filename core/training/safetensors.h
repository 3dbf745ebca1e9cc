// Files of named tensors in the safetensors format (https://github.com/huggingface/safetensors): eight bytes with the
// header's length, a JSON header, then the numbers.
//
// Read: F32, F16, and I8 beside a tensor "<name>#scale" [rows] in F32 that says what a code of each row is worth (this
// project's use of two tensors that the format allows; other readers see codes and scales).
#ifndef CORE_TRAINING_SAFETENSORS_H_
#define CORE_TRAINING_SAFETENSORS_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn {

struct NamedTensor {
  std::string name;
  std::vector<int64_t> sizes;
  std::vector<float> values;
};

struct TensorFile {
  std::vector<NamedTensor> tensors;
  std::map<std::string, std::string> metadata;

  const NamedTensor* find(std::string_view name) const;
};

// How numbers are written: as they are; rounded to half precision; or in 8 bits, each row (all axes but the last)
// scaled by its largest number. Tensors of one row (biases, gains) stay F32 in the last form: they are few.
enum class Precision { kF32, kF16, kI8 };

std::vector<uint8_t> write_safetensors(const TensorFile& file, Precision precision);
// Refuses files that are cut off, whose header points outside or overlaps, of other types, or with numbers that are not
// finite.
Status read_safetensors(std::span<const uint8_t> bytes, TensorFile* out);

}  // namespace attn

#endif  // CORE_TRAINING_SAFETENSORS_H_
