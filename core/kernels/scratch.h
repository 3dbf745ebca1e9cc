// Memory of the calling thread that a kernel uses for the length of one call.
//
// It is kept for the next call: allocating costs more than a small product.
// One kernel at a time: a kernel must not call another while it uses scratch.
#ifndef CORE_KERNELS_SCRATCH_H_
#define CORE_KERNELS_SCRATCH_H_

#include <cstddef>

namespace attn::kernels {

// At least `bytes` bytes at a multiple of 64 (a cache line), or null when there
// is no memory.
void* scratch(size_t bytes);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SCRATCH_H_
