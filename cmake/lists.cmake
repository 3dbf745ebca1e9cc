# One file adds one thing: core/<kind>s/<id>.cpp defines `attn::<Kind> attn::<kind>s::<id>()` and
# `attn::EntryDocs attn::<kind>s::<id>_docs()`, and this writes the lists of all of them to
# <build>/generated/<kind>_list.cpp and <kind>_docs_list.cpp (core/catalog/list.h declares what they define).
# An explicit list, because a global that registers itself is dropped by the linker with its object file
# when nothing else in the static library mentions it.
set(ATTN_KINDS variant encoder discretizer model task decoder)

set(ATTN_EXTRA_VARIANTS "" CACHE PATH "A further folder of variant files, for mechanisms kept outside this repository")
option(ATTN_RENAME_IDS "Append _renamed to every id in the lists: nothing above the catalogue may notice" OFF)

function(attn_list kind out_sources)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${kind}s/*.cpp)
  if(kind STREQUAL "variant" AND ATTN_EXTRA_VARIANTS)
    file(GLOB extra CONFIGURE_DEPENDS ${ATTN_EXTRA_VARIANTS}/*.cpp)
    list(APPEND files ${extra})
  endif()

  set(ids)
  foreach(path IN LISTS files)
    cmake_path(GET path STEM id)
    if(NOT id MATCHES "^[a-z][a-z0-9_]*$")
      message(FATAL_ERROR "${path}: the name of a ${kind} file is its id; use lower-case letters, digits and _ only.")
    endif()
    if(id IN_LIST ids)
      message(FATAL_ERROR "${path}: there are two ${kind} files named ${id}; an id stands for one thing.")
    endif()
    list(APPEND ids ${id})
  endforeach()
  list(SORT ids) # one order on every machine

  string(SUBSTRING ${kind} 0 1 initial)
  string(TOUPPER ${initial} initial)
  string(SUBSTRING ${kind} 1 -1 rest)
  set(type ${initial}${rest})
  set(suffix)
  if(ATTN_RENAME_IDS)
    set(suffix _renamed)
  endif()
  set(declarations)
  set(entries)
  foreach(id IN LISTS ids)
    string(APPEND declarations "${type} ${id}();\n")
    string(APPEND entries "      {\"${id}${suffix}\", \"${id}\", &${kind}s::${id}},\n")
  endforeach()
  set(list ${CMAKE_BINARY_DIR}/generated/${kind}_list.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/list.cpp.in ${list} @ONLY) # rewrites only what changed

  set(declarations)
  set(entries)
  foreach(id IN LISTS ids)
    string(APPEND declarations "EntryDocs ${id}_docs();\n")
    string(APPEND entries "      {\"${id}\", &${kind}s::${id}_docs},\n")
  endforeach()
  set(docs_list ${CMAKE_BINARY_DIR}/generated/${kind}_docs_list.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/docs_list.cpp.in ${docs_list} @ONLY)

  set(${out_sources} ${files} ${list} ${docs_list} PARENT_SCOPE)
endfunction()
