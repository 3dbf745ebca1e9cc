#include "core/runs/beam.h"

#include <algorithm>

#include "core/kernels/math.h"

namespace attn {
namespace {

double penalised(double log_probability, int64_t length, double alpha) {
  const double penalty = kernels::exp(alpha * kernels::log((5.0 + static_cast<double>(length)) / 6.0));
  return log_probability / penalty;
}

// The likeliest continuations of some texts, ends included.
std::vector<BeamEntry> best_of(const std::vector<NextPiece>& said, const std::vector<double>& so_far,
                               const std::vector<int64_t>& parents, int64_t beams) {
  std::vector<BeamEntry> all;
  for (size_t row = 0; row < said.size(); ++row) {
    const std::vector<float>& shares = said[row].log_shares;
    for (size_t piece = kEndPiece; piece < shares.size(); ++piece) {
      all.push_back(
          {static_cast<int64_t>(piece), parents[row], so_far[row] + static_cast<double>(shares[piece]), {}, {}});
    }
  }
  const auto likelier = [](const BeamEntry& a, const BeamEntry& b) {
    if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
    return a.parent != b.parent ? a.parent < b.parent : a.piece < b.piece;  // equals in one order on every machine
  };
  const size_t kept = std::min(all.size(), static_cast<size_t>(beams));
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), likelier);
  all.resize(kept);
  return all;
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

Status beam_search(const Run& run, Parameters* parameters, const Tensor& source, int64_t beams, double alpha,
                   int64_t longest, BeamSearch* out) {
  *out = {};
  Decoding decoding(run, parameters);
  Status status = decoding.read(source);
  if (!status.ok()) return status;
  out->read_milliseconds = decoding.milliseconds();
  // Texts that go on: the piece each ends with, its log-probability and its entry in the step before.
  std::vector<int64_t> pieces = {kStartPiece}, parents = {-1};
  std::vector<double> so_far = {0};
  bool found = false;
  for (int64_t step = 0; step < longest && !pieces.empty(); ++step) {
    std::vector<NextPiece> said;
    status = decoding.next(pieces, &said);
    if (!status.ok()) return status;
    out->milliseconds.push_back(decoding.milliseconds());
    std::vector<BeamEntry> entries = best_of(said, so_far, parents, beams);
    // Which row of this call each entry goes on from.
    std::vector<int64_t> rows;
    for (BeamEntry& entry : entries) {
      const auto row = std::find(parents.begin(), parents.end(), entry.parent) - parents.begin();
      entry.alignment = said[static_cast<size_t>(row)].alignment;
      entry.chances = said[static_cast<size_t>(row)].chances;
      rows.push_back(row);
    }
    std::vector<int64_t> going_on;
    pieces.clear(), parents.clear(), so_far.clear();
    const bool last = step + 1 == longest;
    for (size_t i = 0; i < entries.size(); ++i) {
      const BeamEntry& entry = entries[i];
      if (entry.ended() || last) {
        const double score = penalised(entry.log_probability, step + 1, alpha);
        if (!found || score > out->score) out->step = step, out->entry = static_cast<int64_t>(i), out->score = score;
        found = true;
      } else {
        going_on.push_back(rows[i]);
        pieces.push_back(entry.piece);
        parents.push_back(static_cast<int64_t>(i));
        so_far.push_back(entry.log_probability);
      }
    }
    out->steps.push_back(std::move(entries));
    // Longer texts only get less likely: without a penalty for length the best can no longer be passed.
    if (found && alpha == 0 && (so_far.empty() || so_far[0] <= out->score)) break;
    decoding.reorder(going_on);
  }
  return {};
}

}  // namespace attn
