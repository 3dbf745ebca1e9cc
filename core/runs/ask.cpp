#include "core/runs/ask.h"

#include "core/graph/multiplications.h"

namespace attn {

Status ask(const Recorder::Context& context, const Tensors& memory, const Tensors& carried, const Ask& what,
           Answered* out) {
  Graph graph;
  Recorder recorder(graph, context);
  Memory known;
  for (const auto& [name, tensor] : memory) known[name] = given(graph, tensor, "memory_" + name, "m");
  for (const auto& [name, tensor] : carried) recorder.give(name, given(graph, tensor, "carried_" + name, "h"));
  const std::vector<Value> asked = what(recorder, known);
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  *out = {{}, {}, recorder.places(), multiplications(graph)};
  for (const Value value : asked) out->tensors.push_back(computed(values, value));
  for (const auto& [name, value] : recorder.left()) out->carried[name] = computed(values, value);
  return {};
}

Status read_source(const Run& run, const Recorder::Context& context, const Tensor& source, Tensors* memory,
                   double* multiplications) {
  std::vector<std::string> names;
  Answered answered;
  Status status = ask(
      context, {}, {},
      [&](Recorder& recorder, const Memory&) {
        std::vector<Value> values;
        for (const auto& [name, value] : run.model->encode(recorder, given(recorder.graph(), source, "source", "x"))) {
          names.push_back(name);
          values.push_back(value);
        }
        return values;
      },
      &answered);
  if (!status.ok()) return status;
  memory->clear();
  for (size_t i = 0; i < names.size(); ++i) (*memory)[names[i]] = std::move(answered.tensors[i]);
  *multiplications = answered.multiplications;
  return {};
}

}  // namespace attn
