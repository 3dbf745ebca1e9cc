// Asking before allocating: the core has no exceptions, so a `new` that fails would end the engine and not the request.
#ifndef CORE_TENSOR_MEMORY_H_
#define CORE_TENSOR_MEMORY_H_

#include <cstdint>
#include <cstdlib>

namespace attn {

// Is there room for this many bytes in one piece? WASM's memory ends at 2 GB; several live traces can fill it.
inline bool memory_for(int64_t bytes) {
  void* volatile probe = std::malloc(static_cast<size_t>(bytes));  // volatile: or the compiler drops the pair
  std::free(probe);
  return probe != nullptr || bytes == 0;
}

}  // namespace attn

#endif  // CORE_TENSOR_MEMORY_H_
