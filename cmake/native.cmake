# The native build: the core with its double instantiations, the command-line tools, tests and benchmarks.
find_package(Threads REQUIRED)
target_link_libraries(attn_options INTERFACE Threads::Threads)
# Gradients are checked by central differences, which need double. The page does not: WebAssembly goes without.
target_compile_definitions(attn_options INTERFACE ATTN_WITH_DOUBLE=1)

option(ATTN_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
if(ATTN_SANITIZE)
  # vptr: needs the type information that the core goes without.
  target_compile_options(attn_options INTERFACE -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined -g)
  target_link_options(attn_options INTERFACE -fsanitize=address,undefined)
endif()

# The target "tools": every executable but the tests, which take longest to compile and which the site does not need.
add_custom_target(tools)

# An executable for each file: core/cli/catalog.cpp -> attention-catalog, tests/bench/kernels_bench.cpp ->
# bench-kernels-bench; what it is too long for stands in a folder of its name.
function(attn_executables folder prefix)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  foreach(path IN LISTS files)
    cmake_path(GET path STEM stem)
    string(REPLACE _ - name ${stem})
    file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/${stem}/*.cpp)
    add_executable(${prefix}-${name} ${path} ${parts})
    target_compile_options(${prefix}-${name} PRIVATE -Wall -Wextra)
    target_link_libraries(${prefix}-${name} PRIVATE attn_core)
    add_dependencies(tools ${prefix}-${name})
  endforeach()
endfunction()

attn_executables(core/cli attention)
attn_executables(tests/bench bench)

option(ATTN_TESTS "Build the GoogleTest suite" ON)
if(ATTN_TESTS)
  include(cmake/tests.cmake)
endif()
