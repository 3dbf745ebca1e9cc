// core/api for JavaScript, name by name; nothing is decided here. web/engine/core-module.ts is the other side.
//
// Text goes in and comes out; floats go through views over WASM memory, which JavaScript fills or copies at once,
// since the memory may grow and move with any later call.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/api/api.h"
#include "wasm/staged_bytes.h"

namespace attn {
StagedBytes staged_bytes;
}  // namespace attn

namespace {

using attn::staged_bytes;
using emscripten::typed_memory_view;
using emscripten::val;

// Is there memory for so many bytes? Without exceptions, `new` itself ends the page when there is none.
bool has_room(double bytes) {
  constexpr double kMost = 2147483647.0;  // the address space of flags.cmake
  if (!(bytes >= 0.0 && bytes < kMost)) return false;
  void* probe = std::malloc(static_cast<size_t>(bytes) + 1);
  std::free(probe);
  return probe != nullptr;
}

// An empty view when there is no room: JavaScript sees that by its length.
val stage(const std::string& name, double count) {
  float* at = has_room(count * sizeof(float)) ? attn::api::stage(name, static_cast<int64_t>(count)) : nullptr;
  return val(typed_memory_view(at ? static_cast<size_t>(count) : 0, at));
}

val stage_bytes(double count) {
  staged_bytes.reset(has_room(count) ? static_cast<size_t>(count) : 0);
  return val(typed_memory_view(staged_bytes.count, staged_bytes.data));
}

val floats(uint32_t address, uint32_t count) {
  return val(typed_memory_view(count, reinterpret_cast<const float*>(address)));
}

std::string configure(const std::string& request) { return attn::api::configure(request); }
std::string run(const std::string& request, double milliseconds) { return attn::api::run(request, milliseconds); }
std::string proceed(int trace, double milliseconds) { return attn::api::proceed(trace, milliseconds); }

std::string explain(int trace, const std::string& tensor, const std::string& index) {
  return attn::api::explain(trace, tensor, index);
}
std::string sources(int trace, const std::string& tensor, const std::string& index) {
  return attn::api::sources(trace, tensor, index);
}
std::string tile(int trace, const std::string& tensor, const std::string& request) {
  return attn::api::tile(trace, tensor, request);
}

std::string load_model(const std::string& id) {
  std::string answer = attn::api::load_model(id, {staged_bytes.data, staged_bytes.count});
  staged_bytes.reset(0);
  return answer;
}
std::string tokenize(const std::string& model, const std::string& text) { return attn::api::tokenize(model, text); }
std::string embed(const std::string& model, const std::string& text) { return attn::api::embed(model, text); }

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("catalog", &attn::api::catalog);
  function("configure", &configure);
  function("stage", &stage);
  function("stage_bytes", &stage_bytes);
  function("floats", &floats);
  function("run", &run);
  function("proceed", &proceed);
  function("explain", &explain);
  function("sources", &sources);
  function("tile", &tile);
  function("dispose", &attn::api::dispose);
  function("load_model", &load_model);
  function("tokenize", &tokenize);
  function("embed", &embed);
}
