#include "core/attention/initial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace attn {
namespace {

double dot_of_rows(const std::vector<float>& w, size_t columns, size_t i, size_t j) {
  double sum = 0;
  for (size_t c = 0; c < columns; ++c)
    sum += static_cast<double>(w[i * columns + c]) * static_cast<double>(w[j * columns + c]);
  return sum;
}

TEST(InitialWeights, GlorotStaysWithinItsBound) {
  const std::vector<float> w =
      initial_weights(Init::kGlorot, {{axis::kHead, 3}, {axis::kModel, 20}, {axis::kChannel, 4}}, "w", 1);
  const double bound = std::sqrt(6.0 / 24);
  double largest = 0;
  for (const float value : w) largest = std::max(largest, std::fabs(static_cast<double>(value)));
  EXPECT_LE(largest, bound);
  EXPECT_GT(largest, 0.9 * bound);  // 240 draws miss the last tenth with a chance of 1e-11
}

TEST(InitialWeights, OrthogonalMatricesHaveOrthonormalRowsOrColumns) {
  const std::vector<float> wide = initial_weights(Init::kOrthogonal, {{axis::kModel, 5}, {axis::kFeature, 9}}, "w", 1);
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 5; ++j) EXPECT_NEAR(dot_of_rows(wide, 9, i, j), i == j, 1e-6);  // some float roundings
  }
  const std::vector<float> tall = initial_weights(Init::kOrthogonal, {{axis::kModel, 9}, {axis::kFeature, 5}}, "w", 1);
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 5; ++j) {
      double sum = 0;
      for (size_t r = 0; r < 9; ++r) sum += static_cast<double>(tall[r * 5 + i]) * static_cast<double>(tall[r * 5 + j]);
      EXPECT_NEAR(sum, i == j, 1e-6);
    }
  }
}

TEST(InitialWeights, OrthogonalNormalRowsAreOrthogonalInBlocksAndOfNormalLength) {
  const size_t columns = 16;
  const std::vector<float> w =
      initial_weights(Init::kOrthogonalNormal, {{axis::kHead, 2}, {axis::kFeature, 40}, {axis::kChannel, 16}}, "w", 1);
  double squares = 0;
  for (size_t i = 0; i < 80; ++i) {
    squares += dot_of_rows(w, columns, i, i);
    for (size_t j = 0; j < i; ++j) {
      // The same head (of 40 rows) and the same block of 16 rows.
      if (i / 40 == j / 40 && i % 40 / 16 == j % 40 / 16) {
        EXPECT_NEAR(dot_of_rows(w, columns, i, j), 0, 1e-5);
      }
    }
  }
  EXPECT_NEAR(squares / 80, 16, 3);  // four standard errors of sqrt(32 / 80)
  EXPECT_NE(dot_of_rows(w, columns, 0, 16), 0) << "blocks are drawn apart";
}

TEST(InitialWeights, EachHeadHasAMatrixOfItsOwn) {
  const std::vector<float> heads =
      initial_weights(Init::kOrthogonal, {{axis::kHead, 2}, {axis::kModel, 4}, {axis::kFeature, 4}}, "w", 1);
  EXPECT_NE(std::vector<float>(heads.begin(), heads.begin() + 16), std::vector<float>(heads.begin() + 16, heads.end()));
}

TEST(DrawnWeights, GivesWhatWouldBeDrawnAndDrawsItOnce) {
  DrawnWeights drawn;
  const Shape shape = {{axis::kModel, 20}, {axis::kChannel, 4}};
  const auto first = drawn.draw(Init::kGlorot, shape, "w", 1);
  EXPECT_EQ(*first, initial_weights(Init::kGlorot, shape, "w", 1));
  EXPECT_EQ(drawn.draw(Init::kGlorot, shape, "w", 1), first);
  EXPECT_NE(*drawn.draw(Init::kGlorot, shape, "w", 2), *first);
  EXPECT_NE(*drawn.draw(Init::kGlorot, shape, "v", 1), *first);
  EXPECT_NE(*drawn.draw(Init::kOrthogonal, shape, "w", 1), *first);
}

TEST(DrawnWeights, ForgetsTheOldestFirst) {
  DrawnWeights drawn;
  const Shape large = {{axis::kModel, 1024}, {axis::kChannel, 1024}};  // half of what is kept
  const auto first = drawn.draw(Init::kGlorot, large, "a", 1), second = drawn.draw(Init::kGlorot, large, "b", 1);
  EXPECT_EQ(drawn.draw(Init::kGlorot, large, "a", 1), first);
  drawn.draw(Init::kGlorot, large, "c", 1);
  EXPECT_EQ(drawn.draw(Init::kGlorot, large, "a", 1), first);
  EXPECT_NE(drawn.draw(Init::kGlorot, large, "b", 1), second);
}

TEST(InitialWeights, DrawsOfALongerTextBeginWithThoseOfAShorterOne) {
  for (const Init init : {Init::kUniform, Init::kNormal, Init::kGumbel}) {
    const std::vector<float> small = initial_weights(init, {{axis::kQuery, 2}, {axis::kKey, 3}}, "u", 1);
    const std::vector<float> large = initial_weights(init, {{axis::kQuery, 4}, {axis::kKey, 5}}, "u", 1);
    for (size_t i = 0; i < 2; ++i) {
      for (size_t j = 0; j < 3; ++j) EXPECT_EQ(small[i * 3 + j], large[i * 5 + j]);
    }
  }
}

TEST(InitialWeights, DrawsHaveTheirMeanAndVariance) {
  const double euler = 0.5772156649, pi = std::acos(-1.0);
  const std::tuple<Init, double, double> wanted[] = {
      {Init::kUniform, 0.5, 1.0 / 12}, {Init::kNormal, 0, 1}, {Init::kGumbel, euler, pi * pi / 6}};
  for (const auto& [init, mean, variance] : wanted) {
    const std::vector<float> draws = initial_weights(init, {{axis::kQuery, 100}, {axis::kKey, 200}}, "u", 1);
    double sum = 0, squares = 0;
    for (const float draw : draws) {
      ASSERT_TRUE(std::isfinite(draw));
      sum += static_cast<double>(draw), squares += std::pow(static_cast<double>(draw) - mean, 2);
    }
    const double n = static_cast<double>(draws.size());
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n));  // five standard errors
    EXPECT_NEAR(squares / n, variance, variance * 0.075);     // the same: 5 sqrt((kurtosis - 1) / n), of at most 5.4
  }
}

TEST(InitialWeights, BiasesStartAtZeroAndGainsAtOne) {
  EXPECT_EQ(initial_weights(Init::kZeros, {{axis::kModel, 3}}, "b", 1), std::vector<float>(3, 0.0F));
  EXPECT_EQ(initial_weights(Init::kOnes, {{axis::kModel, 3}}, "g", 1), std::vector<float>(3, 1.0F));
}

}  // namespace
}  // namespace attn
