#include "core/runs/asking.h"

#include "core/graph/multiplications.h"
#include "core/kernels/softmax.h"

namespace attn {

Status Asking::read(const Tensor& source, DecoderCall* call) {
  call->kind = CallKind::kEncode;
  rows_ = source.shape[0].size;
  memory_.clear(), carried_.clear();
  Graph graph;
  Recorder recorder(graph, context_of(speaker_.run, speaker_.parameters));
  const Memory memory = model().encode(recorder, given(graph, source, "source", "x"));
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  call->multiplications = multiplications(graph);
  for (const auto& [name, value] : memory) memory_[name] = computed(values, value);
  return {};
}

Status Asking::call(const Ask& ask, std::vector<Tensor>* out, DecoderCall* call) {
  Graph graph;
  Recorder recorder(graph, context_of(speaker_.run, speaker_.parameters));
  Memory memory;
  for (const auto& [name, tensor] : memory_) memory[name] = given(graph, tensor, "memory_" + name, "m");
  for (const auto& [name, tensor] : carried_) recorder.give(name, given(graph, tensor, "carried_" + name, "h"));
  const std::vector<Value> asked = ask(recorder, memory);
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  call->multiplications = multiplications(graph);
  for (const auto& [name, value] : recorder.left()) carried_[name] = computed(values, value);
  out->clear();
  for (const Value value : asked) out->push_back(computed(values, value));
  return {};
}

std::vector<std::vector<float>> last_log_shares(const Tensor& logits) {
  const int64_t rows = logits.shape[0].size, entries = logits.shape.columns();
  const int64_t queries = logits.shape.rows() / rows;
  std::vector<std::vector<float>> shares(static_cast<size_t>(rows));
  for (int64_t row = 0; row < rows; ++row) {
    shares[static_cast<size_t>(row)].resize(static_cast<size_t>(entries));
    const float* scores = logits.values.data() + ((row + 1) * queries - 1) * entries;
    kernels::log_softmax_row(scores, shares[static_cast<size_t>(row)].data(), entries);
  }
  return shares;
}

}  // namespace attn
