#include "core/runs/coding.h"

#include <algorithm>
#include <numeric>

namespace attn {
namespace {

Status no_codes() { return invalid_input("run", "a model without codes", "one that makes pictures of codes"); }

// A record of what is not trained, computed.
struct Computing {
  Computing(const Run& run, Parameters* parameters) : recorder(graph, context_of(run, parameters)), values(graph) {}
  Status compute() { return graph.status().ok() ? values.run() : graph.status(); }
  std::vector<float> numbers(Value value) const { return computed(values, value).values; }
  std::vector<int64_t> codes(const std::vector<Value>& blocks) const {
    std::vector<std::vector<float>> each;
    for (const Value& block : blocks) each.push_back(numbers(block));
    return joined_codes(each, code_sizes(recorder).entries);
  }

  Graph graph;
  Recorder recorder;
  Evaluation<float> values;
};

template <class T>
void append(std::vector<T>* to, const std::vector<T>& from) {
  to->insert(to->end(), from.begin(), from.end());
}

double distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double apart = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += apart * apart;
  }
  return sum;
}

}  // namespace

int64_t CodeShape::codes() const {
  int64_t all = 1;
  for (int64_t block = 0; block < sizes.blocks; ++block) all *= sizes.entries;
  return all;
}

Status code_shape(const Run& run, Parameters* parameters, CodeShape* out) {
  if (run.kind != TaskKind::kCopies || !run.model->from_codes || !run.discretization.discretizer) return no_codes();
  Graph graph;
  Recorder recorder(graph, context_of(run, parameters));
  const Tensor blank = blank_batch(run.kind, run.examples->sizes()).source;
  const Prediction prediction = run.model->predict(recorder, given(graph, blank, "source", "x"));
  if (!graph.status().ok()) return graph.status();
  const Shape& shape = prediction.encoded.shape();  // [batch, row, column, model]
  *out = {shape[1].size, shape[2].size, shape[3].size, code_sizes(recorder)};
  return {};
}

std::vector<int64_t> joined_codes(const std::vector<std::vector<float>>& blocks, int64_t entries) {
  std::vector<int64_t> numbers(blocks[0].size());
  for (size_t block = blocks.size(); block-- > 0;) {
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = numbers[i] * entries + static_cast<int64_t>(blocks[block][i]);
  }
  return numbers;
}

std::vector<std::vector<float>> codes_in_blocks(std::span<const int64_t> numbers, const CodeSizes& sizes) {
  std::vector<std::vector<float>> blocks(static_cast<size_t>(sizes.blocks));
  for (int64_t number : numbers) {
    for (std::vector<float>& block : blocks) {
      block.push_back(static_cast<float>(number % sizes.entries));
      number /= sizes.entries;
    }
  }
  return blocks;
}

Status code_pictures(const Run& run, Parameters* parameters, const std::vector<Batch>& batches, Coded* out) {
  *out = {};
  double sum = 0;
  for (const Batch& batch : batches) {
    Computing on(run, parameters);
    const Prediction made = run.model->predict(on.recorder, given(on.graph, batch.source, "source", "x"));
    const Status status = on.compute();
    if (!status.ok()) return status;
    append(&out->vectors, on.numbers(made.encoded));
    append(&out->codes, on.codes(made.discrete.codes));
    const std::vector<float> pictures = on.numbers(made.output);
    append(&out->pictures, pictures);
    sum += distance(pictures, batch.target.values);
    out->count += batch.size();
  }
  out->error = sum / static_cast<double>(std::max<size_t>(out->pictures.size(), 1));
  return {};
}

Status draw_codes(const Run& run, Parameters* parameters, const CodeShape& shape, std::span<const int64_t> numbers,
                  std::vector<float>* pictures) {
  const int64_t count = static_cast<int64_t>(numbers.size()) / (shape.rows * shape.columns);
  Computing on(run, parameters);
  std::vector<Value> codes;
  for (std::vector<float>& block : codes_in_blocks(numbers, shape.sizes)) {
    const Tensor tensor{{{axis::kBatch, count}, {axis::kRow, shape.rows}, {axis::kColumn, shape.columns}},
                        std::move(block)};
    codes.push_back(given(on.graph, tensor, "codes", "k"));
  }
  const Value drawn = run.model->from_codes(on.recorder, codes);
  const Status status = on.compute();
  if (status.ok()) *pictures = on.numbers(drawn);
  return status;
}

Status codes_of(const Run& run, Parameters* parameters, const CodeShape& shape, std::span<const float> vectors,
                std::vector<int64_t>* numbers) {
  const int64_t count = static_cast<int64_t>(vectors.size()) / shape.width;
  Computing on(run, parameters);
  const Tensor tensor{{{axis::kTime, count}, {axis::kModel, shape.width}}, {vectors.begin(), vectors.end()}};
  const Discrete discrete = quantise(on.recorder, given(on.graph, tensor, "vectors", "x"));
  const Status status = on.compute();
  if (status.ok()) *numbers = on.codes(discrete.codes);
  return status;
}

Status code_vectors(const Run& run, Parameters* parameters, const CodeShape& shape, std::vector<float>* table) {
  table->clear();
  if (shape.codes() > kMostListed) return {};
  std::vector<int64_t> all(static_cast<size_t>(shape.codes()));
  std::iota(all.begin(), all.end(), 0);
  Computing on(run, parameters);
  std::vector<Value> codes;
  for (std::vector<float>& block : codes_in_blocks(all, shape.sizes)) {
    const Tensor tensor{{{axis::kTime, shape.codes()}}, std::move(block)};
    codes.push_back(given(on.graph, tensor, "codes", "k"));
  }
  const Value vectors = look_up(on.recorder, codes, shape.width);
  const Status status = on.compute();
  if (status.ok()) *table = on.numbers(vectors);
  return status;
}

bool takes_nearest(std::span<const float> vectors, std::span<const int64_t> numbers, std::span<const float> table,
                   int64_t width) {
  // |x|^2 - 2 x e + |e|^2 in float loses about so much of |x|^2 + |e|^2.
  constexpr double kRounding = 1e-5;
  if (table.empty()) return false;
  const auto step = static_cast<size_t>(width);
  const std::vector<float> zero(step);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const std::span<const float> x = vectors.subspan(i * step, step);
    const std::span<const float> taken = table.subspan(static_cast<size_t>(numbers[i]) * step, step);
    const double far = distance(x, taken);
    const double allowed = far - kRounding * (distance(x, zero) + distance(taken, zero));
    for (size_t at = 0; at < table.size(); at += step) {
      if (distance(x, table.subspan(at, step)) < allowed) return false;
    }
  }
  return true;
}

}  // namespace attn
