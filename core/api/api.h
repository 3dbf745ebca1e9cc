// One door between the core and everything else: requests and answers as JSON text, floats through buffers. WASM's
// bindings and the native tools use the same functions, so what is tested natively is what the page runs.
//
// Every answer is {"ok":true, ...} or {"ok":false,"error":{"kind","argument","got","takes"}}; nothing aborts on bad
// input. ARCHITECTURE.md states each request and answer. Not for use from several threads at once.
#ifndef CORE_API_API_H_
#define CORE_API_API_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn::api {

std::string catalog();

// {"threads":n,"parallel_threshold":work}, both optional -> {"threads","max_threads","workers_seen"}; the count of
// workers starts again.
std::string configure(std::string_view request);

// Room for a tensor of the next `run` or `numeric`; null when there is no memory for it.
float* stage(std::string_view name, int64_t count);

// At once, or in slices: a run that is not done after so many milliseconds answers
// {"trace":t,"more":true,"progress":p}, and `proceed` goes on with it until one of them gives the whole answer.
// `dispose` ends a run as it ends a trace.
inline constexpr double kNoEnd = 1e9;  // eleven days
std::string run(std::string_view request, double milliseconds = kNoEnd);
std::string proceed(int trace, double milliseconds = kNoEnd);
std::string explain(int trace, std::string_view tensor, std::string_view index);
std::string sources(int trace, std::string_view tensor, std::string_view index);
std::string tile(int trace, std::string_view tensor, std::string_view request);
void dispose(int trace);

std::string load_model(std::string_view id, std::span<const uint8_t> bytes);
std::string tokenize(std::string_view model, std::string_view text);
std::string embed(std::string_view model, std::string_view text);

// ONNX Attention, RotaryEmbedding and LinearAttention over staged tensors.
std::string numeric(std::string_view request);

}  // namespace attn::api

#endif  // CORE_API_API_H_
