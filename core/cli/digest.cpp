// attention-digest [threads]: runs every mechanism at odd shapes, at each corner of its parameters and in each of its
// forms, and prints, one JSON line a run, the request, the tensors given, and a hash of every tensor of the trace. WASM
// replays the same requests: one different bit anywhere shows which tensor it is in.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/api/api.h"
#include "core/api/session.h"
#include "core/catalog/catalog.h"
#include "core/catalog/corners.h"
#include "core/tensor/random.h"

namespace attn {
namespace {

// FNV-1a over the bytes: enough to tell two runs apart, and simple to write again in JavaScript.
std::string hash_of(const float* values, int64_t count) {
  uint32_t hash = 0x811C9DC5;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values);
  for (int64_t i = 0; i < count * 4; ++i) hash = (hash ^ bytes[i]) * 0x01000193;
  char text[9];
  std::snprintf(text, sizeof text, "%08x", hash);
  return text;
}

void write_params(Json& json, const Params& params) {
  json.key("params").begin_object();
  for (const ParamSpec& spec : params.specs()) {
    json.key(spec.id);
    switch (spec.kind) {
      case ParamKind::kChoice:
        json.text(params.choice(spec.id));
        break;
      case ParamKind::kFlag:
        json.boolean(params.flag(spec.id));
        break;
      default:
        json.number(params.number(spec.id));
    }
  }
  json.end_object();
}

// What a run works on: so many words, and the words of another text to read, if any.
struct Given {
  int64_t tokens;
  int64_t source = 0;
};

constexpr int64_t kWidth = 20;  // no multiple of the 16 cells that reductions run over

std::string request_of(std::string_view id, const Corner& corner, Given given) {
  Json json;
  json.begin_object().field("entry", id).field("seed", 7);
  write_params(json, corner.params);
  json.key("tensors").begin_object().field("x", Index{given.tokens, kWidth});
  if (given.source > 0) json.field("source", Index{given.source, kWidth});
  return json.end_object().end_object().str();
}

// Stages `tokens` words and writes them out.
void give(std::string_view name, int64_t tokens, uint64_t stream, Json* line) {
  float* values = api::stage(name, tokens * kWidth);
  line->key(name).begin_array();
  for (int64_t i = 0; i < tokens * kWidth; ++i) {
    values[i] = 4.0F * uniform(11, stream, static_cast<uint64_t>(i)) - 2.0F;
    line->number(static_cast<double>(values[i]));
  }
  line->end_array();
}

bool print_run(std::string_view entry, const Corner& corner, Given given) {
  const std::string request = request_of(entry, corner, given);
  Json line;
  line.begin_object().field("request", request).key("given").begin_object();
  give("x", given.tokens, 0, &line);
  if (given.source > 0) give("source", given.source, 1, &line);
  line.end_object().key("tensors").begin_object();
  rapidjson::Document answer;
  const std::string text = api::run(request);
  answer.Parse(text.c_str());
  if (!answer["ok"].GetBool()) {
    std::fprintf(stderr, "%s\n%s\n", request.c_str(), text.c_str());
    return false;
  }
  const int id = answer["trace"].GetInt();
  const api::Trace& trace = *api::session().traces.at(id);
  for (int node = 0; node < static_cast<int>(trace.graph.nodes().size()); ++node) {
    line.field(trace.graph.name(node), hash_of(trace.values.data(node), trace.graph.node(node).shape.count()));
  }
  api::dispose(id);
  std::puts(line.end_object().end_object().str().c_str());
  return true;
}

// Every corner at odd lengths, and with another text where one can be read; every form once.
bool print_runs(const CatalogVariant& entry) {
  const EntryText& text = entry.variant.text;
  bool good = true;
  for (const Corner& corner : corners(text.params)) {
    for (const int64_t tokens : {1, 3, 7, 17, 33}) good = print_run(entry.id, corner, {tokens}) && good;
    if (text.takes_source) good = print_run(entry.id, corner, {7, 5}) && good;
  }
  for (const Corner& form : forms(text.params)) good = print_run(entry.id, form, {9}) && good;
  return good;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  using namespace attn;
  const std::string threads = argc > 1 ? argv[1] : "1";
  api::configure("{\"threads\":" + threads + ",\"parallel_threshold\":0}");
  bool good = true;  // the faults of all are said, not only the first
  for (const CatalogVariant& entry : catalog_variants()) good = print_runs(entry) && good;
  std::fprintf(stderr, "%s\n", api::configure("{}").c_str());
  return good ? 0 : 1;
}
