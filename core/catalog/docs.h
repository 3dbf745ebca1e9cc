// What entries say besides what they compute: papers, laws, slots, costs, users. Programs that do not ask do not carry
// it.
#ifndef CORE_CATALOG_DOCS_H_
#define CORE_CATALOG_DOCS_H_

#include <span>
#include <string>
#include <string_view>

#include "core/attention/entry.h"
#include "core/catalog/catalog.h"

namespace attn {

// Of the mechanism or model in the file called `stem`; empty where there is none.
const EntryDocs& docs_of(std::string_view stem);
// The other mechanism of a law; null where a law has none.
const CatalogVariant* other_of(const Law& law);

// The catalogue with everything there is to read: `DocumentedCatalog` of web/site/documented.ts.
std::string documented_catalog_json(std::span<const std::string> latex = {});

}  // namespace attn

#endif  // CORE_CATALOG_DOCS_H_
