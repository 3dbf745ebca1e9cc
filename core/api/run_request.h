// What a run is asked for: read from JSON, checked against the catalogue and the loaded models.
#ifndef CORE_API_RUN_REQUEST_H_
#define CORE_API_RUN_REQUEST_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/api/session.h"
#include "core/attention/setting.h"
#include "core/catalog/catalog.h"

namespace attn::api {

struct RunRequest {
  rapidjson::Document json;
  std::string entry;
  int64_t seed = 1;
  // One of the two, and what it says about itself.
  const CatalogVariant* variant = nullptr;
  const CatalogEncoder* encoder = nullptr;
  const EntryText* text = nullptr;
};

// The model that reads the request's text, the text cut into pieces, and which layer and head are meant.
struct Reading {
  const LoadedModel* loaded = nullptr;
  Tokenized text;
  Tokenized source;  // what is read, where it is another text
  int64_t layer = 1;
  int64_t head = 0;
};

Status read_run_request(std::string_view text, RunRequest* request);
// The values under `field`, each checked by its schema.
Status read_params(const rapidjson::Value& request, Params* params, const char* field = "params");
// Tensors that came with the request: x and source become words' vectors, the rest is offered as weights.
Status take_tensors(const rapidjson::Value& shapes, const Staged& given, const EntryText& entry, Setting* setting);
Status read_text_request(const rapidjson::Value& request, const EntryText& entry, Reading* reading);
// Cells put in by hand: {"overrides":{"pattern":[{"index":[0,1,2],"value":0.5}]}}, by the names of the record.
Status take_overrides(const rapidjson::Value& request, Trace* trace);

}  // namespace attn::api

#endif  // CORE_API_RUN_REQUEST_H_
