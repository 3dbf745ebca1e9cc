# Both WebAssembly flavours from one set of objects: attention.mjs + .wasm, and with threads attention-threads.mjs + .wasm.
include(wasm/flags.cmake)

target_compile_options(attn_options INTERFACE ${ATTN_WASM_COMPILE})

file(GLOB binding_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cpp)
set_source_files_properties(${binding_sources} PROPERTIES COMPILE_OPTIONS "${ATTN_GLUE}")

function(attn_flavour name)
  cmake_parse_arguments(PARSE_ARGV 1 flavour "" "" "SOURCES;LINK")
  add_executable(${name} ${binding_sources} ${flavour_SOURCES})
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -Wall -Wextra)
  target_link_libraries(${name} PRIVATE attn_core)
  target_link_options(${name} PRIVATE ${ATTN_WASM_LINK} ${flavour_LINK})
  # The flags are read when linking only: ninja links again when their file changes.
  set_target_properties(${name} PROPERTIES SUFFIX .mjs LINK_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/flags.cmake)
endfunction()

# One thread: what starts threads, or has memory for each, is compiled anew and stands before the library's.
attn_flavour(attention SOURCES core/kernels/threads.cpp core/kernels/scratch.cpp)
target_compile_definitions(attention PRIVATE ATTN_ONE_THREAD=1)
attn_flavour(attention-threads LINK ${ATTN_WASM_LINK_THREADS})
