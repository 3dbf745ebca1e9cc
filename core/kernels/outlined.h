// Calls that stay calls.
#ifndef CORE_KERNELS_OUTLINED_H_
#define CORE_KERNELS_OUTLINED_H_

namespace attn::kernels {

// Calls `function`, never inlined: in a function of its own a hot loop gets all
// the registers, in a large one V8 spills what the loop needs. The noinline
// attribute binds the compiler but not wasm-opt, which inlines whatever has a
// single caller; a pointer it cannot see through stops it.
template <auto function, class... Args>
inline void call_outlined(const Args&... args) {
#if defined(__wasm__)
  static const volatile auto pointer = function;
  pointer(args...);
#else
  function(args...);
#endif
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_OUTLINED_H_
