#include "core/kernels/elementwise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

TEST(Elementwise, DigitsDependOnTheElementAlone) {
  RandomValues random(3);
  const std::vector<float> x = random.vector<float>(37, 6.0f);
  for (int f = 0; f <= static_cast<int>(Unary::kReciprocal); ++f) {
    std::vector<float> whole(x.size());
    apply(static_cast<Unary>(f), x.data(), whole.data(), 37);
    for (int64_t start : {0, 1, 2, 3}) {
      for (int64_t n : {0, 1, 2, 3, 4, 5, 9}) {
        std::vector<float> part(x.begin() + start, x.begin() + start + n);
        apply(static_cast<Unary>(f), part.data(), part.data(), n);  // in place
        for (int64_t j = 0; j < n; ++j) {
          if (whole[start + j] == whole[start + j]) {
            EXPECT_EQ(part[j], whole[start + j]) << f;
          }
        }
      }
    }
  }
}

TEST(Elementwise, MapAndZip) {
  for (int64_t n : {1, 3, 4, 6, 11}) {
    RandomValues random(static_cast<uint32_t>(n));
    const auto a = random.vector<double>(n);
    const auto b = random.vector<double>(n);
    std::vector<double> y(n + 1, 9);
    zip(a.data(), b.data(), y.data(), n, [](Lanes<double> u, Lanes<double> v) { return u - v; });
    for (int64_t j = 0; j < n; ++j) EXPECT_EQ(y[j], a[j] - b[j]);
    map(a.data(), y.data(), n, [](Lanes<double> u) { return u + u; });
    for (int64_t j = 0; j < n; ++j) EXPECT_EQ(y[j], 2 * a[j]);
    EXPECT_EQ(y[n], 9);
  }
}

TEST(Elementwise, SimpleFunctionsAtTheirEdges) {
  constexpr float kInf = std::numeric_limits<float>::infinity(), kTiny = std::numeric_limits<float>::denorm_min();
  const auto one = [](Unary function, float x) {
    apply(function, &x, &x, 1);
    return x;
  };
  for (const float x : {-2.5F, -2.0F, -0.1F, 0.0F, 0.9F, 3.0F, 8388607.5F, -8388607.5F, 1e30F, kInf, -kInf})
    EXPECT_EQ(one(Unary::kFloor, x), std::floor(x)) << x;
  EXPECT_EQ(one(Unary::kPositive, 0.0F), 0.0F);
  EXPECT_EQ(one(Unary::kPositive, kTiny), 1.0F);
  EXPECT_EQ(one(Unary::kPositive, -kInf), 0.0F);
  EXPECT_EQ(one(Unary::kAbsolute, -kInf), kInf);
  EXPECT_EQ(one(Unary::kLeakyRelu, -200.0F), -2.0F);
  EXPECT_EQ(one(Unary::kReciprocal, -4.0F), -0.25F);
  EXPECT_EQ(one(Unary::kReciprocal, 0.0F), 0.0F);
  EXPECT_EQ(one(Unary::kReciprocal, kTiny), 0.0F);
  EXPECT_TRUE(std::isfinite(one(Unary::kReciprocal, std::numeric_limits<float>::min())));
}

}  // namespace
}  // namespace attn::kernels
