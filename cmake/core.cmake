# attn_core: everything in core/ but the command-line tools.
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.cpp)
list(FILTER core_sources EXCLUDE REGEX "/core/cli/")
foreach(kind IN LISTS ATTN_KINDS)
  attn_list(${kind} listed)
  list(APPEND core_sources ${listed})
endforeach()
list(REMOVE_DUPLICATES core_sources)

add_library(attn_options INTERFACE)
target_include_directories(attn_options INTERFACE ${PROJECT_SOURCE_DIR}) # #include "core/graph/graph.h"
target_link_libraries(attn_options INTERFACE attn_headers)
target_compile_options(attn_options INTERFACE
  -ffp-contract=off # a fused multiply-add rounds once where two operations round twice: other digits on other targets
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>) # GCC 12 warns of its own string library where a literal is assigned (bug 105651)

set(core_only
  -fno-exceptions # errors are statuses, and the WebAssembly is smaller
  -fno-rtti # nothing asks for a type at run time
  -Wall -Wextra
  $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>) # four double lanes are passed otherwise than before GCC 4.6: nobody mixes the two

# What runs once per number (kernels, the ONNX calls, Eigen) is built with -O3, as a release is. What runs once per request is not: -O3
# inlines every string and list of it. So are the ops, whose inner loops are calls of kernels (measured: no difference
# in time, a tenth of the WebAssembly). Natively, where it serves tests and tools, what counts is the time to compile.
set(glue_sources ${core_sources})
set(numeric "/core/kernels/|/core/attention/(onnx_|initial)")
if(NOT EMSCRIPTEN)
  string(APPEND numeric "|/core/graph/ops/|/core/training/") # the trainer runs their gradients and updates for hours
endif()
list(FILTER glue_sources EXCLUDE REGEX "${numeric}")
list(REMOVE_ITEM core_sources ${glue_sources})
if(EMSCRIPTEN)
  set(ATTN_GLUE -Oz -flto) # -flto: optimized once more as a whole when linked, a fifteenth of the file less
else()
  set(ATTN_GLUE -O1)
endif()
add_library(attn_glue OBJECT ${glue_sources})
target_link_libraries(attn_glue PUBLIC attn_options)
target_compile_options(attn_glue PRIVATE ${core_only} ${ATTN_GLUE})
# Half of the time that a mechanism takes to compile. Each file still includes what it uses.
target_precompile_headers(attn_glue PRIVATE <algorithm> <functional> <map> <memory> <span> <string> <vector>)

add_library(attn_core STATIC ${core_sources} $<TARGET_OBJECTS:attn_glue>)
target_link_libraries(attn_core PUBLIC attn_options)
target_compile_options(attn_core PRIVATE ${core_only})
