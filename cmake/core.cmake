# attn_core: everything in core/ but the command-line tools.
file(GLOB_RECURSE core_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.cpp)
list(FILTER core_sources EXCLUDE REGEX "/core/cli/")
foreach(kind IN LISTS ATTN_KINDS)
  attn_list(${kind} listed)
  list(APPEND core_sources ${listed})
endforeach()
list(REMOVE_DUPLICATES core_sources)

add_library(attn_core STATIC ${core_sources})
target_include_directories(attn_core PUBLIC ${PROJECT_SOURCE_DIR}) # #include "core/graph/graph.h"
target_link_libraries(attn_core PUBLIC attn_headers)
target_compile_options(attn_core
  PUBLIC
    -ffp-contract=off # a fused multiply-add rounds once where two operations round twice: other digits on other targets
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # GCC 12 warns of its own string library where a literal is assigned (bug 105651)
  PRIVATE
    -fno-exceptions # errors are statuses, and the WebAssembly is smaller
    -fno-rtti # nothing asks for a type at run time
    -Wall -Wextra
    $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>) # four double lanes are passed otherwise than before GCC 4.6: nobody mixes the two
