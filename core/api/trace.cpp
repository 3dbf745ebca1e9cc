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
    if (trace.values.edits(i) > 0) json.field("edited", trace.values.edits(i));
    json.end_object();
  }
  json.end_array();
}

namespace {

// Rows with nothing but 0, read in slabs: a tensor may be too large to be kept.
int64_t count_zero_rows(const Trace& trace, int index) {
  const Shape& shape = trace.graph.node(index).shape;
  const int64_t columns = shape.columns();
  const int64_t slab = std::max<int64_t>((int64_t{1} << 20) / std::max<int64_t>(columns, 1), 1);  // 4 MB at a time
  std::vector<float> values;
  int64_t zero = 0;
  for (int64_t begin = 0; begin < shape.rows(); begin += slab) {
    const int64_t end = std::min(begin + slab, shape.rows());
    values.resize(static_cast<size_t>((end - begin) * columns));
    trace.values.rows(index, {begin, end}, values.data());
    for (auto row = values.begin(); row != values.end(); row += columns) {
      zero += std::all_of(row, row + columns, [](float value) { return value == 0.0F; }) ? 1 : 0;
    }
  }
  return zero;
}

// The nearest mask on the way to a tensor, back along what it was made of first; -1 if there is none.
int mask_behind(const Graph& graph, int index) {
  for (const Node* node = &graph.node(index); node->op && !node->inputs.empty(); node = &graph.node(node->inputs[0])) {
    for (const int input : node->inputs) {
      const Node& at = graph.node(input);
      if (at.op && at.op->makes_mask()) return input;
    }
  }
  return -1;
}

// A block's weights are the last tensor of that stage; what leads to them may well have rows of zeros.
bool are_weights(const Graph& graph, int index) {
  const auto normalises = [&](int i) { return graph.node(i).op && graph.node(i).text.stage == "normalise"; };
  if (!normalises(index)) return false;
  for (int later = index + 1; later < static_cast<int>(graph.nodes().size()); ++later) {
    if (normalises(later) && graph.node(later).scope == graph.node(index).scope) return false;
  }
  return true;
}

}  // namespace

int64_t count_empty_rows(const Trace& trace) {
  const Graph& graph = trace.graph;
  int64_t empty = 0;
  for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) {
    const Node& node = graph.node(i);
    if (!are_weights(graph, i)) continue;
    if (trace.values.whole(i)) {
      empty += count_zero_rows(trace, i);
      continue;
    }
    // Weights that are not kept would have to be computed once more; the mask that empties their rows costs nothing.
    const int mask = mask_behind(graph, i);
    if (mask >= 0) empty += count_zero_rows(trace, mask) * (node.shape.rows() / graph.node(mask).shape.rows());
  }
  return empty;
}

}  // namespace attn::api
