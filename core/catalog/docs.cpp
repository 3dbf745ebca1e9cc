#include "core/catalog/docs.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/catalog/list.h"
#include "core/tensor/json.h"

namespace attn {
namespace {

// A law's values, typed by the schema they belong to.
void write_values(Json& json, std::string_view name, const std::vector<ParamValue>& values,
                  const std::vector<ParamSpec>& specs) {
  json.key(name).begin_object();
  for (const ParamValue& value : values) {
    const auto spec = std::find_if(specs.begin(), specs.end(), [&](const ParamSpec& s) { return s.id == value.param; });
    const ParamKind kind = spec == specs.end() ? ParamKind::kChoice : spec->kind;
    json.key(value.param);
    if (kind == ParamKind::kChoice) {
      json.text(value.value);
    } else if (kind == ParamKind::kFlag) {
      json.boolean(value.value == "true");
    } else {
      json.digits(value.value);
    }
  }
  json.end_object();
}

void write_law(Json& json, const Law& law, const EntryText& text) {
  static constexpr std::string_view kKinds[] = {"rows_sum_to_one", "rows_sum_to_at_most_one", "no_future_leak",
                                                "equals", "order_blind"};
  json.begin_object().field("kind", kKinds[static_cast<size_t>(law.kind)]).field("says", law.says);
  write_values(json, "params", law.params, text.params);
  if (law.kind == LawKind::kEquals) {
    const CatalogVariant* other = other_of(law);
    json.key("other").begin_object().field("id", other ? other->id : law.other);
    write_values(json, "params", law.other_params, other ? other->variant.text.params : text.params);
    json.end_object();
  }
  json.end_object();
}

void write_docs(Json& json, std::string_view stem, const EntryText& text) {
  const EntryDocs& docs = docs_of(stem);
  json.key("papers").begin_array();
  for (const Paper& paper : docs.papers) {
    json.begin_object().field("title", paper.title).field("authors", paper.authors).field("year", paper.year);
    json.field("url", paper.url).end_object();
  }
  json.end_array().field("differs", docs.differs).key("laws").begin_array();
  for (const Law& law : docs.laws) write_law(json, law, text);
  json.end_array().key("slots").begin_object();
  for (const SlotText& slot : docs.slots) json.field(slot.slot, slot.says);
  json.end_object();
  json.key("cost").begin_object().field("multiplications", docs.cost.multiplications);
  json.field("bytes", docs.cost.bytes).end_object();
  json.key("used_by").begin_array();
  for (const Use& use : docs.used_by)
    json.begin_object().field("name", use.name).field("year", use.year).field("url", use.url).end_object();
  json.end_array();
}

}  // namespace

const EntryDocs& docs_of(std::string_view stem) {
  static const std::map<std::string_view, EntryDocs> all = [] {
    std::map<std::string_view, EntryDocs> made;
    for (const auto* list : {&variant_docs_list(), &encoder_docs_list()})
      for (const DocsEntry& entry : *list) made.emplace(entry.stem, entry.make());
    return made;
  }();
  static const EntryDocs none;
  const auto found = all.find(stem);
  return found == all.end() ? none : found->second;
}

const CatalogVariant* other_of(const Law& law) {
  for (const CatalogVariant& entry : catalog_variants()) {
    if (entry.stem == law.other) return &entry;
  }
  return nullptr;
}

std::string documented_catalog_json(std::span<const std::string> latex) { return catalog_json(&write_docs, latex); }

}  // namespace attn
