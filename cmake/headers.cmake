# Eigen and RapidJSON are header-only: the native and the WebAssembly builds read the same files.
# They are copied or linked into the build tree, because adding /usr/include itself to an Emscripten
# search path would put the system's C library headers before Emscripten's own.
set(header_dir ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${header_dir})

function(attn_find_header variable probe package)
  find_path(${variable} ${probe}
    PATHS /usr/include /usr/local/include /opt/homebrew/include
    PATH_SUFFIXES eigen3
    NO_CMAKE_FIND_ROOT_PATH) # the toolchain file would look in Emscripten's own tree only
  if(NOT ${variable})
    message(FATAL_ERROR "${probe} was not found: install ${package}, or pass -D${variable}=<the folder it is in>.")
  endif()
endfunction()

# Found by its header and not by its package version, so that Eigen 3.4 and 5 both do.
attn_find_header(ATTN_EIGEN_DIR Eigen/Core libeigen3-dev)
file(CREATE_LINK ${ATTN_EIGEN_DIR}/Eigen ${header_dir}/Eigen SYMBOLIC)

# RapidJSON 1.1.0, its last release, defines an assignment to a const member, which Clang 19 refuses even though
# nothing calls it. Later sources have deleted it; so does this copy.
attn_find_header(ATTN_RAPIDJSON_DIR rapidjson/document.h rapidjson-dev)
file(COPY ${ATTN_RAPIDJSON_DIR}/rapidjson DESTINATION ${header_dir} PATTERN document.h EXCLUDE)
file(READ ${ATTN_RAPIDJSON_DIR}/rapidjson/document.h document)
string(REPLACE "{ s = rhs.s; length = rhs.length; }" "= delete;" document "${document}")
set(document_copy ${header_dir}/rapidjson/document.h)
set(present)
if(EXISTS ${document_copy})
  file(READ ${document_copy} present)
endif()
if(NOT present STREQUAL document) # an unchanged file keeps its time, and its objects stay built
  file(WRITE ${document_copy} "${document}")
endif()

add_library(attn_headers INTERFACE)
target_include_directories(attn_headers SYSTEM INTERFACE ${header_dir})
# Eigen's vector paths sum in an order that depends on the target; without them the digits agree everywhere.
target_compile_definitions(attn_headers INTERFACE EIGEN_DONT_VECTORIZE)
