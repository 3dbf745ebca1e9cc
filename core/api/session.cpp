#include "core/api/session.h"

#include "core/api/api.h"
#include "core/kernels/threads.h"
#include "core/tensor/memory.h"

namespace attn::api {

Session& session() {
  static Session only;
  return only;
}

std::string failure(const Status& status) {
  static constexpr std::string_view kKinds[] = {"none",      "invalid_input", "too_large",
                                                "not_found", "bad_model",     "diverged"};
  Json json;
  json.begin_object().field("ok", false).key("error").begin_object();
  json.field("kind", kKinds[static_cast<size_t>(status.kind)]).field("argument", status.argument);
  json.field("got", status.got).field("takes", status.takes);
  return json.end_object().end_object().str();
}

void write_pieces(Json& json, std::string_view name, const Tokenized& text) {
  json.key(name).begin_array();
  for (const TokenPiece& piece : text.pieces) {
    json.begin_object().field("id", piece.id).field("begin", piece.begin).field("end", piece.end);
    json.field("word_start", piece.word_start).end_object();
  }
  json.end_array();
}

Status parse(std::string_view text, rapidjson::Document* out) {
  // Iterative: a deeply nested request must not overflow WASM's small stack.
  out->Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  if (out->HasParseError() || !out->IsObject())
    return invalid_input("request", "text that is no JSON object", "a JSON object");
  return {};
}

Status read_text(const rapidjson::Value& object, const char* field, std::string_view fallback, std::string* out) {
  const auto found = object.FindMember(field);
  if (found == object.MemberEnd()) {
    *out = fallback;
    return {};
  }
  if (!found->value.IsString()) return invalid_input(field, "something else", "text");
  out->assign(found->value.GetString(), found->value.GetStringLength());
  return {};
}

Status read_integer(const rapidjson::Value& object, const char* field, int64_t fallback, int64_t min, int64_t max,
                    int64_t* out) {
  const auto found = object.FindMember(field);
  *out = fallback;
  if (found == object.MemberEnd()) return {};
  const std::string takes = "a whole number from " + std::to_string(min) + " to " + std::to_string(max);
  if (!found->value.IsInt64()) return invalid_input(field, "something else", takes);
  *out = found->value.GetInt64();
  if (*out < min || *out > max) return invalid_input(field, std::to_string(*out), takes);
  return {};
}

Status read_integers(const rapidjson::Value& value, std::string_view name, std::vector<int64_t>* out) {
  Status wrong = invalid_input(std::string(name), "something else", "a list of whole numbers");
  if (!value.IsArray()) return wrong;
  out->clear();
  for (const rapidjson::Value& item : value.GetArray()) {
    if (!item.IsInt64()) return wrong;
    out->push_back(item.GetInt64());
  }
  return {};
}

float* stage(std::string_view name, int64_t count) {
  // 256 Mi floats = 1 GB: more than the core would accept, and less than a size that wraps.
  constexpr int64_t kMost = int64_t{256} << 20;
  if (count < 0 || count > kMost || !memory_for(count * static_cast<int64_t>(sizeof(float)))) return nullptr;
  auto values = std::make_shared<std::vector<float>>(static_cast<size_t>(count));
  float* at = values->data();
  session().staged[std::string(name)] = std::move(values);
  return at;
}

std::string configure(std::string_view request) {
  rapidjson::Document document;
  int64_t threads = 0, threshold = 0;
  // 64: more than a browser offers to one page.
  Status status = parse(request, &document);
  if (status.ok()) status = read_integer(document, "threads", kernels::threads(), 1, 64, &threads);
  if (status.ok()) status = read_integer(document, "parallel_threshold", -1, -1, int64_t{1} << 60, &threshold);
  if (!status.ok()) return failure(status);
  kernels::set_threads(static_cast<int>(threads));
  if (threshold >= 0) kernels::set_parallel_threshold(threshold);
  Answer answer;
  answer.field("threads", kernels::threads()).field("max_threads", kernels::max_threads());
  answer.field("workers_seen", kernels::workers_seen());
  kernels::reset_workers_seen();
  return answer.close();
}

}  // namespace attn::api
