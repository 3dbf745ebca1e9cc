// attention-digest [threads]: runs every mechanism at odd shapes and at each corner of its parameters and prints, one
// JSON line a run, the request, its tensor x, and a hash of every tensor of the trace. WASM replays the same requests:
// one different bit anywhere shows which tensor it is in.
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

std::string request_of(std::string_view id, const Corner& corner, int64_t tokens, int64_t width) {
  Json json;
  json.begin_object().field("entry", id).field("seed", 7);
  write_params(json, corner.params);
  const Index shape = {tokens, width};
  json.key("tensors").begin_object().field("x", shape).end_object();
  return json.end_object().str();
}

bool print_run(const std::string& request, int64_t count) {
  float* x = api::stage("x", count);
  Json line;
  line.begin_object().field("request", request).key("x").begin_array();
  for (int64_t i = 0; i < count; ++i) {
    x[i] = 4.0F * uniform(11, 0, static_cast<uint64_t>(i)) - 2.0F;
    line.number(static_cast<double>(x[i]));
  }
  line.end_array().key("tensors").begin_object();
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

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  using namespace attn;
  const std::string threads = argc > 1 ? argv[1] : "1";
  api::configure("{\"threads\":" + threads + ",\"parallel_threshold\":0}");
  constexpr int64_t kWidth = 20;  // no multiple of the 16 cells that reductions run over
  for (const CatalogVariant& entry : catalog_variants()) {
    for (const Corner& corner : corners(entry.variant.text.params)) {
      for (const int64_t tokens : {1, 3, 7, 17, 33}) {
        if (!print_run(request_of(entry.id, corner, tokens, kWidth), tokens * kWidth)) return 1;
      }
    }
  }
  std::fprintf(stderr, "%s\n", api::configure("{}").c_str());
  return 0;
}
