// Chance that repeats: what a recorder draws depends on the seed and the step, and on nothing else. And numbers that
// follow what is measured.
#include "core/layers/recorder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/graph/ops/ops.h"

namespace attn {
namespace test {
namespace {

std::vector<uint64_t> draws_of(uint64_t seed, int64_t step, int count) {
  Graph graph;
  Recorder::Context context;
  context.seed = seed, context.step = step;
  Recorder recorder(graph, context);
  std::vector<uint64_t> draws;
  for (int i = 0; i < count; ++i) draws.push_back(recorder.draw_seed());
  return draws;
}

TEST(Recorder, DrawsRepeat) { EXPECT_EQ(draws_of(5, 7, 10), draws_of(5, 7, 10)); }

// Runs with seeds that stand side by side are compared with one another: a mask that came back a step later in the
// other run would make them alike.
TEST(Recorder, NoDrawOfSeedsAndStepsComesTwice) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (int64_t step = 0; step < 20; ++step)
      for (uint64_t draw : draws_of(seed, step, 20)) EXPECT_TRUE(seen.insert(draw).second) << seed << ' ' << step;
}

std::vector<float> noise_of(uint64_t seed, int64_t step, int call, Init kind, int64_t count) {
  Graph graph;
  Recorder::Context context;
  context.seed = seed, context.step = step;
  Recorder recorder(graph, context);
  Value noise;
  for (int i = 0; i <= call; ++i) noise = recorder.noise({{axis::kLatent, count / 4}, {axis::kCode, 4}}, kind);
  const Node& node = graph.node(noise.node());
  EXPECT_EQ(node.origin, Origin::kSeeded);
  EXPECT_FALSE(node.op);
  return *node.values;
}

TEST(Recorder, NoiseRepeatsAndIsAnotherAtEveryCallStepAndSeed) {
  const auto noise = noise_of(2, 5, 0, Init::kNormal, 40);
  EXPECT_EQ(noise, noise_of(2, 5, 0, Init::kNormal, 40));
  EXPECT_NE(noise, noise_of(2, 5, 1, Init::kNormal, 40));
  EXPECT_NE(noise, noise_of(2, 6, 0, Init::kNormal, 40));
  EXPECT_NE(noise, noise_of(3, 5, 0, Init::kNormal, 40));
}

// Mean and variance of 40000 numbers within five deviations: normal 0 and 1; Gumbel's Euler's constant and pi^2 / 6,
// with a kurtosis of 5.4.
TEST(Recorder, NoiseIsOfTheKindAskedFor) {
  constexpr double kCount = 40000, kPi = 3.14159265358979;
  const auto check = [&](Init kind, double mean, double variance, double kurtosis) {
    const auto noise = noise_of(1, 1, 0, kind, static_cast<int64_t>(kCount));
    double sum = 0, squares = 0;
    for (const float one : noise) sum += static_cast<double>(one);
    for (const float one : noise) squares += std::pow(static_cast<double>(one) - sum / kCount, 2);
    EXPECT_NEAR(sum / kCount, mean, 5 * std::sqrt(variance / kCount));
    EXPECT_NEAR(squares / kCount / variance, 1, 5 * std::sqrt((kurtosis - 1) / kCount));
  };
  check(Init::kNormal, 0, 1, 3);
  check(Init::kGumbel, 0.5772156649, kPi * kPi / 6, 5.4);
}

TEST(Recorder, ProgressIsTheShareOfTheRunThatIsBehind) {
  const auto progress = [](bool training, int64_t step, int64_t steps) {
    Graph graph;
    Recorder::Context context;
    context.training = training, context.step = step, context.steps = steps;
    return Recorder(graph, context).progress();
  };
  EXPECT_EQ(progress(true, 0, 200), 0);
  EXPECT_EQ(progress(true, 50, 200), 0.25);
  EXPECT_EQ(progress(true, 200, 200), 1);
  EXPECT_EQ(progress(true, 300, 200), 1);
  EXPECT_EQ(progress(true, 3, 0), 1) << "a run without an end";
  EXPECT_EQ(progress(false, 50, 200), 1) << "what is trained is cooled";
}

class RecorderRuns : public testing::Test {
 protected:
  RecorderRuns() { context_.parameters = &parameters_; }
  Parameters parameters_{1};
  Recorder::Context context_;
  const Shape shape_ = {{axis::kCode, 2}, {axis::kModel, 3}};
};

// Four steps of keep * number + (1 - keep) * measured, cell by cell, beside a parameter that is learned.
TEST_F(RecorderRuns, NumbersFollowWhatIsMeasured) {
  std::vector<double> wanted(6, 1.0);
  for (int step = 1; step <= 4; ++step) {
    Graph graph;
    Recorder recorder(graph, context_);
    const Value mean = recorder.running("mean", shape_, Start::ones());
    EXPECT_EQ(recorder.running("mean", shape_, Start::ones()).node(), mean.node());
    std::vector<float> seen;
    for (size_t i = 0; i < 6; ++i) {
      seen.push_back(static_cast<float>(i * i) - 2 * static_cast<float>(step));
      wanted[i] = 0.75 * wanted[i] + 0.25 * static_cast<double>(seen.back());
    }
    const Value measured = scale(graph.leaf(shape_, seen, Origin::kGiven, {}), 1);
    recorder.follow(mean, measured, 0.75);
    const Value w = recorder.parameter("w", shape_, Start::ones());
    const Value loss = total(multiply(w, mean));
    Backprop backprop;
    EXPECT_EQ(recorder.measured(), std::vector<int>{measured.node()});
    ASSERT_TRUE(backprop.run(graph, recorder.parameter_nodes(), loss.node(), recorder.measured()).ok());
    recorder.settle(backprop);
    const Parameter& kept = *parameters_.find("mean");
    EXPECT_EQ(kept.shape, shape_);
    EXPECT_FALSE(kept.learned);
    EXPECT_EQ(kept.gradient, std::vector<float>(6));
    for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(static_cast<double>((*kept.values)[i]), wanted[i], 1e-6) << i;
  }
  EXPECT_TRUE(parameters_.find("w")->learned);
}

TEST_F(RecorderRuns, StartLikeAnother) {
  Graph graph;
  Recorder recorder(graph, context_);
  const Scope scope(recorder, "book");
  Start same = Start::uniform(1);
  same.like = "first";
  recorder.running("first", shape_, Start::uniform(1));
  recorder.running("second", shape_, same);
  recorder.running("third", shape_, Start::uniform(1));
  EXPECT_EQ(*parameters_.find("book/second")->values, *parameters_.find("book/first")->values);
  EXPECT_NE(*parameters_.find("book/third")->values, *parameters_.find("book/first")->values);
}

// As a parameter that is learned.
TEST_F(RecorderRuns, AnotherShapeIsAnError) {
  parameters_.get("mean", {{axis::kCode, 5}}, Start::zeros());
  Graph graph;
  Recorder recorder(graph, context_);
  const Value mean = recorder.running("mean", shape_, Start::zeros());
  recorder.follow(mean, mean, 0.5);
  EXPECT_EQ(mean.shape(), shape_);
  EXPECT_EQ(graph.status().argument, "mean");
  EXPECT_EQ(graph.status().got, "[code 5]");
  EXPECT_EQ(graph.status().takes, "[code 2, model 3]");
}

}  // namespace
}  // namespace test
}  // namespace attn
