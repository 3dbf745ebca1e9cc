# All WebAssembly flavours from one set of objects, each <flavour>.mjs + .wasm:
#   figure                        steps through mechanisms; what the one-file figure carries
#   attention, attention-threads  and ONNX's calls and programs: the engine
#   learning, learning-threads    and models that learn
include(wasm/flags.cmake)

target_compile_options(attn_options INTERFACE ${ATTN_WASM_COMPILE})

set(bindings wasm/bindings.cpp)
set(numeric_bindings wasm/numeric_bindings.cpp)
set(learning_bindings ${numeric_bindings} wasm/learning_bindings.cpp)
set_source_files_properties(${bindings} ${learning_bindings} PROPERTIES COMPILE_OPTIONS "${ATTN_GLUE}")

function(attn_flavour name)
  cmake_parse_arguments(PARSE_ARGV 1 flavour "" "" "SOURCES;LINK")
  add_executable(${name} ${bindings} ${flavour_SOURCES})
  target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti -Wall -Wextra)
  target_link_libraries(${name} PRIVATE attn_core)
  target_link_options(${name} PRIVATE ${ATTN_WASM_LINK} ${flavour_LINK})
  # The flags are read when linking only: ninja links again when their file changes.
  set_target_properties(${name} PROPERTIES SUFFIX .mjs LINK_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/flags.cmake)
endfunction()

# One thread: what starts threads, or has memory for each, is compiled anew and stands before the library's.
set(one_thread core/kernels/threads.cpp core/kernels/scratch.cpp)
attn_flavour(figure SOURCES ${one_thread})
attn_flavour(attention SOURCES ${numeric_bindings} ${one_thread})
attn_flavour(attention-threads SOURCES ${numeric_bindings} LINK ${ATTN_WASM_LINK_THREADS})

# Gradients and updates run for minutes, so what runs once per number in them is compiled anew for speed instead of size.
file(GLOB fast_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/graph/ops/*.cpp ${PROJECT_SOURCE_DIR}/core/training/*.cpp
  ${PROJECT_SOURCE_DIR}/core/training/optimizers/*.cpp)
add_library(attn_fast OBJECT ${fast_sources})
target_link_libraries(attn_fast PRIVATE attn_options)
target_compile_options(attn_fast PRIVATE -fno-exceptions -fno-rtti -Wall -Wextra)
attn_flavour(learning SOURCES ${learning_bindings} $<TARGET_OBJECTS:attn_fast> ${one_thread})
attn_flavour(learning-threads SOURCES ${learning_bindings} $<TARGET_OBJECTS:attn_fast> LINK ${ATTN_WASM_LINK_THREADS})

foreach(name figure attention learning)
  target_compile_definitions(${name} PRIVATE ATTN_ONE_THREAD=1)
endforeach()
