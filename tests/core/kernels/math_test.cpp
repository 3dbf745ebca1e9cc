// Elementary functions against the C library in the next wider precision.
#include "core/kernels/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/kernels/activations.h"

namespace attn::kernels {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Error of `got` in units of the last place of the rounded truth.
double ulps(float got, double truth) {
  const float rounded = std::fabs(static_cast<float>(truth));
  if (std::isnan(truth)) return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(rounded) || std::isinf(got)) {
    return static_cast<float>(truth) == got ? 0 : 1e9;
  }
  return std::fabs(got - truth) / (std::nextafter(rounded, kInf) - rounded);
}

// Every 4999th float of both signs: some 800,000 values of all magnitudes. The
// step is odd, so all low bits occur.
template <class F, class G>
double worst_float(F function, G truth, float low, float high) {
  double worst = 0;
  for (const float sign : {1.0f, -1.0f}) {
    const float limit = sign > 0 ? high : -low;
    if (!(limit > 0)) continue;
    uint32_t end;
    std::memcpy(&end, &limit, sizeof end);
    for (uint32_t bits = 0; bits <= end; bits += 4999) {
      float x;
      std::memcpy(&x, &bits, sizeof x);
      x *= sign;
      worst = std::max(worst, ulps(function(x), truth(static_cast<double>(x))));
    }
  }
  return worst;
}

template <class F, class G>
double worst_double(F function, G truth, double low, double high) {
  double worst = 0;
  constexpr int kPoints = 200000;
  for (int i = 0; i < kPoints; ++i) {
    const double x = low + (high - low) * (i + 0.37) / kPoints;
    const long double t = truth(static_cast<long double>(x));
    worst = std::max(worst, static_cast<double>(std::fabs((function(x) - t) / t)));
  }
  return worst;
}

TEST(Math, FloatErrorsInUlps) {
  EXPECT_LE(worst_float([](float x) { return exp(x); }, [](double x) { return std::exp(x); }, -kInf, kInf), 1.0);
  EXPECT_LE(worst_float([](float x) { return log(x); }, [](double x) { return std::log(x); }, 0, kInf), 1.0);
  EXPECT_LE(worst_float([](float x) { return tanh(x); }, [](double x) { return std::tanh(x); }, -kInf, kInf), 1.5);
  EXPECT_LE(
      worst_float([](float x) { return sigmoid(x); }, [](double x) { return 1 / (1 + std::exp(-x)); }, -kInf, kInf),
      2.5);
  EXPECT_LE(worst_float([](float x) { return erf(x); }, [](double x) { return std::erf(x); }, -kInf, kInf), 2.5);
  EXPECT_LE(worst_float([](float x) { return sin(x); }, [](double x) { return std::sin(x); }, -1e5f, 1e5f), 0.51);
  EXPECT_LE(worst_float([](float x) { return cos(x); }, [](double x) { return std::cos(x); }, -1e5f, 1e5f), 0.51);
  EXPECT_LE(
      worst_float([](float x) { return elu(x); }, [](double x) { return x > 0 ? x : std::expm1(x); }, -kInf, kInf),
      4.0);
}

TEST(Math, DoubleErrors) {
  EXPECT_LE(worst_double([](double x) { return exp(x); }, [](long double x) { return std::exp(x); }, -700, 700), 3e-16);
  EXPECT_LE(worst_double([](double x) { return log(x); }, [](long double x) { return std::log(x); }, 0, 10), 3e-16);
  EXPECT_LE(worst_double([](double x) { return log(x); }, [](long double x) { return std::log(x); }, 1, 1e300), 3e-16);
  EXPECT_LE(worst_double([](double x) { return tanh(x); }, [](long double x) { return std::tanh(x); }, -4, 4), 5e-16);
  EXPECT_LE(
      worst_double([](double x) { return sigmoid(x); }, [](long double x) { return 1 / (1 + std::exp(-x)); }, -50, 50),
      5e-16);
  EXPECT_LE(worst_double([](double x) { return erf(x); }, [](long double x) { return std::erf(x); }, -7, 7), 5e-16);
  EXPECT_LE(worst_double([](double x) { return sin(x); }, [](long double x) { return std::sin(x); }, -1e5, 1e5), 1e-15);
  EXPECT_LE(worst_double([](double x) { return cos(x); }, [](long double x) { return std::cos(x); }, -1e5, 1e5), 1e-15);
}

TEST(Math, Powers) {
  for (double exponent : {-2.5, -1.0, 0.0, 0.37, 1.0, 10.0}) {
    for (double base = 1e-3; base < 1e4; base *= 1.37) {
      const double truth = std::pow(base, exponent);
      EXPECT_NEAR(pow_pos(base, exponent) / truth, 1.0, 1e-13);
      const float b = static_cast<float>(base);
      const float e = static_cast<float>(exponent);
      EXPECT_LE(ulps(pow_pos(b, e), std::pow(static_cast<double>(b), static_cast<double>(e))), 0.51);
    }
  }
  EXPECT_EQ(pow_pos(0.0f, 2.0f), 0.0f);
  EXPECT_EQ(pow_pos(0.0f, 0.0f), 1.0f);
  EXPECT_EQ(pow_pos(0.0f, -1.0f), kInf);
  EXPECT_TRUE(std::isnan(pow_pos(-1.0f, 0.5f)));
}

TEST(Math, Specials) {
  EXPECT_EQ(exp(-kInf), 0.0f);
  EXPECT_EQ(exp(-104.0f), 0.0f);
  EXPECT_EQ(exp(kInf), kInf);
  EXPECT_EQ(exp(0.0f), 1.0f);
  EXPECT_EQ(exp(-0.0), 1.0);
  EXPECT_EQ(exp(-std::numeric_limits<double>::infinity()), 0.0);
  EXPECT_EQ(exp(710.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(log(0.0f), -kInf);
  EXPECT_EQ(log(-0.0f), -kInf);
  EXPECT_EQ(log(1.0f), 0.0f);
  EXPECT_EQ(log(kInf), kInf);
  EXPECT_TRUE(std::isnan(log(-1.0f)));
  EXPECT_TRUE(std::isnan(log(-kInf)));
  EXPECT_EQ(tanh(kInf), 1.0f);
  EXPECT_EQ(tanh(-kInf), -1.0f);
  EXPECT_TRUE(std::signbit(tanh(-0.0f)));
  EXPECT_EQ(sigmoid(kInf), 1.0f);
  EXPECT_EQ(sigmoid(-kInf), 0.0f);
  EXPECT_EQ(sigmoid(0.0f), 0.5f);
  EXPECT_EQ(erf(kInf), 1.0f);
  EXPECT_EQ(erf(-kInf), -1.0f);
  EXPECT_TRUE(std::signbit(erf(-0.0f)));
  EXPECT_TRUE(std::signbit(sin(-0.0f)));
  EXPECT_TRUE(std::isnan(sin(kInf)));
  EXPECT_TRUE(std::isnan(cos(-kInf)));
  for (float (*f)(float) :
       {+[](float x) { return exp(x); }, +[](float x) { return log(x); }, +[](float x) { return tanh(x); },
        +[](float x) { return sigmoid(x); }, +[](float x) { return erf(x); }, +[](float x) { return sin(x); },
        +[](float x) { return cos(x); }}) {
    EXPECT_TRUE(std::isnan(f(kNan)));
  }
}

TEST(Math, OddFunctionsAreOdd) {
  for (float x = 1e-30f; x < 100; x *= 1.013f) {
    EXPECT_EQ(tanh(-x), -tanh(x));
    EXPECT_EQ(erf(-x), -erf(x));
    EXPECT_EQ(sin(-x), -sin(x));
    EXPECT_EQ(cos(-x), cos(x));
  }
}

TEST(Math, SinStaysBoundedFarOut) {
  for (double x = 1e5; x < 1e300; x *= 3.7) {
    EXPECT_LE(std::fabs(sin(x)), 1.0);
    EXPECT_LE(std::fabs(cos(x)), 1.0);
  }
}

TEST(Math, LanesAgreeWithScalars) {
  const Lanes<float> x = {-3.7f, 0.2f, kNan, 88.0f};
  const Lanes<float> y = exp(x);
  for (int i : {0, 1, 3}) EXPECT_EQ(y[i], exp(x[i]));
  EXPECT_TRUE(std::isnan(y[2]));
  const Lanes<double> d = {-3.7, 0.2, 1e-9, 5.0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(tanh(d)[i], tanh(d[i]));
    EXPECT_EQ(erf(d)[i], erf(d[i]));
    EXPECT_EQ(sin(d)[i], sin(d[i]));
  }
}

TEST(Activations, AgreeWithTheirDefinitions) {
  for (double x = -12; x < 12; x += 0.0137) {
    const double gelu_truth = 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    const double inner = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
    EXPECT_NEAR(gelu(x), gelu_truth, 1e-14);
    EXPECT_NEAR(gelu_tanh(x), 0.5 * x * (1 + std::tanh(inner)), 1e-14);
    EXPECT_NEAR(silu(x), x / (1 + std::exp(-x)), 1e-14);
    EXPECT_NEAR(elu(x), x > 0 ? x : std::expm1(x), 1e-15);
    EXPECT_EQ(relu(x), x > 0 ? x : 0);
    EXPECT_EQ(positive(x), x > 0 ? 1 : 0);
    EXPECT_NEAR(elu_plus_one(x), x > 0 ? x + 1 : std::exp(x), 1e-14);
    // Relative: both are small differences of large numbers on one side.
    EXPECT_NEAR(softplus(x) / std::log1p(std::exp(x)), 1, 1e-14);
    EXPECT_NEAR(log_sigmoid(x) / -std::log1p(std::exp(-x)), 1, 1e-14);
    EXPECT_NEAR(log_sigmoid(static_cast<float>(x)) / -std::log1p(std::exp(-static_cast<float>(x))), 1, 1e-6);
    EXPECT_NEAR(gelu(static_cast<float>(x)), gelu_truth, 2e-6);
  }
  EXPECT_TRUE(std::isnan(relu(kNan)) && std::isnan(softplus(kNan)) && std::isnan(log_sigmoid(kNan)));
  EXPECT_EQ(softplus(1e30f), 1e30f);
  EXPECT_EQ(softplus(-1e30f), 0.0f);
  EXPECT_EQ(log_sigmoid(1e30f), 0.0f);
  EXPECT_EQ(log_sigmoid(-1e30f), -1e30f);
}

}  // namespace
}  // namespace attn::kernels
