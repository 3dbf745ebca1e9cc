// What went wrong, said so that a person can mend it. The core never throws and never aborts: exceptions are off in
// WASM, and a page must outlive a bad request.
#ifndef CORE_TENSOR_STATUS_H_
#define CORE_TENSOR_STATUS_H_

#include <string>
#include <utility>

namespace attn {

enum class ErrorKind { kNone, kInvalidInput, kTooLarge, kNotFound, kBadModel, kDiverged };

struct Status {
  ErrorKind kind = ErrorKind::kNone;
  std::string argument;  // which argument is meant
  std::string got;       // what came
  std::string takes;     // what would have been taken

  bool ok() const { return kind == ErrorKind::kNone; }
};

inline Status invalid_input(std::string argument, std::string got, std::string takes) {
  return {ErrorKind::kInvalidInput, std::move(argument), std::move(got), std::move(takes)};
}

}  // namespace attn

#endif  // CORE_TENSOR_STATUS_H_
