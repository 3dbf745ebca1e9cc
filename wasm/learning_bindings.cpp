// core/api/learning.h for JavaScript: only in the flavours that train and decode. Its bytes are staged like a model's.
#include <emscripten/bind.h>

#include <string>

#include "core/api/learning.h"
#include "wasm/staged_bytes.h"

namespace {

std::string learn(const std::string& request) {
  std::string answer = attn::api::learn(request, {attn::staged_bytes.data, attn::staged_bytes.count});
  attn::staged_bytes.reset(0);
  return answer;
}

}  // namespace

EMSCRIPTEN_BINDINGS(learning) { emscripten::function("learn", &learn); }
