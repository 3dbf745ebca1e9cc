#include "core/catalog/catalog.h"

#include <algorithm>

#include "core/catalog/list.h"
#include "core/tensor/json.h"

namespace attn {
namespace {

template <class Entries>
auto find_in(const Entries& entries, std::string_view id) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

void write_default(Json& json, const ParamSpec& spec) {
  json.key("default");
  switch (spec.kind) {
    case ParamKind::kChoice:
      json.text(spec.choices[static_cast<size_t>(spec.fallback)].value);
      break;
    case ParamKind::kFlag:
      json.boolean(spec.fallback != 0);
      break;
    case ParamKind::kInteger:
      json.integer(static_cast<int64_t>(spec.fallback));
      break;
    case ParamKind::kNumber:
      json.number(spec.fallback);
      break;
  }
}

void write_param(Json& json, const ParamSpec& spec) {
  static constexpr std::string_view kKinds[] = {"number", "integer", "choice", "flag"};
  json.begin_object().field("id", spec.id).field("label", spec.label).field("doc", spec.doc);
  json.field("kind", kKinds[static_cast<size_t>(spec.kind)]);
  write_default(json, spec);
  if (spec.kind == ParamKind::kNumber || spec.kind == ParamKind::kInteger) {
    json.field("min", spec.min).field("max", spec.max).field("step", spec.step);
    json.field("scale", spec.logarithmic ? "log" : "linear");
  }
  if (spec.kind == ParamKind::kChoice) {
    json.key("choices").begin_array();
    for (const Choice& choice : spec.choices) {
      json.begin_object()
          .field("value", choice.value)
          .field("label", choice.label)
          .field("doc", choice.doc)
          .end_object();
    }
    json.end_array();
  }
  if (!spec.when_param.empty()) {
    json.key("when").begin_object().field("param", spec.when_param).key("values").begin_array();
    for (const std::string_view value : spec.when_values) json.text(value);
    json.end_array().end_object();
  }
  json.end_object();
}

// Closes neither the entry nor anything around it: models have more to say.
void write_entry(Json& json, std::string_view id, std::string_view kind, const EntryText& text) {
  json.begin_object().field("id", id).field("kind", kind).field("name", text.name).field("family", text.family);
  json.field("summary", text.summary).field("latex", text.latex);
  write_params(json, "params", text.params);
  json.key("takes_source").boolean(text.takes_source).key("base").boolean(text.base);
}

void write_size(Json& json, const Encoder& encoder) {
  json.key("model")
      .begin_object()
      .field("layers", static_cast<int64_t>(encoder.heads.size()))
      .key("heads")
      .begin_array();
  for (const int heads : encoder.heads) json.integer(heads);
  json.end_array().field("bytes", encoder.bytes).end_object();
}

}  // namespace

const std::vector<CatalogVariant>& catalog_variants() {
  static const std::vector<CatalogVariant> all = [] {
    std::vector<CatalogVariant> list;
    for (const VariantEntry& entry : variant_list()) list.push_back({entry.id, entry.stem, entry.make()});
    return list;
  }();
  return all;
}

const std::vector<CatalogEncoder>& catalog_encoders() {
  static const std::vector<CatalogEncoder> all = [] {
    std::vector<CatalogEncoder> list;
    for (const EncoderEntry& entry : encoder_list()) list.push_back({entry.id, entry.stem, entry.make()});
    return list;
  }();
  return all;
}

void write_params(Json& json, std::string_view name, const std::vector<ParamSpec>& specs) {
  json.key(name).begin_array();
  for (const ParamSpec& spec : specs) write_param(json, spec);
  json.end_array();
}

const CatalogVariant* find_variant(std::string_view id) { return find_in(catalog_variants(), id); }
const CatalogEncoder* find_encoder(std::string_view id) { return find_in(catalog_encoders(), id); }

std::string catalog_json(WriteMore more, std::span<const std::string> latex) {
  Json json;
  json.begin_object().field("version", 1).key("entries").begin_array();
  for (const CatalogVariant& entry : catalog_variants()) {
    write_entry(json, entry.id, "variant", entry.variant.text);
    if (more) more(json, entry.stem, entry.variant.text);
    json.end_object();
  }
  for (const CatalogEncoder& entry : catalog_encoders()) {
    write_entry(json, entry.id, "model", entry.encoder.text);
    write_size(json, entry.encoder);
    if (more) more(json, entry.stem, entry.encoder.text);
    json.end_object();
  }
  json.end_array();
  if (!latex.empty()) {
    json.key("latex").begin_array();
    for (const std::string& formula : latex) json.text(formula);
    json.end_array();
  }
  return json.end_object().str();
}

}  // namespace attn
