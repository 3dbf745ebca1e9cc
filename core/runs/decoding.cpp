#include "core/runs/decoding.h"

#include <algorithm>
#include <chrono>

#include "core/kernels/softmax.h"

namespace attn {
namespace {

// Writes how long it lived. Time stands beside results and never in them.
class Stopwatch {
 public:
  explicit Stopwatch(double* milliseconds) : milliseconds_(milliseconds) {}
  ~Stopwatch() { *milliseconds_ = std::chrono::duration<double, std::milli>(Clock::now() - began_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double* milliseconds_;
  Clock::time_point began_ = Clock::now();
};

// The same tensor with other entries along the batch axis; one without that axis serves all rows.
Tensor reordered(const Tensor& tensor, const std::vector<int64_t>& from) {
  const int at = tensor.shape.find(axis::kBatch);
  if (at < 0) return tensor;
  const int64_t inner = tensor.shape.stride(at), size = tensor.shape[at].size;
  const int64_t outer = tensor.shape.count() / (inner * size);
  Tensor out{tensor.shape.with(at, {axis::kBatch, static_cast<int64_t>(from.size())}), {}};
  out.values.reserve(static_cast<size_t>(out.shape.count()));
  for (int64_t o = 0; o < outer; ++o) {
    for (const int64_t row : from) {
      const auto first = tensor.values.begin() + (o * size + row) * inner;
      out.values.insert(out.values.end(), first, first + inner);
    }
  }
  return out;
}

// Where row `row` looked for its last piece: the mean over heads of weights [..., batch, query, key].
std::vector<float> last_alignment(const Tensor& weights, int64_t row) {
  const Shape& shape = weights.shape;
  const int batch = shape.find(axis::kBatch), query = shape.find(axis::kQuery);
  const int64_t keys = shape.columns();
  std::vector<float> mean(static_cast<size_t>(keys));
  int64_t counted = 0;
  for (int64_t r = 0; r < shape.rows(); ++r) {
    const Index index = shape.index(r * keys);
    if (batch >= 0 && index[static_cast<size_t>(batch)] != row) continue;
    if (query >= 0 && index[static_cast<size_t>(query)] != shape[query].size - 1) continue;
    for (int64_t k = 0; k < keys; ++k)
      mean[static_cast<size_t>(k)] += weights.values[static_cast<size_t>(r * keys + k)];
    ++counted;
  }
  for (float& weight : mean) weight /= static_cast<float>(std::max<int64_t>(counted, 1));
  return mean;
}

}  // namespace

Recorder::Context Decoding::context() const {
  Recorder::Context context = context_of(run_, parameters_);
  // Every call draws anew.
  if (run_.draws_choices) context.step = calls_;
  return context;
}

Status Decoding::read(const Tensor& source) {
  const Stopwatch watch(&milliseconds_);
  Graph graph;
  Recorder recorder(graph, context());
  const Memory memory = run_.model->encode(recorder, given(graph, source, "source", "x"));
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  memory_.clear(), carried_.clear();
  for (const auto& [name, value] : memory) memory_[name] = computed(values, value);
  rows_ = source.shape[0].size;
  texts_.assign(static_cast<size_t>(rows_), {});
  return {};
}

Status Decoding::next(const std::vector<int64_t>& pieces, std::vector<NextPiece>* said) {
  const Stopwatch watch(&milliseconds_);
  for (size_t row = 0; row < pieces.size(); ++row) texts_[row].push_back(static_cast<float>(pieces[row]));
  const bool continues = run_.model->continues;
  const int64_t length = continues ? 1 : static_cast<int64_t>(texts_[0].size());
  Tensor inputs{{{axis::kBatch, rows_}, {axis::kQuery, length}}, {}};
  for (const std::vector<float>& text : texts_)
    inputs.values.insert(inputs.values.end(), text.end() - length, text.end());

  Graph graph;
  Recorder recorder(graph, context());
  Memory memory;
  for (const auto& [name, tensor] : memory_) memory[name] = given(graph, tensor, "memory_" + name, "m");
  for (const auto& [name, tensor] : carried_) recorder.give(name, given(graph, tensor, "carried_" + name, "h"));
  const Prediction prediction = run_.model->decode(recorder, memory, given(graph, inputs, "inputs", "y"));
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph);
  Status status = values.run();
  if (!status.ok()) return status;
  ++calls_;
  carried_.clear();
  for (const auto& [name, value] : recorder.left()) carried_[name] = computed(values, value);

  const Tensor logits = computed(values, prediction.output);  // [batch, query, piece]
  const int64_t vocabulary = logits.shape.columns();
  Tensor weights, chances;
  if (!prediction.attention.empty()) weights = computed(values, prediction.attention[0]);
  if (prediction.chances.valid()) chances = computed(values, prediction.chances);
  said->assign(static_cast<size_t>(rows_), {});
  for (int64_t row = 0; row < rows_; ++row) {
    NextPiece& next = (*said)[static_cast<size_t>(row)];
    next.log_shares.resize(static_cast<size_t>(vocabulary));
    const float* last = logits.values.data() + ((row + 1) * length - 1) * vocabulary;
    kernels::log_softmax_row(last, next.log_shares.data(), vocabulary);
    if (!weights.values.empty()) next.alignment = last_alignment(weights, row);
    if (!chances.values.empty()) next.chances = last_alignment(chances, row);
  }
  return {};
}

void Decoding::reorder(const std::vector<int64_t>& from) {
  for (auto* tensors : {&memory_, &carried_}) {
    for (auto& [name, tensor] : *tensors) tensor = reordered(tensor, from);
  }
  std::vector<std::vector<float>> texts;
  for (const int64_t row : from) texts.push_back(texts_[static_cast<size_t>(row)]);
  texts_ = std::move(texts);
  rows_ = static_cast<int64_t>(from.size());
}

Status greedy(const Run& run, Parameters* parameters, const Tensor& source, int64_t longest,
              std::vector<Decoded>* out) {
  Decoding decoding(run, parameters);
  Status status = decoding.read(source);
  if (!status.ok()) return status;
  const size_t rows = static_cast<size_t>(decoding.rows());
  out->assign(rows, {});
  std::vector<bool> done(rows);
  std::vector<int64_t> pieces(rows, kStartPiece);
  std::vector<NextPiece> said;
  for (int64_t length = 0; length < longest && std::count(done.begin(), done.end(), false) > 0; ++length) {
    status = decoding.next(pieces, &said);
    if (!status.ok()) return status;
    for (size_t row = 0; row < rows; ++row) {
      const std::vector<float>& shares = said[row].log_shares;
      // The start is nothing that could follow.
      const auto best = std::max_element(shares.begin() + kEndPiece, shares.end());
      pieces[row] = best - shares.begin();
      if (done[row]) continue;
      Decoded& decoded = (*out)[row];
      decoded.log_probability += static_cast<double>(*best);
      decoded.alignment.push_back(std::move(said[row].alignment));
      if (pieces[row] == kEndPiece) {
        done[row] = true;
      } else {
        decoded.pieces.push_back(static_cast<float>(pieces[row]));
      }
    }
  }
  return {};
}

}  // namespace attn
