#include "core/kernels/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

TEST(Reduce, FollowsTheOrderItStates) {
  for (int64_t n : {0, 1, 3, 4, 15, 16, 17, 50, 257}) {
    RandomValues random(static_cast<uint32_t>(n));
    const std::vector<float> x = random.vector<float>(n);
    float v[16] = {};
    for (int64_t j = 0; j < n; ++j) v[j % 16] += x[j];
    float lane[4];
    for (int l = 0; l < 4; ++l) {
      lane[l] = (v[l] + v[4 + l]) + (v[8 + l] + v[12 + l]);
    }
    EXPECT_EQ(sum(x.data(), n), (lane[0] + lane[2]) + (lane[1] + lane[3]));
  }
}

TEST(Reduce, AgreesWithDoubleLoops) {
  for (int64_t n : {1, 2, 5, 16, 31, 100}) {
    RandomValues random(static_cast<uint32_t>(n));
    const std::vector<double> x = random.vector<double>(n);
    const std::vector<double> y = random.vector<double>(n);
    double products = 0, squares = 0, max = -INFINITY;
    for (int64_t j = 0; j < n; ++j) {
      products += x[j] * y[j];
      squares += (x[j] - 0.25) * (x[j] - 0.25);
      max = std::max(max, x[j]);
    }
    EXPECT_NEAR(dot(x.data(), y.data(), n), products, 1e-13);
    EXPECT_NEAR(sum_squares(x.data(), n, 0.25), squares, 1e-13);
    EXPECT_EQ(max_value(x.data(), n), max);
  }
}

TEST(Reduce, MaximumIgnoresNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x = {nan, -3, nan, -2, nan};
  for (int64_t n : {2, 3, 5}) {
    EXPECT_EQ(max_value(x.data(), n), n < 5 ? -3 : -2);
  }
  EXPECT_EQ(max_value(x.data(), 0), -INFINITY);
}

}  // namespace
}  // namespace attn::kernels
