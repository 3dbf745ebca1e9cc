#include "core/catalog/learning.h"

#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/catalog/list.h"
#include "core/runs/settings.h"

namespace attn {
namespace {

EntryDocs docs_in(const std::vector<DocsEntry>& list, std::string_view stem) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const DocsEntry& entry) { return entry.stem == stem; });
  return found == list.end() ? EntryDocs{} : found->make();
}

template <class Entries>
auto find_in(const Entries& entries, std::string_view id) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

constexpr std::string_view kKinds[] = {"sequences", "numbers", "pictures", "documents", "pixels", "copies"};

// Leaves the object open.
void write_common(Json& json, std::string_view id, const EntryText& text, const EntryDocs& docs) {
  json.begin_object().field("id", id).field("name", text.name).field("family", text.family);
  json.field("summary", text.summary).field("latex", text.latex);
  write_params(json, "params", text.params);
  json.field("differs", docs.differs).key("papers").begin_array();
  for (const Paper& paper : docs.papers) {
    json.begin_object().field("title", paper.title).field("authors", paper.authors).field("year", paper.year);
    json.field("url", paper.url).end_object();
  }
  json.end_array();
}

std::string_view name_of(TaskKind kind) { return kKinds[static_cast<size_t>(kind)]; }

// Every file of a kind, with what it says.
template <class Entry, class Listed>
std::vector<Entry> made_of(const std::vector<Listed>& listed, const std::vector<DocsEntry>& docs) {
  std::vector<Entry> list;
  for (const Listed& entry : listed) list.push_back({entry.id, entry.stem, entry.make(), docs_in(docs, entry.stem)});
  return list;
}

// The id of the entry that other files call by this stem.
std::string_view id_of(std::string_view stem) {
  const CatalogDiscretizer* found = discretizer_of_file(stem);
  return found ? found->id : std::string_view{};
}

void write_decoder(Json& json, const CatalogDecoder& entry) {
  const Decoder& decoder = entry.decoder;
  write_common(json, entry.id, decoder.text, entry.docs);
  json.field("base", decoder.text.base).key("models").begin_array();
  for (const DecoderModel& needed : decoder.models) {
    json.begin_object().field("id", needed.id).field("label", needed.label).field("doc", needed.doc);
    json.key("models").begin_array();
    for (const CatalogModel& model : catalog_models())
      if (needed.fits(model.model)) json.text(model.id);
    json.end_array().end_object();
  }
  json.end_array().field("exact", decoder.exact).key("exact_params").begin_object();
  // As text: `params` says what each is.
  for (const ParamValue& value : decoder.exact_params) json.field(value.param, value.value);
  json.end_object().end_object();
}

}  // namespace

const std::vector<CatalogModel>& catalog_models() {
  static const auto all = made_of<CatalogModel>(model_list(), model_docs_list());
  return all;
}

const std::vector<CatalogTask>& catalog_tasks() {
  static const auto all = made_of<CatalogTask>(task_list(), task_docs_list());
  return all;
}

const std::vector<CatalogDiscretizer>& catalog_discretizers() {
  static const auto all = made_of<CatalogDiscretizer>(discretizer_list(), discretizer_docs_list());
  return all;
}

const std::vector<CatalogDecoder>& catalog_decoders() {
  static const auto all = made_of<CatalogDecoder>(decoder_list(), decoder_docs_list());
  return all;
}

const CatalogModel* find_model(std::string_view id) { return find_in(catalog_models(), id); }
const CatalogTask* find_task(std::string_view id) { return find_in(catalog_tasks(), id); }
const CatalogDiscretizer* find_discretizer(std::string_view id) { return find_in(catalog_discretizers(), id); }

const CatalogDiscretizer* discretizer_of_file(std::string_view stem) {
  for (const CatalogDiscretizer& entry : catalog_discretizers()) {
    if (entry.stem == stem) return &entry;
  }
  return nullptr;
}

const CatalogDecoder* find_decoder(std::string_view id) { return find_in(catalog_decoders(), id); }

const Decoder& base_decoder() {
  const auto& all = catalog_decoders();
  return std::find_if(all.begin(), all.end(), [](const CatalogDecoder& e) { return e.decoder.text.base; })->decoder;
}

const Decoder* decoder_of(const Model& model) {
  const auto alone = [&](const Decoder& decoder) {
    return decoder.models.size() == 1 && decoder.models[0].fits(model);
  };
  if (alone(base_decoder())) return &base_decoder();
  for (const CatalogDecoder& entry : catalog_decoders()) {
    if (alone(entry.decoder)) return &entry.decoder;
  }
  return nullptr;
}

void write_learning(Json& json) {
  json.key("models").begin_array();
  for (const CatalogModel& entry : catalog_models()) {
    write_common(json, entry.id, entry.model.text, entry.docs);
    json.field("kind", name_of(entry.model.takes)).field("takes_mechanism", entry.model.takes_mechanism);
    json.field("discretizer", id_of(entry.model.discretizer)).key("training").begin_object();
    // As text: `training_specs` says what each is.
    for (const ParamValue& value : entry.model.training) json.field(value.param, value.value);
    json.end_object().end_object();
  }
  json.end_array().key("tasks").begin_array();
  for (const CatalogTask& entry : catalog_tasks()) {
    write_common(json, entry.id, entry.task.text, entry.docs);
    json.field("kind", name_of(entry.task.kind)).field("data", entry.task.data).end_object();
  }
  json.end_array().key("discretizers").begin_array();
  for (const CatalogDiscretizer& entry : catalog_discretizers()) {
    write_common(json, entry.id, entry.discretizer.text, entry.docs);
    json.end_object();
  }
  json.end_array().key("decoders").begin_array();
  for (const CatalogDecoder& entry : catalog_decoders()) write_decoder(json, entry);
  json.end_array();
  write_params(json, "settings", training_specs());
}

}  // namespace attn
