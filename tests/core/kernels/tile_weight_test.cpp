#include "core/kernels/tile_weight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace attn::kernels {
namespace {

template <class T>
class TileWeightTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TileWeightTest, Scalars);

// The documented bound: one and a half units in the last place of e^x, and
// |x| units for the rounding of log2(e) and of the product with it.
TYPED_TEST(TileWeightTest, ErrorGrowsWithDistanceFromTheMaximum) {
  using T = TypeParam;
  const T lowest = sizeof(T) == 4 ? T(-87) : T(-700);
  for (T x = 0; x > lowest; x -= T(0.00731)) {
    const long double truth = std::exp(static_cast<long double>(x));
    const long double units = std::numeric_limits<T>::epsilon() * truth;
    EXPECT_LE(std::abs(tile_weight(x) - truth), (1.5 + std::abs(x)) * units) << x;
  }
}

TYPED_TEST(TileWeightTest, Specials) {
  using T = TypeParam;
  EXPECT_EQ(tile_weight(T(0)), T(1));
  EXPECT_EQ(tile_weight(T(-0.0)), T(1));
  EXPECT_EQ(tile_weight(-kInfinity<T>), T(0));
  EXPECT_EQ(tile_weight(std::numeric_limits<T>::lowest()), T(0));
  EXPECT_TRUE(std::isnan(tile_weight(std::numeric_limits<T>::quiet_NaN())));
}

}  // namespace
}  // namespace attn::kernels
