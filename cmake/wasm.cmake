# One WebAssembly flavour: attention.mjs + .wasm, or with threads attention-threads.mjs + .wasm.
option(ATTN_THREADS "The flavour with threads, for cross-origin isolated pages and Node" OFF)
include(wasm/flags.cmake)

target_compile_options(attn_core PUBLIC ${ATTN_WASM_COMPILE})

# What runs once per request is built for size: -O3 inlines every string and list of it. So are the ops, whose inner
# loops are calls of kernels (measured: no difference in time, a tenth of the file). What runs once per number (kernels,
# the ONNX calls, Eigen) keeps -O3.
set(glue ${core_sources} ${PROJECT_SOURCE_DIR}/wasm/bindings.cpp)
list(FILTER glue EXCLUDE REGEX "/core/kernels/|/core/attention/(onnx_|initial)")
set_source_files_properties(${glue} PROPERTIES COMPILE_OPTIONS -Oz)

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
