// Calls that stay calls.
#ifndef CORE_KERNELS_OUTLINED_H_
#define CORE_KERNELS_OUTLINED_H_

namespace attn::kernels {

// Calls `function`, which is declared noinline, as a function. In one of its own
// a hot loop gets all the registers; in a large one V8 spills what it needs. The
// attribute binds the compiler but not wasm-opt, which inlines whatever has a
// single caller, unless a table refers to it, too: the pointer sees to that.
template <auto function, class... Args>
inline void call_outlined(const Args&... args) {
#if defined(__wasm__)
  static const volatile auto pointer = function;
  (void)pointer;
#endif
  function(args...);
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_OUTLINED_H_
