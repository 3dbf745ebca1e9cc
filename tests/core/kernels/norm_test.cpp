#include "core/kernels/norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

template <class T>
class NormTest : public testing::Test {
 protected:
  static constexpr double kTolerance = sizeof(T) == 4 ? 2e-6 : 1e-14;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NormTest, Scalars);

TYPED_TEST(NormTest, AgreesWithDoubleLoops) {
  using T = TypeParam;
  for (int64_t n : {1, 2, 3, 5, 16, 17, 33, 257}) {
    RandomValues random(static_cast<uint32_t>(n));
    const std::vector<T> x = random.vector<T>(n, T(3));
    const std::vector<T> gamma = random.vector<T>(n);
    const std::vector<T> beta = random.vector<T>(n);
    const double eps = 1e-3;
    double mean = 0, square = 0, variance = 0;
    for (T v : x) mean += v;
    mean /= n;
    for (T v : x) variance += (v - mean) * (v - mean);
    for (T v : x) square += double(v) * v;
    const double deviation = std::sqrt(variance / n + eps);
    const double root = std::sqrt(square / n + eps);
    std::vector<T> y(n), plain(n), r(n);
    layer_norm_row(x.data(), gamma.data(), beta.data(), T(eps), y.data(), n);
    const auto stats = layer_norm_row<T>(x.data(), nullptr, nullptr, T(eps), plain.data(), n);
    const T scale = rms_norm_row(x.data(), gamma.data(), T(eps), r.data(), n);
    EXPECT_NEAR(stats.mean, mean, this->kTolerance);
    EXPECT_NEAR(stats.inverse_deviation * deviation, 1, 10 * this->kTolerance);
    EXPECT_NEAR(scale * root, 1, this->kTolerance);
    for (int64_t j = 0; j < n; ++j) {
      const double normal = (x[j] - mean) / deviation;
      EXPECT_NEAR(plain[j], normal, 10 * this->kTolerance);
      EXPECT_NEAR(y[j], normal * gamma[j] + beta[j], 10 * this->kTolerance);
      EXPECT_NEAR(r[j], x[j] / root * gamma[j], this->kTolerance);
    }
  }
}

}  // namespace
}  // namespace attn::kernels
