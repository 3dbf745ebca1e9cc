// Bytes that JavaScript fills before a call takes them: a model's file, a task's data.
#ifndef WASM_STAGED_BYTES_H_
#define WASM_STAGED_BYTES_H_

#include <cstdint>
#include <cstdlib>

namespace attn {

struct StagedBytes {
  uint8_t* data = nullptr;
  size_t count = 0;

  void reset(size_t wanted) {
    std::free(data);
    data = wanted ? static_cast<uint8_t*>(std::malloc(wanted)) : nullptr;
    count = data ? wanted : 0;
  }
};

extern StagedBytes staged_bytes;  // bindings.cpp

}  // namespace attn

#endif  // WASM_STAGED_BYTES_H_
