#include "core/runs/decoding.h"

#include <algorithm>
#include <chrono>

#include "core/kernels/softmax.h"
#include "core/runs/ask.h"

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

// The first places of an axis.
Tensor cut(const Tensor& tensor, std::string_view along, int64_t places) {
  const int at = tensor.shape.find(along);
  const int64_t inner = tensor.shape.stride(at), size = tensor.shape[at].size;
  Tensor out{tensor.shape.with(at, {tensor.shape[at].axis, places}), {}};
  out.values.reserve(static_cast<size_t>(out.shape.count()));
  for (auto from = tensor.values.begin(); from != tensor.values.end(); from += size * inner)
    out.values.insert(out.values.end(), from, from + places * inner);
  return out;
}

// The logarithm of the softmax of a row.
std::vector<float> log_shares_at(const Tensor& logits, int64_t row) {
  std::vector<float> shares(static_cast<size_t>(logits.shape.columns()));
  kernels::log_softmax_row(logits.values.data() + row * logits.shape.columns(), shares.data(), logits.shape.columns());
  return shares;
}

// Where row `row` looked at place `place`: the mean over heads of weights [..., batch, query, key].
std::vector<float> alignment_at(const Tensor& weights, int64_t row, int64_t place) {
  const Shape& shape = weights.shape;
  const int batch = shape.find(axis::kBatch), query = shape.find(axis::kQuery);
  const int64_t keys = shape.columns();
  std::vector<float> mean(static_cast<size_t>(keys));
  int64_t counted = 0;
  for (int64_t r = 0; r < shape.rows(); ++r) {
    const Index index = shape.index(r * keys);
    if (batch >= 0 && index[static_cast<size_t>(batch)] != row) continue;
    if (query >= 0 && index[static_cast<size_t>(query)] != place) continue;
    for (int64_t k = 0; k < keys; ++k)
      mean[static_cast<size_t>(k)] += weights.values[static_cast<size_t>(r * keys + k)];
    ++counted;
  }
  for (float& weight : mean) weight /= static_cast<float>(std::max<int64_t>(counted, 1));
  return mean;
}

}  // namespace

Decoding::Decoding(const Run& run, Parameters* parameters)
    : run_(run), parameters_(parameters), continues_(run.model->continues && !run.mechanism.build) {}

Recorder::Context Decoding::context() const {
  Recorder::Context context = context_of(run_, parameters_);
  // Every call draws anew.
  if (run_.draws_choices) context.step = calls_;
  return context;
}

Status Decoding::read(const Tensor& source) {
  const Stopwatch watch(&milliseconds_);
  before_.clear(), state_ = {};
  Status status = read_source(run_, context(), source, &memory_, &multiplications_);
  if (!status.ok()) return status;
  rows_ = source.shape[0].size;
  texts_.assign(static_cast<size_t>(rows_), {});
  return {};
}

Status Decoding::next(const std::vector<int64_t>& pieces, std::vector<NextPiece>* said) {
  std::vector<std::vector<int64_t>> rows;
  for (const int64_t piece : pieces) rows.push_back({piece});
  return extend(rows, said);
}

Status Decoding::extend(const std::vector<std::vector<int64_t>>& pieces, std::vector<NextPiece>* said) {
  const Stopwatch watch(&milliseconds_);
  const auto asked = static_cast<int64_t>(pieces[0].size());
  for (size_t row = 0; row < pieces.size(); ++row)
    for (const int64_t piece : pieces[row]) texts_[row].push_back(static_cast<float>(piece));
  // Pieces that were taken back to a state before them are read again.
  const int64_t unread = length() - (continues_ ? state_.read : 0);
  Tensor inputs{{{axis::kBatch, rows_}, {axis::kQuery, unread}}, {}};
  for (const std::vector<float>& text : texts_)
    inputs.values.insert(inputs.values.end(), text.end() - unread, text.end());

  bool looks = false, chooses = false;
  Answered answered;
  Status status = ask(
      context(), memory_, state_.carried,
      [&](Recorder& recorder, const Memory& memory) {
        const Prediction said_of = run_.model->decode(recorder, memory, given(recorder.graph(), inputs, "inputs", "y"));
        looks = !said_of.attention.empty(), chooses = said_of.chances.valid();
        std::vector<Value> asked = {said_of.output};
        if (looks) asked.push_back(said_of.attention[0]);
        if (chooses) asked.push_back(said_of.chances);
        asked.insert(asked.end(), said_of.ahead.begin(), said_of.ahead.end());
        return asked;
      },
      &answered);
  if (!status.ok()) return status;
  ++calls_;
  multiplications_ = answered.multiplications;
  if (continues_) {
    if (keeps_states_ && !state_.can_be_cut()) before_.push_back(std::move(state_));
    state_ = {length(), std::move(answered.carried), std::move(answered.places)};
  }

  // In the order in which they were asked.
  auto next_tensor = answered.tensors.begin();
  const Tensor logits = std::move(*next_tensor++);  // [batch, query, piece]
  const Tensor weights = looks ? std::move(*next_tensor++) : Tensor{};
  const Tensor chances = chooses ? std::move(*next_tensor++) : Tensor{};
  const std::vector<Tensor> ahead(next_tensor, answered.tensors.end());
  said->assign(static_cast<size_t>(rows_ * asked), {});
  for (int64_t i = 0; i < rows_ * asked; ++i) {
    const int64_t row = i / asked, place = unread - asked + i % asked;
    NextPiece& next = (*said)[static_cast<size_t>(i)];
    next.log_shares = log_shares_at(logits, row * unread + place);
    for (const Tensor& further : ahead) next.ahead.push_back(log_shares_at(further, row * unread + place));
    if (!weights.values.empty()) next.alignment = alignment_at(weights, row, place);
    if (!chances.values.empty()) next.chances = alignment_at(chances, row, place);
  }
  return {};
}

void Decoding::take_back(int64_t pieces) {
  for (std::vector<float>& text : texts_) text.resize(text.size() - static_cast<size_t>(pieces));
  if (!continues_ || state_.read <= length()) return;
  if (state_.can_be_cut()) {
    state_.read = length();
    for (auto& [name, tensor] : state_.carried)
      if (const std::string& along = state_.places.at(name); !along.empty()) tensor = cut(tensor, along, length());
    return;
  }
  // The first state of all has read nothing.
  for (state_ = {}; !before_.empty(); before_.pop_back()) {
    if (before_.back().read > length()) continue;
    state_ = std::move(before_.back());
    before_.pop_back();
    break;
  }
}

void Decoding::reorder(const std::vector<int64_t>& from) {
  for (auto* tensors : {&memory_, &state_.carried}) {
    for (auto& [name, tensor] : *tensors) tensor = reordered(tensor, from);
  }
  before_.clear();
  std::vector<std::vector<float>> texts;
  for (const int64_t row : from) texts.push_back(texts_[static_cast<size_t>(row)]);
  texts_ = std::move(texts);
  rows_ = static_cast<int64_t>(from.size());
}

}  // namespace attn
