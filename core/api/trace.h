// A trace as JSON: its script of steps and its table of tensors.
#ifndef CORE_API_TRACE_H_
#define CORE_API_TRACE_H_

#include "core/api/session.h"

namespace attn::api {

void write_steps(Json& json, const Graph& graph);
void write_tensors(Json& json, const Trace& trace);
// How many rows of weights have nothing to read.
int64_t count_empty_rows(const Trace& trace);

}  // namespace attn::api

#endif  // CORE_API_TRACE_H_
