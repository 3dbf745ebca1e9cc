#include "core/runs/shares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace attn::test {
namespace {

std::vector<float> some_log_shares(size_t pieces, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<float> shares(pieces);
  double sum = 0;
  for (float& share : shares) share = static_cast<float>(random() % 1000) / 250.0F;
  for (const float share : shares) sum += std::exp(static_cast<double>(share));
  for (float& share : shares) share -= static_cast<float>(std::log(sum));
  return shares;
}

// By counting for every piece how many are likelier, and what share these have: no sorting.
std::vector<double> oracle(const std::vector<float>& log_shares, double temperature, int64_t k, double p) {
  const size_t n = log_shares.size();
  std::vector<double> shares(n);
  const auto normalise = [&] {
    double sum = 0;
    for (const double share : shares) sum += share;
    for (double& share : shares) share /= sum;
  };
  for (size_t i = 1; i < n; ++i) shares[i] = std::exp(static_cast<double>(log_shares[i]) / temperature);
  normalise();
  const auto before = [&](const std::vector<double>& all, size_t i, double* share) {
    int64_t count = 0;
    *share = 0;
    for (size_t j = 0; j < n; ++j)
      if (all[j] > all[i] || (all[j] == all[i] && j < i)) ++count, *share += all[j];
    return count;
  };
  double share = 0;
  if (k > 0) {
    const std::vector<double> all = shares;
    for (size_t i = 0; i < n; ++i)
      if (before(all, i, &share) >= k) shares[i] = 0;
    normalise();
  }
  if (p < 1) {
    const std::vector<double> all = shares;
    for (size_t i = 0; i < n; ++i)
      if (before(all, i, &share), share >= p) shares[i] = 0;
    normalise();
  }
  return shares;
}

TEST(Shares, AreThoseOfAPlainOracle) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const std::vector<float> log_shares = some_log_shares(12, seed);
    for (const double temperature : {0.3, 1.0, 2.5}) {
      for (const int64_t k : {0, 1, 3, 50}) {
        for (const double p : {0.01, 0.5, 0.9, 1.0}) {
          const std::vector<double> bent = bent_shares(log_shares, {temperature, k, p});
          const std::vector<double> right = oracle(log_shares, temperature, k, p);
          for (size_t i = 0; i < bent.size(); ++i)
            EXPECT_NEAR(bent[i], right[i], 1e-12) << temperature << ' ' << k << ' ' << p << ' ' << i;
        }
      }
    }
  }
}

TEST(Shares, AtTemperatureZeroTheLikeliestHasAll) {
  std::vector<float> log_shares = some_log_shares(9, 3);
  log_shares[0] = 0;  // the start, which nobody may say
  log_shares[4] = log_shares[6] = -0.01F;
  const std::vector<double> bent = bent_shares(log_shares, {0, 0, 1});
  for (size_t i = 0; i < bent.size(); ++i) EXPECT_EQ(bent[i], i == 4 ? 1 : 0);
}

TEST(Shares, APieceIsDrawnWhereTheSumPassesTheNumber) {
  const std::vector<double> shares = {0, 0.25, 0, 0.5, 0.25};
  EXPECT_EQ(draw_piece(shares, 0), 1);
  EXPECT_EQ(draw_piece(shares, 0.2499), 1);
  EXPECT_EQ(draw_piece(shares, 0.25), 3);
  EXPECT_EQ(draw_piece(shares, 0.7499), 3);
  EXPECT_EQ(draw_piece(shares, 0.75), 4);
  EXPECT_EQ(draw_piece({0, 0.3, 0.3, 0}, 0.99), 2);  // what rounding leaves over goes to the last that has a share
}

}  // namespace
}  // namespace attn::test
