// ONNX's calls and programs of ops for JavaScript: in every flavour but the figure's, which asks for neither.
#include <emscripten/bind.h>

#include <string>

#include "core/api/api.h"

namespace {

std::string numeric(const std::string& request) { return attn::api::numeric(request); }

}  // namespace

EMSCRIPTEN_BINDINGS(numeric) { emscripten::function("numeric", &numeric); }
