// Loading models and asking them about texts.
#include "core/api/api.h"
#include "core/api/session.h"
#include "core/catalog/catalog.h"

namespace attn::api {
namespace {

Status loaded(std::string_view id, const LoadedModel** out) {
  const auto found = session().models.find(id);
  if (found == session().models.end()) {
    return {ErrorKind::kNotFound, "model", '"' + std::string(id) + '"', "a model that is loaded"};
  }
  *out = &found->second;
  return {};
}

}  // namespace

std::string catalog() { return catalog_json(); }

// Which of the catalogue's models a file belongs to, the file itself says: each is asked until one takes it.
std::string load_model(std::string_view id, std::span<const uint8_t> bytes) {
  Status status{ErrorKind::kBadModel, "model", "a catalogue without models", "a model of the catalogue"};
  for (const CatalogEncoder& entry : catalog_encoders()) {
    LoadedModel loaded{entry.id, entry.encoder.load(bytes, &status), static_cast<int64_t>(bytes.size())};
    if (!loaded.model) continue;
    const TextModel& model = *loaded.model;
    Answer answer;
    answer.field("id", id).field("entry", loaded.entry).field("layers", model.layers()).key("heads").begin_array();
    for (int layer = 1; layer <= model.layers(); ++layer) answer.integer(model.heads(layer));
    answer.end_array().key("available").begin_array();
    for (const auto& [layer, head] : model.available()) answer.begin_array().integer(layer).integer(head).end_array();
    answer.end_array().field("bytes", loaded.bytes);
    session().models[std::string(id)] = std::move(loaded);
    return answer.close();
  }
  return failure(status);
}

std::string tokenize(std::string_view id, std::string_view text) {
  const LoadedModel* found = nullptr;
  const Status status = loaded(id, &found);
  if (!status.ok()) return failure(status);
  const Tokenized tokens = found->model->tokenize(text);
  Answer answer;
  write_pieces(answer, "pieces", tokens);
  answer.key("outside").begin_array();
  for (const std::string& word : tokens.outside) answer.text(word);
  answer.end_array();
  return answer.close();
}

std::string embed(std::string_view id, std::string_view text) {
  const LoadedModel* found = nullptr;
  const Status status = loaded(id, &found);
  if (!status.ok()) return failure(status);
  const Tokenized tokens = found->model->tokenize(text);
  if (!tokens.outside.empty())
    return failure(invalid_input("text", "words outside this vocabulary", "words of the loaded model"));
  session().answer = found->model->embed(tokens);
  if (session().answer.empty()) {
    return failure({ErrorKind::kNotFound, "model", '"' + std::string(id) + '"', "a model with all its layers"});
  }
  Answer answer;
  answer.field("buffer", address(session().answer.data()));
  answer.field("count", static_cast<int64_t>(session().answer.size()));
  return answer.close();
}

}  // namespace attn::api
