// The explicit lists that the build writes from the folders core/variants and core/models (cmake/lists.cmake).
#ifndef CORE_CATALOG_LIST_H_
#define CORE_CATALOG_LIST_H_

#include <string_view>
#include <vector>

#include "core/attention/entry.h"

namespace attn {

struct VariantEntry {
  std::string_view id;    // the file's stem, or what a build made of it
  std::string_view stem;  // what other files call it
  Variant (*make)();
};

struct ModelEntry {
  std::string_view id;
  std::string_view stem;
  Model (*make)();
};

struct DocsEntry {
  std::string_view stem;
  EntryDocs (*make)();
};

const std::vector<VariantEntry>& variant_list();
const std::vector<ModelEntry>& model_list();
// Apart, so that a program which never asks for them does not carry them.
const std::vector<DocsEntry>& variant_docs_list();
const std::vector<DocsEntry>& model_docs_list();

}  // namespace attn

#endif  // CORE_CATALOG_LIST_H_
