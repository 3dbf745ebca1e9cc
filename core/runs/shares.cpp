#include "core/runs/shares.h"

#include <algorithm>
#include <numeric>

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/runs/piece_by_piece.h"

namespace attn {
namespace {

// Below this the likeliest piece has all, as far as double can tell; dividing by less might overflow.
constexpr double kColdest = 1e-3;

void divide_by_sum(std::vector<double>* shares) {
  const double sum = std::accumulate(shares->begin(), shares->end(), 0.0);
  for (double& share : *shares) share /= sum;
}

}  // namespace

std::vector<ParamSpec> bending_params() {
  return {
      shared::number("temperature", "Temperature",
                     "Below 1 likely pieces get likelier, above 1 unlikely ones; at 0 the likeliest has all.", 1, 0, 5,
                     0.05),
      shared::whole_number("top_k", "Top k", "Only so many of the likeliest pieces may be drawn; 0: all.", 0, 0, 1000),
      shared::number("top_p", "Top p", "Only the fewest pieces that have this share together may be drawn.", 1, 0.01, 1,
                     0.01),
  };
}

Bending bending_of(const Params& params) {
  return {params.number("temperature"), params.integer("top_k"), params.number("top_p")};
}

std::vector<double> bent_shares(const std::vector<float>& log_shares, const Bending& bending) {
  std::vector<double> shares(log_shares.size());
  const int64_t best = likeliest_piece(log_shares);
  if (bending.temperature < kColdest) {
    shares[static_cast<size_t>(best)] = 1;
    return shares;
  }
  // p_i = exp((l_i - max l) / T)
  const double most = static_cast<double>(log_shares[static_cast<size_t>(best)]);
  for (size_t i = kEndPiece; i < shares.size(); ++i)
    shares[i] = kernels::exp((static_cast<double>(log_shares[i]) - most) / bending.temperature);
  divide_by_sum(&shares);

  std::vector<size_t> order(shares.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return shares[a] > shares[b]; });
  if (bending.top_k > 0) {
    for (size_t i = static_cast<size_t>(bending.top_k); i < order.size(); ++i) shares[order[i]] = 0;
    divide_by_sum(&shares);
  }
  if (bending.top_p < 1) {
    double before = 0;  // the share of those that are likelier
    for (const size_t piece : order) {
      const double share = shares[piece];
      if (before >= bending.top_p) shares[piece] = 0;
      before += share;
    }
    divide_by_sum(&shares);
  }
  return shares;
}

int64_t draw_piece(const std::vector<double>& shares, double u) {
  int64_t last = 0;  // with any share at all: rounding may leave a little over
  for (size_t piece = 0; piece < shares.size(); ++piece) {
    if (shares[piece] <= 0) continue;
    last = static_cast<int64_t>(piece);
    if (u < shares[piece]) return last;
    u -= shares[piece];
  }
  return last;
}

}  // namespace attn
