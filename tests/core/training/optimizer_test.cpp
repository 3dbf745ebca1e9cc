// Each optimizer against its paper's algorithm as a plain double loop over one number.
#include "core/training/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace attn::test {
namespace {

const std::vector<ParamSpec>& specs() {
  static const std::vector<ParamSpec> list = optimizer_params();
  return list;
}

Params with(std::string_view optimizer) {
  Params params(specs());
  EXPECT_TRUE(params.set_choice("optimizer", optimizer).ok());
  return params;
}

// Gradients of (w - 3)^2 / 2 along fifty steps from w = 1.
void follows(const Params& params, double rate, const std::function<void(double g, int step, double* w)>& oracle) {
  const auto optimizer = make_optimizer(params);
  Parameters parameters(1);
  Parameter& parameter = parameters.get("w", {{axis::kOne, 1}}, Start::ones());
  parameter.moments.assign(static_cast<size_t>(optimizer->moments()), {0.0F});
  double w = 1;
  for (int step = 1; step <= 50; ++step) {
    parameter.gradient[0] = (*parameter.values)[0] - 3.0F;
    oracle(w - 3, step, &w);
    optimizer->update(parameter, rate, step);
    ASSERT_NEAR((*parameter.values)[0], w, 2e-4 * std::max(1.0, std::abs(w))) << step;
  }
}

TEST(Optimizer, SgdGoesDownTheGradient) {
  Params params = with("sgd");
  ASSERT_TRUE(params.set_number("momentum", 0).ok());
  follows(params, 0.1, [](double g, int, double* w) { *w -= 0.1 * g; });
}

TEST(Optimizer, MomentumRemembersTheWay) {
  double v = 0;
  follows(with("sgd"), 0.02, [&](double g, int, double* w) { *w += v = 0.9 * v - 0.02 * g; });
}

TEST(Optimizer, AdamIsKingmaAndBas) {
  double m = 0, v = 0;
  follows(with("adam"), 0.05, [&](double g, int step, double* w) {
    m = 0.9 * m + 0.1 * g, v = 0.999 * v + 0.001 * g * g;
    *w -= 0.05 * (m / (1 - std::pow(0.9, step))) / (std::sqrt(v / (1 - std::pow(0.999, step))) + 1e-8);
  });
}

TEST(Optimizer, AdamWShrinksWeightsBeside) {
  double m = 0, v = 0;
  follows(with("adamw"), 0.05, [&](double g, int step, double* w) {
    m = 0.9 * m + 0.1 * g, v = 0.999 * v + 0.001 * g * g;
    *w -= 0.05 * ((m / (1 - std::pow(0.9, step))) / (std::sqrt(v / (1 - std::pow(0.999, step))) + 1e-8) + 0.01 * *w);
  });
}

TEST(Optimizer, AdadeltaHasTheUnitOfTheWeights) {
  double squares = 0, steps = 0;
  follows(with("adadelta"), 1, [&](double g, int, double* w) {
    squares = 0.95 * squares + 0.05 * g * g;
    const double d = -std::sqrt(steps + 1e-6) / std::sqrt(squares + 1e-6) * g;
    steps = 0.95 * steps + 0.05 * d * d;
    *w += d;
  });
}

TEST(Optimizer, LongGradientsAreShortenedTogether) {
  Parameters parameters(1);
  Parameter &a = parameters.get("a", {{axis::kOne, 1}}, Start::ones()),
            &b = parameters.get("b", {{axis::kOne, 1}}, Start::ones());
  a.gradient = {3.0F}, b.gradient = {4.0F};
  EXPECT_DOUBLE_EQ(clip_gradients(parameters, 10), 5);
  EXPECT_EQ(a.gradient[0], 3.0F);
  EXPECT_DOUBLE_EQ(clip_gradients(parameters, 1), 5);
  EXPECT_FLOAT_EQ(a.gradient[0], 0.6F);
  EXPECT_FLOAT_EQ(b.gradient[0], 0.8F);
  a.gradient = {3.0F}, b.gradient = {4.0F};
  EXPECT_DOUBLE_EQ(clip_gradients(parameters, 0), 5);
  EXPECT_EQ(b.gradient[0], 4.0F);
}

}  // namespace
}  // namespace attn::test
