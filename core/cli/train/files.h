// Files, and the end of a program that cannot go on.
#ifndef CORE_CLI_TRAIN_FILES_H_
#define CORE_CLI_TRAIN_FILES_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/tensor/status.h"

namespace attn::cli {

[[noreturn]] void fail(const std::string& text);
// Ends the program if the status is not ok, with its words.
void check(const Status& status);
// Of a clock that only goes forward.
double seconds();

std::vector<uint8_t> read_file(const std::string& path);
// Written beside and moved into place: a run that is stopped leaves the old file or the new one.
void write_file(const std::filesystem::path& path, const void* data, size_t bytes);

}  // namespace attn::cli

#endif  // CORE_CLI_TRAIN_FILES_H_
