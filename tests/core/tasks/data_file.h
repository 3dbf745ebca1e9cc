// Data files made by hand, to be damaged; and those of the build, where it has made them.
#ifndef TESTS_CORE_TASKS_DATA_FILE_H_
#define TESTS_CORE_TASKS_DATA_FILE_H_

#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/tensor/container.h"

namespace attn::test {

struct Array {
  std::string name;
  std::vector<int64_t> shape;
  std::string type;  // "u8", "i32", "f32"
  std::vector<uint8_t> bytes;
};

inline Array bytes_of(const std::string& name, const std::vector<uint8_t>& values, std::vector<int64_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<int64_t>(values.size())};
  return {name, shape, "u8", values};
}

inline Array text_of(const std::string& name, const std::string& text) {
  return bytes_of(name, std::vector<uint8_t>(text.begin(), text.end()));
}

inline Array integers_of(const std::string& name, const std::vector<int32_t>& values, std::vector<int64_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<int64_t>(values.size())};
  Array array{name, shape, "i32", std::vector<uint8_t>(values.size() * sizeof(int32_t))};
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

// The layout is stated in scripts/models/container.mjs.
inline std::vector<uint8_t> data_file(const std::vector<Array>& arrays) {
  constexpr size_t kData = 4096;  // room for any header of a test
  std::string header = R"({"kind":"test","tensors":[)";
  size_t offset = kData;
  for (const Array& array : arrays) {
    if (offset != kData) header += ',';
    header += R"({"name":")" + array.name + R"(","dtype":")" + array.type + R"(","offset":)" + std::to_string(offset) +
              R"(,"shape":[)";
    for (size_t i = 0; i < array.shape.size(); ++i) header += (i > 0 ? "," : "") + std::to_string(array.shape[i]);
    header += "]}";
    offset += (array.bytes.size() / 4 + 1) * 4;
  }
  header += "]}";
  header.resize(kData - 24, ' ');
  std::vector<uint8_t> file(24);
  file.insert(file.end(), header.begin(), header.end());
  for (const Array& array : arrays) {
    file.insert(file.end(), array.bytes.begin(), array.bytes.end());
    file.resize((file.size() / 4 + 1) * 4);
  }
  const uint32_t version = 1;
  const auto length = static_cast<uint32_t>(header.size());
  const auto total = static_cast<uint64_t>(file.size());
  std::memcpy(file.data(), "ATTN", 4);
  std::memcpy(file.data() + 8, &version, 4);
  std::memcpy(file.data() + 12, &length, 4);
  std::memcpy(file.data() + 16, &total, 8);
  const uint32_t crc = crc32(std::span(file).subspan(8));
  std::memcpy(file.data() + 4, &crc, 4);
  return file;
}

// A file that `npm run build` makes; empty where it did not.
inline const std::vector<uint8_t>& built_data(const std::string& name) {
  static std::deque<std::pair<std::string, std::vector<uint8_t>>> files;  // its parts stay where they are
  for (const auto& [known, bytes] : files) {
    if (known == name) return bytes;
  }
  std::ifstream file("build/data/" + name, std::ios::binary);
  files.emplace_back(name, std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {}));
  return files.back().second;
}

inline const char* kDataMissing = "build/data lacks this file: run node scripts/data/prepare.mjs";

}  // namespace attn::test

#endif  // TESTS_CORE_TASKS_DATA_FILE_H_
