#include "core/runs/painting.h"

#include <algorithm>

#include "core/kernels/exp.h"
#include "core/kernels/softmax.h"
#include "core/tensor/random.h"

namespace attn {
namespace {

// Behind all places of a picture: the number that chooses among candidates is drawn for no pixel.
constexpr int64_t kNobodysPlace = int64_t{1} << 32;

// Below this the likeliest level has all, as far as float can tell; dividing by less might overflow.
constexpr double kColdest = 1e-3;

// One pass of the model over places [first, pixels) of every picture; what stands at the last place is not read.
class Pass {
 public:
  Pass(const Run& run, Parameters* parameters, const Pictures& pictures, int64_t pixels, const Remembered& before = {})
      : recorder_(graph_, context_of(run, parameters)), values_(graph_) {
    const int64_t rows = static_cast<int64_t>(pictures.levels.size());
    for (const auto& [name, tensor] : before.carried)
      recorder_.give(name, given(graph_, tensor, "carried_" + name, "y"));
    const int64_t first = before.carried.empty() ? 0 : static_cast<int64_t>(before.read.levels[0].size()) + 1;
    Tensor inputs{{{axis::kBatch, rows}, {axis::kQuery, pixels - first}}, {}};
    for (const std::vector<int64_t>& levels : pictures.levels) {
      for (int64_t i = first; i < pixels; ++i) {
        const int64_t id = i == 0 ? kStartPiece : kFirstPiece + levels[static_cast<size_t>(i) - 1];
        inputs.values.push_back(static_cast<float>(id));
      }
    }
    if (!pictures.small.values.empty())
      recorder_.put_beside(given(graph_, for_all(pictures.small, rows), "small", "x"));
    prediction_ = run.model->predict(recorder_, given(graph_, inputs, "source", "y"));
    status_ = graph_.status();
    if (status_.ok()) status_ = values_.run();
  }

  const Status& status() const { return status_; }
  const Prediction& prediction() const { return prediction_; }
  int64_t places() const { return prediction_.output.shape().size(axis::kQuery); }
  Tensor numbers(Value value) const { return computed(values_, value); }
  // Scores of the levels alone: nobody paints a start or an end. [picture, place, level], the first two flat.
  Tensor level_scores() const {
    const Tensor logits = numbers(prediction_.output);  // [batch, query, piece]
    const int64_t pieces = logits.shape.columns();
    Tensor scores{{{axis::kQuery, logits.shape.rows()}, {axis::kPiece, pieces - kFirstPiece}}, {}};
    for (auto row = logits.values.begin(); row != logits.values.end(); row += pieces)
      scores.values.insert(scores.values.end(), row + kFirstPiece, row + pieces);
    return scores;
  }
  std::map<std::string, Tensor> left() const {
    std::map<std::string, Tensor> all;
    for (const auto& [name, value] : recorder_.left()) all[name] = numbers(value);
    return all;
  }

 private:
  // [row, column] -> [batch, row, column]
  static Tensor for_all(const Tensor& small, int64_t rows) {
    Tensor all{{{axis::kBatch, rows}, small.shape[0], small.shape[1]}, {}};
    for (int64_t i = 0; i < rows; ++i) all.values.insert(all.values.end(), small.values.begin(), small.values.end());
    return all;
  }

  Graph graph_;
  Recorder recorder_;
  Evaluation<float> values_;
  Prediction prediction_;
  Status status_;
};

// Do these pictures begin with what was read, and have at least one pixel more?
bool go_on(const Pictures& so_far, const Pictures& read) {
  if (so_far.small.values != read.small.values || so_far.levels.size() != read.levels.size()) return false;
  for (size_t i = 0; i < read.levels.size(); ++i) {
    const std::vector<int64_t>& known = read.levels[i];
    if (so_far.levels[i].size() <= known.size() || !std::equal(known.begin(), known.end(), so_far.levels[i].begin()))
      return false;
  }
  return true;
}

Pictures first_pixels(const Pictures& pictures, size_t pixels) {
  Pictures part = pictures;
  for (std::vector<int64_t>& levels : part.levels) levels.resize(pixels);
  return part;
}

// Of weights [head, batch, query, key], the last query's of one picture: calls add(key, mean over heads).
template <class F>
void for_last_query(const Tensor& weights, int64_t picture, F add) {
  const Shape& shape = weights.shape;
  const int batch = shape.find(axis::kBatch), query = shape.find(axis::kQuery);
  const int64_t keys = shape.columns();
  const float heads = static_cast<float>(shape.rows() / (shape[batch].size * shape[query].size));
  for (int64_t row = 0; row < shape.rows(); ++row) {
    const Index index = shape.index(row * keys);
    if (index[static_cast<size_t>(batch)] != picture) continue;
    if (index[static_cast<size_t>(query)] != shape[query].size - 1) continue;
    for (int64_t key = 0; key < keys; ++key) add(key, weights.values[static_cast<size_t>(row * keys + key)] / heads);
  }
}

// `before`: pixels that stand before the one that was asked for.
void add_looks(const Pass& pass, int64_t before, std::vector<NextPixel>* said) {
  const Prediction& prediction = pass.prediction();
  const int64_t query = pass.places() - 1;
  for (const Value layer : prediction.attention) {
    const Tensor weights = pass.numbers(layer);
    for (size_t picture = 0; picture < said->size(); ++picture) {
      std::vector<float>& looks = (*said)[picture].looks;
      const size_t first = looks.size();
      looks.resize(first + static_cast<size_t>(before));
      for_last_query(weights, static_cast<int64_t>(picture), [&](int64_t key, float weight) {
        const int64_t place = prediction.place_of_key ? prediction.place_of_key(query, key) : key;
        if (place > 0) looks[first + static_cast<size_t>(place) - 1] += weight;  // it was given the pixel before
      });
    }
  }
  for (const Value layer : prediction.reading) {
    const Tensor weights = pass.numbers(layer);
    for (size_t picture = 0; picture < said->size(); ++picture) {
      std::vector<float>& reading = (*said)[picture].reading;
      const size_t first = reading.size();
      reading.resize(first + static_cast<size_t>(weights.shape.columns()));
      for_last_query(weights, static_cast<int64_t>(picture),
                     [&](int64_t key, float weight) { reading[first + static_cast<size_t>(key)] += weight; });
    }
  }
}

std::vector<float> shares_of(const float* scores, int64_t levels, double temperature) {
  std::vector<float> shares(static_cast<size_t>(levels));
  if (temperature < kColdest) {
    shares[static_cast<size_t>(std::max_element(scores, scores + levels) - scores)] = 1;
    return shares;
  }
  for (int64_t i = 0; i < levels; ++i) shares[static_cast<size_t>(i)] = scores[i] / static_cast<float>(temperature);
  kernels::softmax_row(shares.data(), shares.data(), levels);
  return shares;
}

}  // namespace

Status next_pixel(const Run& run, Parameters* parameters, const Pictures& so_far, double temperature,
                  Remembered* remembered, std::vector<NextPixel>* said) {
  said->assign(so_far.levels.size(), {});
  if (so_far.levels.empty()) return {};
  const size_t before = so_far.levels[0].size();
  if (!go_on(so_far, remembered->read)) *remembered = {};
  // Pixels that are known all the same, one after another: what the model says of them is not asked for.
  size_t reads = remembered->carried.empty() ? before : remembered->read.levels[0].size() + 1;
  for (; reads <= before; ++reads) {
    Pictures part = first_pixels(so_far, reads);
    const Pass pass(run, parameters, part, static_cast<int64_t>(reads) + 1, *remembered);
    if (!pass.status().ok()) {
      *remembered = {};
      return pass.status();
    }
    if (reads == before) {
      const Tensor scores = pass.level_scores();
      const int64_t levels = scores.shape.columns();
      for (size_t picture = 0; picture < said->size(); ++picture) {
        const int64_t last = (static_cast<int64_t>(picture) + 1) * pass.places() - 1;
        (*said)[picture].shares = shares_of(scores.values.data() + last * levels, levels, temperature);
      }
      add_looks(pass, static_cast<int64_t>(before), said);
    }
    *remembered = {std::move(part), pass.left()};
  }
  return {};
}

int64_t draw_level(std::span<const float> shares, uint64_t seed, int64_t picture, int64_t place) {
  const uint64_t stream = stream_of("pixels") + static_cast<uint64_t>(picture);
  float left = uniform(seed, stream, static_cast<uint64_t>(place));
  int64_t last = 0;  // with any share at all: rounding may leave a little over
  for (size_t level = 0; level < shares.size(); ++level) {
    if (shares[level] <= 0) continue;
    last = static_cast<int64_t>(level);
    if (left < shares[level]) return last;
    left -= shares[level];
  }
  return last;
}

Status log_shares(const Run& run, Parameters* parameters, const Pictures& pictures,
                  std::vector<std::vector<float>>* out) {
  out->assign(pictures.levels.size(), {});
  if (pictures.levels.empty() || pictures.levels[0].empty()) return {};
  const Pass pass(run, parameters, pictures, static_cast<int64_t>(pictures.levels[0].size()));
  if (!pass.status().ok()) return pass.status();
  const Tensor scores = pass.level_scores();
  const int64_t levels = scores.shape.columns();
  std::vector<float> row(static_cast<size_t>(levels));
  const float* at = scores.values.data();
  for (size_t picture = 0; picture < out->size(); ++picture) {
    for (const int64_t level : pictures.levels[picture]) {
      kernels::log_softmax_row(at, row.data(), levels);
      (*out)[picture].push_back(row[static_cast<size_t>(level)]);
      at += levels;
    }
  }
  return {};
}

Chosen choose_candidate(std::span<const double> log_likelihoods, uint64_t seed) {
  Chosen chosen;
  if (log_likelihoods.empty()) return chosen;
  // w = exp(l - max) / sum
  chosen.weights.assign(log_likelihoods.begin(), log_likelihoods.end());
  const double most = *std::max_element(chosen.weights.begin(), chosen.weights.end());
  double sum = 0;
  for (double& weight : chosen.weights) sum += weight = kernels::exp(weight - most);
  for (double& weight : chosen.weights) weight /= sum;
  const std::vector<float> shares(chosen.weights.begin(), chosen.weights.end());
  chosen.candidate = draw_level(shares, seed, 0, kNobodysPlace);
  return chosen;
}

}  // namespace attn
