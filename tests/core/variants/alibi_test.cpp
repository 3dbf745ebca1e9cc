#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant alibi();
}

namespace attn::test {
namespace {

// The slopes as the paper's repository lists them.
std::vector<double> slopes(size_t heads) {
  size_t power = 1;
  while (power * 2 <= heads) power *= 2;
  std::vector<double> all;
  const double start = std::pow(2.0, -8.0 / static_cast<double>(power));
  for (size_t h = 0; h < power; ++h) all.push_back(std::pow(start, static_cast<double>(h + 1)));
  const double finer = std::pow(2.0, -8.0 / static_cast<double>(2 * power));
  for (size_t h = 0; all.size() < heads; h += 2) all.push_back(std::pow(finer, static_cast<double>(h + 1)));
  return all;
}

TEST(Alibi, EqualsItsOracle) {
  at_every_corner(variants::alibi(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t heads = static_cast<size_t>(params.integer("heads")),
                 width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const Matrix x = matrix_of(words);
    Matrix joined = matrix(n, heads * width);
    for (size_t head = 0; head < heads; ++head) {
      const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, head));
      const Matrix k = product(x, weight(mechanism, "w_k", x[0].size(), width, head));
      const Matrix v = product(x, weight(mechanism, "w_v", x[0].size(), width, head));
      Matrix scores = matrix(n, n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
          for (size_t c = 0; c < width; ++c) scores[i][j] += q[i][c] * k[j][c];
          scores[i][j] /= std::sqrt(static_cast<double>(width));
          scores[i][j] -= slopes(heads)[head] * std::fabs(static_cast<double>(i) - static_cast<double>(j));
        }
      }
      const Matrix z = product(weights(scores, reads(params, n)), v);
      for (size_t i = 0; i < n; ++i)
        std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
    }
    expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, x[0].size())), 1);
  });
}

std::vector<float> recorded_slopes(double heads) {
  const Variant variant = variants::alibi();
  Params params(variant.text.params);
  EXPECT_TRUE(params.set_number("heads", heads).ok());
  Mechanism mechanism(variant, params, random_words(2, 3, 1));
  return *mechanism.graph().node(mechanism.graph().find("slopes")).values;
}

TEST(Alibi, SlopesAreThoseOfThePaper) {
  EXPECT_EQ(recorded_slopes(8),
            (std::vector<float>{0x1p-1F, 0x1p-2F, 0x1p-3F, 0x1p-4F, 0x1p-5F, 0x1p-6F, 0x1p-7F, 0x1p-8F}));
  EXPECT_EQ(recorded_slopes(2), (std::vector<float>{0x1p-4F, 0x1p-8F}));
  // Not a power of two: those of 2, then the first of those of 4.
  EXPECT_EQ(recorded_slopes(3), (std::vector<float>{0x1p-4F, 0x1p-8F, 0x1p-2F}));
  for (const size_t heads : {1, 5, 6, 7, 11, 12, 13, 16}) {
    const std::vector<float> got = recorded_slopes(static_cast<double>(heads));
    for (size_t h = 0; h < heads; ++h) EXPECT_NEAR(static_cast<double>(got.at(h)), slopes(heads)[h], 1e-7) << heads;
  }
}

}  // namespace
}  // namespace attn::test
