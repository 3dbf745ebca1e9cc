# One WebAssembly flavour: attention.mjs + .wasm, or with threads attention-threads.mjs + .wasm.
option(ATTN_THREADS "The flavour with threads, for cross-origin isolated pages and Node" OFF)
include(wasm/flags.cmake)

target_compile_options(attn_core PUBLIC ${ATTN_WASM_COMPILE})

file(GLOB binding_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cpp)
if(binding_sources)
  add_executable(attention ${binding_sources})
  target_compile_options(attention PRIVATE -fno-exceptions -fno-rtti -Wall -Wextra)
  target_link_libraries(attention PRIVATE attn_core)
  target_link_options(attention PRIVATE ${ATTN_WASM_LINK})
  set_target_properties(attention PROPERTIES SUFFIX .mjs)
  if(ATTN_THREADS)
    set_target_properties(attention PROPERTIES OUTPUT_NAME attention-threads)
  endif()
  # The flags are read when linking only: ninja links again when their file changes.
  set_target_properties(attention PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/flags.cmake)
endif()
