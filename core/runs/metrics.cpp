#include "core/runs/metrics.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/graph/evaluation.h"

namespace attn {
namespace {

// How many of a batch's targets are met.
void count_right(const Tensor& output, const Tensor& target, TaskKind kind, double tolerance, Score* score) {
  const int64_t n = target.shape.count();
  const int64_t pieces = says_numbers(kind) ? 1 : output.shape.columns();
  for (int64_t i = 0; i < n; ++i) {
    const float wanted = target.values[static_cast<size_t>(i)];
    const float* said = output.values.data() + i * pieces;
    if (says_numbers(kind)) {
      const double error = static_cast<double>(said[0]) - static_cast<double>(wanted);
      score->accuracy += error < tolerance && -error < tolerance ? 1 : 0;
    } else {
      if (wanted < 0) continue;
      score->accuracy += std::max_element(said, said + pieces) - said == static_cast<int64_t>(wanted) ? 1 : 0;
    }
    ++score->targets;
  }
}

}  // namespace

Status score(const Run& run, Parameters* parameters, const std::vector<Batch>& batches, Score* out) {
  *out = {};
  double losses = 0;
  for (const Batch& batch : batches) {
    Graph graph;
    Recorder recorder(graph, context_of(run, parameters));
    const Recorded recorded = record_batch(recorder, run, batch, /*smoothing=*/0);
    if (!graph.status().ok()) return graph.status();
    Evaluation<float> values(graph);
    const Status status = values.run();
    if (!status.ok()) return status;
    const Value output = recorded.prediction.output;
    const int64_t before = out->targets;
    count_right(computed(values, output), computed(values, recorded.targets), run.kind, run.examples->tolerance(), out);
    losses += static_cast<double>(values.cell(recorded.loss.node(), 0)) * static_cast<double>(out->targets - before);
  }
  const double targets = static_cast<double>(std::max<int64_t>(out->targets, 1));
  out->loss = losses / targets;
  out->accuracy /= targets;
  return {};
}

ErrorRates total(const ErrorsByLength& errors) {
  ErrorRates sum;
  for (const auto& [length, rates] : errors) {
    sum.examples += rates.examples, sum.wrong += rates.wrong;
    sum.edits += rates.edits, sum.symbols += rates.symbols;
  }
  return sum;
}

std::vector<Edits> edits_of(const Examples& examples, const Batch& batch, const std::vector<Decoded>& decoded) {
  std::vector<Edits> all;
  for (size_t row = 0; row < decoded.size(); ++row) {
    std::vector<std::vector<float>> references;
    if (row < batch.examples.size()) references = examples.references(batch.examples[row]);
    if (references.empty()) references = {without_end(row_of(batch.target, static_cast<int64_t>(row)))};
    Edits fewest{-1, 0};
    for (const std::vector<float>& reference : references) {
      const int64_t edits = edit_distance(decoded[row].pieces, reference);
      if (fewest.edits < 0 || edits < fewest.edits) fewest = {edits, static_cast<int64_t>(reference.size())};
    }
    all.push_back(fewest);
  }
  return all;
}

Status error_rates(const Decoder& decoder, const DecoderInput& input, const std::vector<Batch>& batches,
                   ErrorsByLength* out) {
  out->clear();
  DecoderInput given = input;
  for (const Batch& batch : batches) {
    given.source = batch.source;
    std::vector<Decoded> decoded;
    const Status status = decode_all(decoder, given, &decoded);
    if (!status.ok()) return status;
    ErrorRates& rates = (*out)[batch.source.shape.columns()];
    for (const Edits& one : edits_of(*input.models[0].run.examples, batch, decoded)) {
      ++rates.examples;
      rates.wrong += one.edits > 0 ? 1 : 0;
      rates.edits += one.edits;
      rates.symbols += one.symbols;
    }
  }
  return {};
}

Status error_rates(const Decoder& decoder, const Run& run, Parameters* parameters, const std::vector<Batch>& batches,
                   ErrorsByLength* out) {
  const Params defaults(decoder.text.params);
  DecoderInput input;
  input.models = {{run, parameters}}, input.params = &defaults, input.longest = longest_said(run.examples->sizes());
  return error_rates(decoder, input, batches, out);
}

int64_t edit_distance(std::span<const float> a, std::span<const float> b) {
  std::vector<int64_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t diagonal = row[0];
    row[0] = static_cast<int64_t>(i) + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const int64_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace attn
