#include "core/kernels/scratch.h"

#include <cstdlib>

namespace attn::kernels {
namespace {

constexpr size_t kCacheLine = 64;

// Freed when its thread ends.
struct Buffer {
  void* data = nullptr;
  size_t size = 0;
  ~Buffer() { std::free(data); }
};

#if defined(ATTN_ONE_THREAD)  // without threads WebAssembly has no thread-local memory either
Buffer buffer;
#else
thread_local Buffer buffer;
#endif

}  // namespace

void* scratch(size_t bytes) {
  if (bytes > buffer.size) {
    const size_t rounded = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    std::free(buffer.data);  // nothing in it outlives a call
    buffer.data = std::aligned_alloc(kCacheLine, rounded);
    buffer.size = buffer.data == nullptr ? 0 : rounded;
  }
  return buffer.data;
}

}  // namespace attn::kernels
