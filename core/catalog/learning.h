// What can learn, what it can learn, and how it is decoded: models, tasks and decoders as one list, and it as JSON.
// Apart from the catalogue of mechanisms, so that a program which only steps through those does not carry it.
#ifndef CORE_CATALOG_LEARNING_H_
#define CORE_CATALOG_LEARNING_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/layers/discretizer.h"
#include "core/layers/model.h"
#include "core/runs/decoder.h"
#include "core/tensor/json.h"
#include "core/training/task.h"

namespace attn {

struct CatalogModel {
  std::string_view id;
  std::string_view stem;
  Model model;
  EntryDocs docs;
};

struct CatalogTask {
  std::string_view id;
  std::string_view stem;
  Task task;
  EntryDocs docs;
};

struct CatalogDiscretizer {
  std::string_view id;
  std::string_view stem;
  Discretizer discretizer;
  EntryDocs docs;
};

struct CatalogDecoder {
  std::string_view id;
  std::string_view stem;
  Decoder decoder;
  EntryDocs docs;
};

// Made once; parameters of runs point into it.
const std::vector<CatalogModel>& catalog_models();
const std::vector<CatalogTask>& catalog_tasks();
const std::vector<CatalogDecoder>& catalog_decoders();
const CatalogModel* find_model(std::string_view id);
const CatalogTask* find_task(std::string_view id);
const std::vector<CatalogDiscretizer>& catalog_discretizers();
const CatalogDiscretizer* find_discretizer(std::string_view id);
// By its file's name, by which other files call it.
const CatalogDiscretizer* discretizer_of_file(std::string_view stem);
const CatalogDecoder* find_decoder(std::string_view id);
// The one that all others are measured against.
const Decoder& base_decoder();
// The one that a model alone is decoded and measured with: the base decoder, or the first that asks for nothing but
// such a model; null where it says no texts.
const Decoder* decoder_of(const Model& model);

// The fields of `LearningCatalog` in web/engine/types/learning.ts.
void write_learning(Json& json);

}  // namespace attn

#endif  // CORE_CATALOG_LEARNING_H_
