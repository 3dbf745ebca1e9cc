// The way back through a trace: every tensor's gradient, and where one of its numbers comes from.
#include <algorithm>

#include "core/api/learning_runs.h"
#include "core/graph/gradient_terms.h"

namespace attn::api {
namespace {

struct Backward {
  std::vector<std::vector<float>> gradients;
  std::vector<float> buffer;
};

// Of traces by number. A trace that is gone takes its gradients with it at the next call.
std::map<int64_t, Backward>& backwards() {
  static std::map<int64_t, Backward> all;
  std::erase_if(all, [](const auto& one) { return !session().traces.contains(static_cast<int>(one.first)); });
  return all;
}

Status find_trace(const rapidjson::Value& request, int64_t* id, const Trace** trace) {
  Status status = read_integer(request, "trace", 0, 0, int64_t{1} << 31, id);
  if (!status.ok()) return status;
  const auto found = session().traces.find(static_cast<int>(*id));
  if (found == session().traces.end())
    return {ErrorKind::kNotFound, "trace", std::to_string(*id), "a trace that was not disposed"};
  *trace = found->second.get();
  return {};
}

Status find_tensor(const rapidjson::Value& request, const Graph& graph, const char* fallback, int* node) {
  std::string name;
  Status status = read_text(request, "tensor", fallback, &name);
  if (!status.ok()) return status;
  *node = graph.find(name);
  if (*node < 0) return {ErrorKind::kNotFound, "tensor", '"' + name + '"', "a tensor of this trace"};
  return {};
}

Status read_cell(const rapidjson::Value& request, const Shape& shape, Index* cell) {
  const auto found = request.FindMember("index");
  if (found == request.MemberEnd()) return invalid_input("index", "nothing", "a cell of " + shape.text());
  Status status = read_integers(found->value, "index", cell);
  if (!status.ok()) return status;
  return shape.contains(*cell) ? Status{} : invalid_input("index", "another place", "a cell of " + shape.text());
}

}  // namespace

// {"trace","tensor":"loss"[,"index"]} -> {"tensors":[{"name","offset"}],"buffer","count"}: d(tensor)/d(every tensor
// that it was made from); of a tensor with several cells, of the one at `index`.
std::string learn_gradients(const rapidjson::Value& request, std::span<const uint8_t>) {
  int64_t id = 0;
  int node = 0;
  const Trace* trace = nullptr;
  Status status = find_trace(request, &id, &trace);
  if (status.ok()) status = find_tensor(request, trace->graph, "loss", &node);
  if (!status.ok()) return failure(status);
  const Shape& shape = trace->graph.node(node).shape;
  std::vector<float> seed(static_cast<size_t>(shape.count()));
  Index cell(static_cast<size_t>(shape.rank()));
  if (shape.count() > 1) status = read_cell(request, shape, &cell);
  if (!status.ok()) return failure(status);
  seed[static_cast<size_t>(shape.flat(cell))] = 1.0F;

  Backward& backward = backwards()[id];
  backward.gradients = trace->values.gradients(node, seed);
  backward.buffer.clear();
  Answer answer;
  answer.key("tensors").begin_array();
  for (size_t i = 0; i < backward.gradients.size(); ++i) {
    const std::vector<float>& gradient = backward.gradients[i];
    if (gradient.empty()) continue;
    answer.begin_object().field("name", trace->graph.name(static_cast<int>(i)));
    answer.field("offset", static_cast<int64_t>(backward.buffer.size())).end_object();
    backward.buffer.insert(backward.buffer.end(), gradient.begin(), gradient.end());
  }
  answer.end_array().field("buffer", address(backward.buffer.data()));
  answer.field("count", static_cast<int64_t>(backward.buffer.size()));
  return answer.close();
}

// {"trace","tensor","index"} -> {"value","terms":[{"tensor","index","slope","upstream"}]}, the largest products first.
std::string learn_explain_gradient(const rapidjson::Value& request, std::span<const uint8_t>) {
  int64_t id = 0;
  int node = 0;
  Index cell;
  const Trace* trace = nullptr;
  Status status = find_trace(request, &id, &trace);
  if (status.ok()) status = find_tensor(request, trace->graph, "", &node);
  if (status.ok()) status = read_cell(request, trace->graph.node(node).shape, &cell);
  if (!status.ok()) return failure(status);
  const auto backward = backwards().find(id);
  if (backward == backwards().end() || backward->second.gradients[static_cast<size_t>(node)].empty())
    return failure({ErrorKind::kNotFound, "tensor", trace->graph.name(node), "one that the last `gradients` reached"});
  const auto& gradients = backward->second.gradients;
  const int64_t flat = trace->graph.node(node).shape.flat(cell);
  std::vector<GradientTerm> terms = gradient_terms(trace->graph, trace->values, gradients, node, flat);
  std::stable_sort(terms.begin(), terms.end(), [](const GradientTerm& a, const GradientTerm& b) {
    const float x = a.slope * a.upstream, y = b.slope * b.upstream;
    return (x < 0 ? -x : x) > (y < 0 ? -y : y);
  });
  Answer answer;
  answer.field("value", static_cast<double>(gradients[static_cast<size_t>(node)][static_cast<size_t>(flat)]));
  answer.key("terms").begin_array();
  for (const GradientTerm& term : terms) {
    const Index index = trace->graph.node(term.node).shape.index(term.flat);
    answer.begin_object().field("tensor", trace->graph.name(term.node)).field("index", index);
    answer.field("slope", static_cast<double>(term.slope)).field("upstream", static_cast<double>(term.upstream));
    answer.end_object();
  }
  answer.end_array();
  return answer.close();
}

}  // namespace attn::api
