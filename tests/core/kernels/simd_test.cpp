#include "core/kernels/simd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attn::kernels {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(Simd, MinimumAndMaximumReturnTheSecondWhenInDoubt) {
  const Lanes<float> a = {1, kNan, 2, -0.0f};
  const Lanes<float> b = {2, 3, kNan, 0.0f};
  const Lanes<float> high = maximum(a, b);
  const Lanes<float> low = minimum(a, b);
  EXPECT_EQ(high[0], 2);
  EXPECT_EQ(low[0], 1);
  EXPECT_EQ(high[1], 3);
  EXPECT_EQ(low[1], 3);
  EXPECT_TRUE(std::isnan(high[2]));
  EXPECT_TRUE(std::isnan(low[2]));
  EXPECT_FALSE(std::signbit(high[3]));
  EXPECT_FALSE(std::signbit(low[3]));
  EXPECT_TRUE(std::signbit(maximum(b, a)[3]));
}

TEST(Simd, HorizontalSumHasItsOrder) {
  // (1 + -1) + (2^-30 + 2^-30): any other order loses the small ones.
  const Lanes<float> v = {1, 0x1p-30f, -1, 0x1p-30f};
  EXPECT_EQ(horizontal_sum(v), 0x1p-29f);
}

TEST(Simd, PartialLoadsAndStores) {
  const double source[] = {1, 2, 3};
  for (int count = 0; count < 4; ++count) {
    const Lanes<double> v = load_partial(source, count, 9.0);
    double target[] = {7, 7, 7, 7};
    store_partial(target, v, count);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(v[i], i < count ? source[i] : 9);
      EXPECT_EQ(target[i], i < count ? source[i] : 7);
    }
  }
}

TEST(Simd, SignsAndSelection) {
  const Lanes<float> v = {-2, 3, -0.0f, 0};
  EXPECT_EQ(absolute(v)[0], 2);
  EXPECT_FALSE(std::signbit(absolute(v)[2]));
  EXPECT_EQ(copy_sign(splat(5.0f), v)[0], -5);
  EXPECT_EQ(copy_sign(splat(5.0f), v)[2], -5);
  EXPECT_EQ(copy_sign(splat(-5.0f), v)[1], 5);
  const Lanes<float> chosen = select(v < splat(0.0f), splat(1.0f), v);
  EXPECT_EQ(chosen[0], 1);
  EXPECT_EQ(chosen[1], 3);
}

}  // namespace
}  // namespace attn::kernels
