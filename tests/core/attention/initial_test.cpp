#include "core/attention/initial.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn {
namespace {

Shape matrix(int64_t heads, int64_t rows, int64_t columns) {
  return {{axis::kHead, heads}, {axis::kModel, rows}, {axis::kFeature, columns}};
}

TEST(Initial, GlorotStaysInItsBoundsAndFillsThem) {
  const std::vector<float> w = initial_weights(Init::kGlorot, matrix(2, 30, 24), "w", 1);
  const float bound = std::sqrt(6.0F / 54.0F);
  float largest = 0;
  for (const float value : w) largest = std::max(largest, std::fabs(value));
  EXPECT_LE(largest, bound);
  EXPECT_GT(largest, 0.95F * bound);  // of 1,440 uniform draws
}

// The shorter side's vectors have length 1 and meet at right angles, in every head.
TEST(Initial, OrthogonalMatricesAreOrthogonal) {
  for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>{7, 7}, {20, 64}, {65, 33}, {1, 5}}) {
    const std::vector<float> w = initial_weights(Init::kOrthogonal, matrix(2, rows, columns), "w", 3);
    const int64_t vectors = std::min(rows, columns), length = std::max(rows, columns);
    for (int64_t head = 0; head < 2; ++head) {
      const auto at = [&](int64_t vector, int64_t i) {
        const int64_t row = rows < columns ? vector : i, column = rows < columns ? i : vector;
        return static_cast<double>(w[static_cast<size_t>((head * rows + row) * columns + column)]);
      };
      for (int64_t a = 0; a < vectors; ++a) {
        for (int64_t b = 0; b <= a; ++b) {
          double dot = 0;
          for (int64_t i = 0; i < length; ++i) dot += at(a, i) * at(b, i);
          EXPECT_NEAR(dot, a == b ? 1 : 0, 1e-5);  // a few dozen roundings of float
        }
      }
    }
  }
}

TEST(Initial, SeedNameAndHeadTellWeightsApart) {
  for (const Init init : {Init::kGlorot, Init::kOrthogonal}) {
    const std::vector<float> w = initial_weights(init, matrix(2, 4, 4), "w", 1);
    EXPECT_EQ(w, initial_weights(init, matrix(2, 4, 4), "w", 1));
    EXPECT_NE(w, initial_weights(init, matrix(2, 4, 4), "w", 2));
    EXPECT_NE(w, initial_weights(init, matrix(2, 4, 4), "u", 1));
    EXPECT_NE(std::vector<float>(w.begin(), w.begin() + 16), std::vector<float>(w.begin() + 16, w.end()));
  }
}

}  // namespace
}  // namespace attn
