#include "core/api/trace.h"

#include <algorithm>
#include <cmath>

namespace attn::api {
namespace {

constexpr std::string_view kRoles[] = {"none", "query", "key", "value", "weights", "output"};
constexpr std::string_view kOrigins[] = {"given", "trained", "seeded", "fixed"};

// Weights and tables are tensors but no steps: they are there before anything happens.
bool is_step(const Node& node) { return node.op || !node.text.stage.empty(); }

struct Extremes {
  float min = 0;
  float max = 0;
};

Extremes finite_extremes(const float* values, int64_t count) {
  Extremes result;
  bool first = true;
  for (int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) continue;
    result.min = first ? values[i] : std::min(result.min, values[i]);
    result.max = first ? values[i] : std::max(result.max, values[i]);
    first = false;
  }
  return result;
}

void write_axes(Json& json, const Shape& shape) {
  json.key("axes").begin_array();
  for (const Dim& dim : shape.dims()) json.text(dim.axis);
  json.end_array();
}

}  // namespace

void write_steps(Json& json, const Graph& graph) {
  json.key("steps").begin_array();
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    if (!is_step(node)) continue;
    json.begin_object().field("id", node.text.id).field("scope", node.scope).field("stage", node.text.stage);
    json.field("label", node.text.label).field("title", node.text.title).field("note", node.text.note);
    json.field("op", node.op ? node.op->name() : "leaf").key("inputs").begin_array();
    for (const int input : node.inputs) json.text(graph.name(input));
    json.end_array().field("output", graph.name(static_cast<int>(i)));
    write_axes(json, node.shape);
    json.field("latex", node.text.latex).end_object();
  }
  json.end_array();
}

void write_tensors(Json& json, const Trace& trace) {
  const Graph& graph = trace.graph;
  json.key("tensors").begin_array();
  for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) {
    const Node& node = graph.node(i);
    const bool whole = trace.values.offset(i) >= 0;
    const Extremes extremes = whole ? finite_extremes(trace.values.data(i), node.shape.count()) : Extremes{};
    json.begin_object().field("name", graph.name(i)).field("symbol", node.text.symbol);
    json.field("role", kRoles[static_cast<size_t>(node.text.role)]).key("shape").begin_array();
    for (const Dim& dim : node.shape.dims()) json.integer(dim.size);
    json.end_array();
    write_axes(json, node.shape);
    json.field("dtype", node.op && node.op->makes_mask() ? "mask" : "f32").field("whole", whole);
    json.field("min", static_cast<double>(extremes.min)).field("max", static_cast<double>(extremes.max));
    json.field("offset", trace.values.offset(i));
    if (!node.op) json.field("origin", kOrigins[static_cast<size_t>(node.origin)]);
    json.end_object();
  }
  json.end_array();
}

int64_t count_empty_rows(const Trace& trace) {
  int64_t empty = 0;
  for (int i = 0; i < static_cast<int>(trace.graph.nodes().size()); ++i) {
    const Node& node = trace.graph.node(i);
    if (!node.op || node.text.stage != "normalise" || !trace.values.whole(i)) continue;
    const float* values = trace.values.data(i);
    for (int64_t row = 0; row < node.shape.rows(); ++row) {
      const float* begin = values + row * node.shape.columns();
      empty += std::all_of(begin, begin + node.shape.columns(), [](float weight) { return weight == 0.0F; }) ? 1 : 0;
    }
  }
  return empty;
}

}  // namespace attn::api
