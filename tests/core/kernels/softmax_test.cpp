#include "core/kernels/softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

template <class T>
class SoftmaxTest : public testing::Test {
 protected:
  static constexpr T kInf = std::numeric_limits<T>::infinity();
  // Relative, for sums and for each unit of an exponent (its rounding is an
  // absolute error that exp makes relative).
  static constexpr double kTolerance = sizeof(T) == 4 ? 2e-7 : 4e-16;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SoftmaxTest, Scalars);

TYPED_TEST(SoftmaxTest, AgreesWithADoubleLoop) {
  for (int64_t n : {1, 2, 3, 4, 5, 15, 16, 17, 33, 257}) {
    RandomValues random(static_cast<uint32_t>(n));
    std::vector<TypeParam> x = random.vector<TypeParam>(n, TypeParam(10));
    for (int64_t j = 1; j < n; j += 4) x[j] = -this->kInf;
    double max = -INFINITY;
    for (TypeParam v : x) max = std::max(max, static_cast<double>(v));
    double sum = 0;
    for (TypeParam v : x) sum += std::exp(v - max);
    std::vector<TypeParam> y(n);
    const auto stats = softmax_row(x.data(), y.data(), n);
    EXPECT_EQ(stats.max, static_cast<TypeParam>(max));
    EXPECT_NEAR(stats.sum / sum, 1, 20 * this->kTolerance);
    std::vector<TypeParam> log_y(n);
    log_softmax_row(x.data(), log_y.data(), n);
    for (int64_t j = 0; j < n; ++j) {
      const double truth = std::exp(x[j] - max) / sum;
      const double exponent = truth > 0 ? max - x[j] : 0;
      EXPECT_NEAR(y[j], truth, truth * (2 + exponent) * this->kTolerance);
      if (x[j] == -this->kInf) {
        EXPECT_EQ(y[j], 0);
        EXPECT_EQ(log_y[j], -this->kInf);
      } else {
        EXPECT_NEAR(log_y[j], x[j] - max - std::log(sum), 20 * this->kTolerance);
      }
    }
    softmax_row(x.data(), x.data(), n);  // in place
    EXPECT_EQ(x, y);
  }
}

TYPED_TEST(SoftmaxTest, MaskedEntriesBehindChangeNothing) {
  RandomValues random(5);
  for (int64_t n : {1, 3, 4, 7, 16, 30, 100}) {
    const auto x = random.vector<TypeParam>(n, TypeParam(4));
    std::vector<TypeParam> y(n);
    const auto stats = softmax_row(x.data(), y.data(), n);
    for (int64_t more : {1, 2, 5, 16, 77}) {
      auto longer = x;
      longer.resize(n + more, -this->kInf);
      std::vector<TypeParam> z(n + more);
      EXPECT_EQ(softmax_row(longer.data(), z.data(), n + more).sum, stats.sum);
      z.resize(n);
      EXPECT_EQ(z, y);
    }
  }
}

TYPED_TEST(SoftmaxTest, FullyMaskedRows) {
  for (int64_t n : {1, 3, 8, 17}) {
    const std::vector<TypeParam> x(n, -this->kInf);
    std::vector<TypeParam> y(n, 7);
    const auto stats = softmax_row(x.data(), y.data(), n);
    EXPECT_EQ(stats.max, -this->kInf);
    EXPECT_EQ(stats.sum, 0);
    for (TypeParam v : y) EXPECT_EQ(v, 0);
    softmax_row(x.data(), y.data(), n, MaskedRow::kUniform);
    for (TypeParam v : y) EXPECT_EQ(v, TypeParam(1) / n);
    softmax_row(x.data(), y.data(), n, MaskedRow::kNan);
    for (TypeParam v : y) EXPECT_TRUE(std::isnan(v));
    log_softmax_row(x.data(), y.data(), n);
    for (TypeParam v : y) EXPECT_EQ(v, -this->kInf);
    log_softmax_row(x.data(), y.data(), n, MaskedRow::kUniform);
    for (TypeParam v : y) EXPECT_NEAR(v, -std::log(double(n)), 1e-6);
  }
}

TYPED_TEST(SoftmaxTest, HugeLogitsAndNan) {
  const TypeParam huge = std::numeric_limits<TypeParam>::max();
  std::vector<TypeParam> x = {huge, -huge, huge};
  std::vector<TypeParam> y(3);
  softmax_row(x.data(), y.data(), 3);
  EXPECT_EQ(y, (std::vector<TypeParam>{0.5, 0, 0.5}));
  x[1] = std::numeric_limits<TypeParam>::quiet_NaN();
  softmax_row(x.data(), y.data(), 3);
  EXPECT_TRUE(std::isnan(y[0]));
  // NaN among masked entries is not a fully masked row.
  x[0] = x[2] = -this->kInf;
  softmax_row(x.data(), y.data(), 3);
  EXPECT_TRUE(std::isnan(y[0]));
}

}  // namespace
}  // namespace attn::kernels
