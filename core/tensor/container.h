// The project's model file: named arrays behind a JSON header, checked before anything in it is believed.
// The layout is stated in scripts/models/container.mjs, which writes it. Numbers are little-endian, as on every
// target of the core.
#ifndef CORE_TENSOR_CONTAINER_H_
#define CORE_TENSOR_CONTAINER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn {

// A view: the bytes given to `open` must outlive it.
class Container {
 public:
  // kI8, kI16: codes [rows, columns], of which each `run` neighbours share one float32; value = scale * code.
  enum class Type { kF32, kF64, kI32, kU8, kI8, kI16 };

  struct Entry {
    std::string name;
    std::vector<int64_t> shape;
    Type type = Type::kF32;
    std::span<const uint8_t> data;
    std::span<const uint8_t> scales;  // codes only
    int64_t run = 0;                  // codes only

    int64_t count() const;
  };

  // Refuses files that are cut off, changed, of another version, or whose header points outside the file.
  static Status open(std::span<const uint8_t> bytes, Container* out);

  std::string_view header() const { return header_; }  // JSON text
  const std::vector<Entry>& entries() const { return entries_; }
  const Entry* find(std::string_view name) const;

  // Typed copies (the file's arrays may stand at any address). Each refuses an absent name, another shape (-1 takes
  // any size) or another type; `floats` reads f32 as it is and codes as the numbers they stand for.
  Status floats(std::string_view name, const std::vector<int64_t>& shape, std::vector<float>* out) const;
  Status doubles(std::string_view name, const std::vector<int64_t>& shape, std::vector<double>* out) const;
  Status integers(std::string_view name, const std::vector<int64_t>& shape, std::vector<int32_t>* out) const;
  Status bytes(std::string_view name, const std::vector<int64_t>& shape, std::vector<uint8_t>* out) const;

 private:
  Status expect(std::string_view name, const std::vector<int64_t>& shape, std::span<const Type> types,
                const Entry** found) const;

  std::string_view header_;
  std::vector<Entry> entries_;
};

// CRC-32 (IEEE 802.3) of the bytes.
uint32_t crc32(std::span<const uint8_t> bytes);

}  // namespace attn

#endif  // CORE_TENSOR_CONTAINER_H_
