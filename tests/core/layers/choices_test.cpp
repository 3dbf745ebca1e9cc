#include "core/layers/choices.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/attention/reinforce.h"
#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"

namespace attn::test {
namespace {

const Shape kRows = {{"batch", 2}, {"query", 2}}, kAll = {{"batch", 2}, {"query", 2}, {"key", 3}};
const std::vector<float> kWeights = {0.2F, 0.3F, 0.5F, 0.1F, 0.1F, 0.8F, 0.6F, 0.4F, 0.0F, 0.3F, 0.3F, 0.4F};
const std::vector<float> kChosen = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0};
const std::vector<float> kSurprise = {1.5F, 0.25F, 3, 0};
const std::vector<float> kCounts = {1, 1, 1, 0};  // the second example ends after its first place
constexpr double kBaseline = 0.75;

class ChoicesTest : public testing::Test {
 protected:
  ChoicesTest() : parameters_(1), recorder_(graph_, {.parameters = &parameters_}) {
    (*parameters_.get("baseline", {{axis::kOne, 1}}, Start::zeros()).values)[0] = kBaseline;
  }
  Value leaf(const Shape& shape, const std::vector<float>& values) {
    return graph_.leaf(shape, values, Origin::kGiven, {});
  }
  // Returns the node of the weights.
  int record(double cost_weight, double entropy_weight) {
    const Value weights = leaf(kAll, kWeights);
    estimate_ =
        choice_estimate(recorder_, {weights, leaf(kAll, kChosen), leaf(kRows, kCounts), cost_weight, entropy_weight},
                        leaf(kRows, kSurprise));
    EXPECT_TRUE(graph_.status().ok()) << graph_.status().argument;
    return weights.node();
  }

  Parameters parameters_;
  Graph graph_;
  Recorder recorder_;
  Value estimate_;
};

TEST_F(ChoicesTest, IsZeroWithTheGradientOfReinforce) {
  const int node = record(0.1, 0.002);
  Evaluation<double> values(graph_);
  ASSERT_TRUE(values.run().ok());
  EXPECT_EQ(values.data(estimate_.node())[0], 0);
  const std::vector<double> gradient = values.gradients(estimate_.node(), {1.0})[static_cast<size_t>(node)];
  const std::vector<double> weights(kWeights.begin(), kWeights.end()), chosen(kChosen.begin(), kChosen.end());
  const Reinforce options = {.cost_weight = 0.1, .entropy_weight = 0.002, .baseline = kBaseline};
  for (size_t n = 0; n < 2; ++n) {
    const double cost = static_cast<double>(kSurprise[2 * n] + kSurprise[2 * n + 1]);
    const std::vector<double> expected = reinforce_gradient(options, weights, chosen, cost);
    for (size_t i = 6 * n; i < 6 * n + 6; ++i) {
      const double counts = static_cast<double>(kCounts[i / 3]);
      if (weights[i] == 0) continue;                                  // moving it moves nothing
      EXPECT_NEAR(gradient[i], counts * expected[i] / 3, 1e-7) << i;  // three places count
    }
  }
}

TEST_F(ChoicesTest, StaysFiniteWhereAWeightIsZero) {
  const int node = record(1, 1);
  Evaluation<float> values(graph_);
  ASSERT_TRUE(values.run().ok());
  const auto gradients = values.gradients(estimate_.node(), {1.0F});
  for (const float one : gradients[static_cast<size_t>(node)]) EXPECT_TRUE(std::isfinite(one));
}

TEST_F(ChoicesTest, TheBaselineFollowsTheMeanCost) {
  record(1, 0);
  const Value unrelated = recorder_.parameter("w", {{axis::kOne, 1}}, Start::ones());
  const Value loss = add(estimate_, unrelated);
  Backprop backprop;
  ASSERT_TRUE(backprop.run(graph_, recorder_.parameter_nodes(), loss.node(), recorder_.measured()).ok());
  recorder_.settle(backprop);
  // Examples cost 1.75 and 3.
  EXPECT_NEAR((*parameters_.find("baseline")->values)[0], 0.9 * kBaseline + 0.1 * 2.375, 1e-6);
  EXPECT_FALSE(parameters_.find("baseline")->learned);
  EXPECT_EQ(parameters_.find("baseline")->gradient[0], 0);
}

}  // namespace
}  // namespace attn::test
