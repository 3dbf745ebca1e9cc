#include "core/runs/beam.h"

#include <algorithm>

#include "core/kernels/math.h"

namespace attn {
namespace {

double penalised(double log_probability, int64_t length, double alpha) {
  const double penalty = kernels::exp(alpha * kernels::log((5.0 + static_cast<double>(length)) / 6.0));
  return log_probability / penalty;
}

// A continuation of the row `row` of a call.
struct Continued {
  int64_t piece;
  size_t row;
  int64_t parent;
  double log_probability;
};

// The likeliest of all, ends included.
void keep_best(std::vector<Continued>* all, int64_t beams) {
  const auto likelier = [](const Continued& a, const Continued& b) {
    if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
    return a.parent != b.parent ? a.parent < b.parent : a.piece < b.piece;  // equals in one order on every machine
  };
  const size_t kept = std::min(all->size(), static_cast<size_t>(beams));
  std::partial_sort(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(kept), all->end(), likelier);
  all->resize(kept);
}

}  // namespace

std::vector<float> BeamSearch::pieces(int64_t step, int64_t entry) const {
  std::vector<float> text;
  for (; step >= 0 && entry >= 0; --step) {
    const BeamEntry& at = steps[static_cast<size_t>(step)][static_cast<size_t>(entry)];
    if (!at.ended()) text.insert(text.begin(), static_cast<float>(at.piece));
    entry = at.parent;
  }
  return text;
}

Status Beams::read(const Tensor& source) {
  Status status = decoding_.read(source);
  if (!status.ok()) return status;
  const auto rows = static_cast<size_t>(decoding_.rows());
  length_ = 0;
  searches_.assign(rows, {}), rows_.assign(rows, {}), found_.assign(rows, false);
  for (size_t i = 0; i < rows; ++i) {
    rows_[i].search = i;
    searches_[i].read_milliseconds = decoding_.milliseconds();
  }
  return {};
}

Status Beams::step() {
  std::vector<int64_t> pieces;
  for (const Live& row : rows_) pieces.push_back(row.piece);
  std::vector<NextPiece> said;
  Status status = decoding_.next(pieces, &said);
  if (!status.ok()) return status;
  const bool last = ++length_ == longest_;
  std::vector<Live> going_on;
  std::vector<int64_t> from;
  for (size_t begin = 0, end = 0; begin < rows_.size(); begin = end) {
    const size_t search = rows_[begin].search;
    BeamSearch& found = searches_[search];
    std::vector<Continued> all;
    for (end = begin; end < rows_.size() && rows_[end].search == search; ++end) {
      const std::vector<float>& shares = said[end].log_shares;
      for (size_t piece = kEndPiece; piece < shares.size(); ++piece)
        all.push_back({static_cast<int64_t>(piece), end, rows_[end].entry,
                       rows_[end].log_probability + static_cast<double>(shares[piece])});
    }
    keep_best(&all, beams_);
    found.milliseconds.push_back(decoding_.milliseconds());
    std::vector<BeamEntry>& entries = found.steps.emplace_back();
    std::vector<Live> live;
    for (const Continued& one : all) {
      const auto at = static_cast<int64_t>(entries.size());
      entries.push_back({one.piece, one.parent, one.log_probability, said[one.row].alignment, said[one.row].chances});
      if (entries.back().ended() || last) {
        const double score = penalised(one.log_probability, length_, alpha_);
        if (!found_[search] || score > found.score) found.step = length_ - 1, found.entry = at, found.score = score;
        found_[search] = true;
      } else {
        live.push_back({one.piece, search, one.log_probability, at});
        from.push_back(static_cast<int64_t>(one.row));
      }
    }
    // Longer texts only get less likely: without a penalty for length the best can no longer be passed.
    if (found_[search] && alpha_ == 0 && !live.empty() && live[0].log_probability <= found.score) {
      from.resize(from.size() - live.size());
      live.clear();
    }
    going_on.insert(going_on.end(), live.begin(), live.end());
  }
  rows_ = std::move(going_on);
  decoding_.reorder(from);
  return {};
}

Status beam_search(const Run& run, Parameters* parameters, const Tensor& source, int64_t beams, double alpha,
                   int64_t longest, BeamSearch* out) {
  *out = {};
  Beams search(run, parameters, beams, alpha, longest);
  Status status = search.read(source);
  while (status.ok() && !search.done()) status = search.step();
  if (status.ok()) *out = search.searches()[0];
  return status;
}

}  // namespace attn
