#include "core/cli/train/files.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace attn::cli {

void fail(const std::string& text) {
  std::fprintf(stderr, "attention-train: %s\n", text.c_str());
  std::exit(1);
}

void check(const Status& status) {
  if (!status.ok()) fail(status.argument + ": got " + status.got + "; takes " + status.takes);
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::filesystem::path& path, const void* data, size_t bytes) {
  const std::filesystem::path part = path.string() + ".part";
  std::ofstream(part, std::ios::binary).write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  std::filesystem::rename(part, path);
}

}  // namespace attn::cli
