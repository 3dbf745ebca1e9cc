# Both WebAssembly flavours from one set of objects: attention.mjs + .wasm, and with threads attention-threads.mjs + .wasm.
include(wasm/flags.cmake)

target_compile_options(attn_options INTERFACE ${ATTN_WASM_COMPILE})

file(GLOB binding_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/*.cpp)
set_source_files_properties(${binding_sources} PROPERTIES COMPILE_OPTIONS "${ATTN_GLUE}")
set(learning_bindings ${PROJECT_SOURCE_DIR}/wasm/learning_bindings.cpp)
list(REMOVE_ITEM binding_sources ${learning_bindings})

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

# The same twice more with models that learn, for pages that train and decode: a figure need not carry those. Gradients
# and updates run for minutes there, so what runs once per number in them is compiled anew for speed instead of size.
file(GLOB fast_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/graph/ops/*.cpp ${PROJECT_SOURCE_DIR}/core/training/*.cpp
  ${PROJECT_SOURCE_DIR}/core/training/optimizers/*.cpp)
add_library(attn_fast OBJECT ${fast_sources})
target_link_libraries(attn_fast PRIVATE attn_options)
target_compile_options(attn_fast PRIVATE -fno-exceptions -fno-rtti -Wall -Wextra)
attn_flavour(learning SOURCES ${learning_bindings} $<TARGET_OBJECTS:attn_fast> core/kernels/threads.cpp core/kernels/scratch.cpp)
target_compile_definitions(learning PRIVATE ATTN_ONE_THREAD=1)
attn_flavour(learning-threads SOURCES ${learning_bindings} $<TARGET_OBJECTS:attn_fast> LINK ${ATTN_WASM_LINK_THREADS})
