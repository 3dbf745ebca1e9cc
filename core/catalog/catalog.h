// One list of everything there is, and the list as JSON: controls, links, types, docs, tests and benchmarks are made
// from it.
#ifndef CORE_CATALOG_CATALOG_H_
#define CORE_CATALOG_CATALOG_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/entry.h"
#include "core/tensor/json.h"

namespace attn {

struct CatalogVariant {
  std::string_view id;
  std::string_view stem;  // laws name others by their files
  Variant variant;
};

struct CatalogEncoder {
  std::string_view id;
  std::string_view stem;
  Encoder encoder;
};

// Made once; parameters of live traces point into it.
const std::vector<CatalogVariant>& catalog_variants();
const std::vector<CatalogEncoder>& catalog_encoders();
const CatalogVariant* find_variant(std::string_view id);
const CatalogEncoder* find_encoder(std::string_view id);
// The list of a schema's parameters.
void write_params(Json& json, std::string_view name, const std::vector<ParamSpec>& specs);
// Writes further fields of an entry's object.
using WriteMore = void (*)(Json& json, std::string_view stem, const EntryText& text);
// `Catalog` of web/engine/types.ts. `latex`, if given, is every formula that steps can show, for rendering at build
// time.
std::string catalog_json(WriteMore more = nullptr, std::span<const std::string> latex = {});

}  // namespace attn

#endif  // CORE_CATALOG_CATALOG_H_
