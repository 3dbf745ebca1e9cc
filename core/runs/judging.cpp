#include "core/runs/judging.h"

#include <algorithm>

#include "core/graph/evaluation.h"
#include "core/kernels/softmax.h"

namespace attn {
namespace {

// The rows of a tensor whose first axis is a batch of one.
std::vector<std::vector<float>> rows_of(const Evaluation<float>& values, Value value) {
  const int64_t columns = value.shape().columns();
  std::vector<std::vector<float>> rows;
  for (int64_t row = 0; row < value.shape().rows(); ++row) {
    rows.emplace_back(static_cast<size_t>(columns));
    values.rows(value.node(), {row, row + 1}, rows.back().data());
  }
  return rows;
}

}  // namespace

Status judge(const Run& run, Parameters* parameters, const Tensor& source, Judgement* out) {
  Graph graph;
  Recorder recorder(graph, context_of(run, parameters));
  const Prediction prediction = run.model->predict(recorder, given(graph, source, "source", "x"));
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  const std::vector<float> logits = rows_of(values, prediction.output)[0];
  out->classes.resize(logits.size());
  kernels::softmax_row(logits.data(), out->classes.data(), static_cast<int64_t>(logits.size()));
  out->verdict = std::max_element(logits.begin(), logits.end()) - logits.begin();
  out->words = rows_of(values, prediction.attention[0]);
  out->sentences = rows_of(values, prediction.attention[1])[0];
  return {};
}

}  // namespace attn
