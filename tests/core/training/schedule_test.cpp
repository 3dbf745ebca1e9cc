#include "core/training/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::test {
namespace {

Params with(std::string_view schedule) {
  static const std::vector<ParamSpec> specs = schedule_params();
  Params params(specs);
  EXPECT_TRUE(params.set_choice("schedule", schedule).ok());
  EXPECT_TRUE(params.set_number("rate", 0.5).ok());
  EXPECT_TRUE(params.set_number("warmup", 10).ok());
  EXPECT_TRUE(params.set_number("decay_start", 20).ok());
  EXPECT_TRUE(params.set_number("decay_every", 5).ok());
  return params;
}

TEST(Schedule, AConstantRateStays) {
  for (const int64_t step : {1, 7, 1000}) EXPECT_EQ(learning_rate(with("constant"), step, 1000), 0.5);
}

TEST(Schedule, WarmUpThenInverseRootIsVaswanisWithTheGivenPeak) {
  for (int64_t step = 1; step < 200; ++step) {
    const double s = static_cast<double>(step);
    const double expected = 0.5 * std::sqrt(10) * std::min(1 / std::sqrt(s), s * std::pow(10, -1.5));
    EXPECT_NEAR(learning_rate(with("warmup_inverse_sqrt"), step, 1000), expected, 1e-12) << step;
  }
}

TEST(Schedule, HalvingHalvesAtItsSteps) {
  const std::pair<int64_t, double> expected[] = {{19, 0.5}, {20, 0.25}, {24, 0.25}, {25, 0.125}, {30, 0.0625}};
  for (const auto& [step, rate] : expected) EXPECT_EQ(learning_rate(with("halving"), step, 1000), rate) << step;
}

TEST(Schedule, WarmUpThenDownEndsNearZero) {
  EXPECT_DOUBLE_EQ(learning_rate(with("warmup_linear"), 5, 100), 0.25);
  EXPECT_DOUBLE_EQ(learning_rate(with("warmup_linear"), 10, 100), 0.5);
  EXPECT_GT(learning_rate(with("warmup_linear"), 100, 100), 0);
  EXPECT_LT(learning_rate(with("warmup_linear"), 100, 100), 0.006);
}

}  // namespace
}  // namespace attn::test
