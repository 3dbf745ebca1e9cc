// Soft EM against plain loops, and its draws against the chances that they are drawn by.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/discretizers/book_checks.h"

namespace attn::test {
namespace {

std::vector<Block> one_block(CodeRun& run) { return {whole_block(run.shape().columns())}; }

// softmax(-d) [code] of one vector.
Numbers chances_of(const Numbers& x, size_t row, const Book& book) {
  Numbers chances(book.entries());
  double nearest = distance(x, row, book, 0), sum = 0;
  for (size_t j = 1; j < chances.size(); ++j) nearest = std::min(nearest, distance(x, row, book, j));
  // Codes that blew up are so far that every exponential of a distance alone may be 0.
  for (size_t j = 0; j < chances.size(); ++j) sum += chances[j] = std::exp(nearest - distance(x, row, book, j));
  for (double& chance : chances) chance /= sum;
  return chances;
}

// Each draw falls on a code where the chances are laid end to end; the shares are the draws' mean.
ShareRule draws_of(size_t samples) {
  return [samples](const Numbers& x, const Book& book, const std::vector<Numbers>& drawn) {
    const size_t entries = book.entries(), rows = x.size() / book.width;
    Numbers shares(rows * entries);
    for (size_t i = 0; i < rows; ++i) {
      const Numbers chances = chances_of(x, i, book);
      for (size_t s = 0; s < samples; ++s) {
        double end = chances[0];
        size_t code = 0;
        while (drawn[s][i] >= end && code + 1 < entries) end += chances[++code];
        shares[i * entries + code] += 1.0 / static_cast<double>(samples);
      }
    }
    return shares;
  };
}

TEST(SoftEm, EqualsLoops) {
  check_books("soft_em", 5, {{"bits", "3"}}, one_block, draws_of(10));
  check_books("soft_em", 5, {{"bits", "1"}, {"samples", "1"}}, one_block, draws_of(1));
  check_books("soft_em", 3, {{"bits", "4"}, {"samples", "50"}}, one_block, draws_of(50));
}

// The same vector 5000 times, 8 draws each: every code's frequency is within five deviations of its chance.
TEST(SoftEm, DrawsFallAsTheSoftmaxOfDistances) {
  constexpr int64_t kRows = 5000, kSamples = 8;
  CodeRun run("soft_em", {{axis::kBatch, kRows}, {axis::kLatent, 1}, {axis::kModel, 2}},
              {{"bits", "2"}, {"samples", "8"}});
  std::vector<float> x;
  for (int64_t i = 0; i < kRows; ++i) x.insert(x.end(), {0.25F, -0.5F});
  run.set_x(x);
  const auto coded = run.record(/*training=*/true);
  const Numbers shares = coded->numbers(coded->discrete().shares[0]);
  const Numbers chances = chances_of(run.x(), 0, {2, run.of("discretizer/book/codebook"), {}, {}});
  for (size_t j = 0; j < chances.size(); ++j) {
    double often = 0;
    for (size_t i = j; i < shares.size(); i += chances.size()) often += shares[i] / kRows;
    EXPECT_NEAR(often, chances[j], 5 * std::sqrt(chances[j] * (1 - chances[j]) / (kRows * kSamples))) << j;
  }
}

TEST(SoftEm, OtherStepsDrawOtherCodes) {
  CodeRun run("soft_em", text_shape(4));
  const auto shares = [&](int64_t step) {
    const auto coded = run.record(/*training=*/true, step);
    return coded->numbers(coded->discrete().shares[0]);
  };
  EXPECT_EQ(shares(3), shares(3));
  EXPECT_NE(shares(3), shares(4));
}

}  // namespace
}  // namespace attn::test
