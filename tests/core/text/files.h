// Files that the text and model tests read. Tests run with the repository as their folder.
#ifndef TESTS_CORE_TEXT_FILES_H_
#define TESTS_CORE_TEXT_FILES_H_

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace attn::test {

inline std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline const char* kModelsMissing = "build/models is empty: run node scripts/models/prepare.mjs";

}  // namespace attn::test

#endif  // TESTS_CORE_TEXT_FILES_H_
