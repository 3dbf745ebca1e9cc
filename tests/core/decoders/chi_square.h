// Do drawn texts come as often as they should?
#ifndef TESTS_CORE_DECODERS_CHI_SQUARE_H_
#define TESTS_CORE_DECODERS_CHI_SQUARE_H_

#include <cmath>
#include <map>
#include <vector>

#include "core/runs/shares.h"
#include "tests/core/decoders/decoder_case.h"

namespace attn::test {

using Text = std::vector<float>;

// The share of every text of at most `longest` pieces, by asking the model for every one of them.
inline void shares_of_all(Decoding& decoding, const Bending& bending, Text text, int64_t last, double share,
                          int64_t longest, std::map<Text, double>* out) {
  std::vector<NextPiece> said;
  ASSERT_TRUE(decoding.next({last}, &said).ok());
  const std::vector<double> next = bent_shares(said[0].log_shares, bending);
  for (size_t piece = 0; piece < next.size(); ++piece) {
    if (next[piece] <= 0) continue;
    if (piece == kEndPiece) {
      (*out)[text] += share * next[piece];
      continue;
    }
    Text longer = text;
    longer.push_back(static_cast<float>(piece));
    if (static_cast<int64_t>(longer.size()) == longest) {
      (*out)[longer] += share * next[piece];
    } else {
      shares_of_all(decoding, bending, longer, static_cast<int64_t>(piece), share * next[piece], longest, out);
    }
  }
  decoding.take_back(1);
}

inline std::map<Text, double> shares_of_all(TinySpeaker& speaker, const Tensor& source, const Bending& bending,
                                            int64_t longest) {
  Decoding decoding(speaker.run(), &speaker.parameters());
  decoding.keep_states();
  EXPECT_TRUE(decoding.read(source).ok());
  std::map<Text, double> shares;
  shares_of_all(decoding, bending, {}, kStartPiece, 1, longest, &shares);
  return shares;
}

// Pearson's statistic less its mean, in standard deviations (chi-square of f degrees of freedom has mean f and variance
// 2 f): seldom above 3. Texts that are expected fewer than five times stand together.
inline double surprise(const std::map<Text, double>& shares, const std::map<Text, int64_t>& drawn, int64_t draws) {
  double statistic = 0, rare = 0, degrees = -1;
  int64_t rare_drawn = 0, counted = 0;
  const auto add = [&](double expected, int64_t seen) {
    const double off = static_cast<double>(seen) - expected;
    statistic += off * off / expected;
    degrees += 1;
  };
  for (const auto& [text, share] : shares) {
    const auto found = drawn.find(text);
    const int64_t seen = found == drawn.end() ? 0 : found->second;
    counted += seen;
    const double expected = share * static_cast<double>(draws);
    if (expected < 5) {
      rare += expected, rare_drawn += seen;
    } else {
      add(expected, seen);
    }
  }
  EXPECT_EQ(counted, draws) << "a text was drawn that has no share";
  if (rare > 0.5) add(rare, rare_drawn);
  return (statistic - degrees) / std::sqrt(2 * degrees);
}

}  // namespace attn::test

#endif  // TESTS_CORE_DECODERS_CHI_SQUARE_H_
