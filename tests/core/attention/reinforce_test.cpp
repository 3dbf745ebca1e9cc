#include "core/attention/reinforce.h"

#include "tests/core/variants/mechanism.h"

namespace attn::variants {
Variant hard();
}

namespace attn::test {
namespace {

constexpr size_t kAsks = 2, kRead = 3;

// Hard attention of two words over three, and what a pair of choices costs: not linear in the result, so that the soft
// blend's cost is not the expected cost.
class ReinforceTest : public testing::Test {
 protected:
  ReinforceTest() : variant_(variants::hard()), mechanism_(variant_, params(), random_words(2, 4, 1), source()) {
    Evaluation<double> values(graph());
    EXPECT_TRUE(values.run().ok());
    const double* data = values.data(align());
    alpha_.assign(data, data + kAsks * kRead);
  }
  static Words source() { return random_words(3, 4, 2); }
  Params params() const {
    Params params(variant_.text.params);
    EXPECT_TRUE(params.set_number("hidden", 3).ok());
    return params;
  }
  Graph& graph() { return mechanism_.graph(); }
  int align() { return graph().find("align"); }

  static double cost(size_t first, size_t second) {
    const Words read = source();
    double sum = 0;
    for (int64_t c = 0; c < 4; ++c)
      sum += static_cast<double>(read.row(static_cast<int64_t>(first))[c]) * (static_cast<double>(c) - 1.5) +
             static_cast<double>(read.row(static_cast<int64_t>(second))[c]);
    return sum * sum + 3;
  }
  static std::vector<double> one_hot(size_t first, size_t second) {
    std::vector<double> chosen(kAsks * kRead);
    chosen[first] = chosen[kRead + second] = 1;
    return chosen;
  }
  double chance(size_t first, size_t second) const { return alpha_[first] * alpha_[kRead + second]; }

  // d/d(every weight of the network), one list, from the gradient of alpha.
  std::vector<double> of_weights(const std::vector<double>& gradient) {
    Evaluation<double> values(graph());
    EXPECT_TRUE(values.run().ok());
    const auto all = values.gradients(align(), gradient);
    std::vector<double> list;
    for (const char* name : {"w_a", "u_a", "v_a"}) {
      const auto& one = all[static_cast<size_t>(graph().find(name))];
      list.insert(list.end(), one.begin(), one.end());
    }
    return list;
  }

  // Of the expected cost sum_ij alpha_1i alpha_2j cost(i, j), every choice written out.
  std::vector<double> exact() {
    std::vector<double> gradient(kAsks * kRead);
    for (size_t i = 0; i < kRead; ++i) {
      for (size_t j = 0; j < kRead; ++j) {
        gradient[i] += alpha_[kRead + j] * cost(i, j);
        gradient[kRead + j] += alpha_[i] * cost(i, j);
      }
    }
    return of_weights(gradient);
  }

  // The mean and the variance of the estimate over all choices, each with its chance.
  struct Spread {
    std::vector<double> mean, variance;
  };
  Spread enumerated(const Reinforce& options) {
    Spread spread;
    std::vector<double> squares;
    for (size_t i = 0; i < kRead; ++i) {
      for (size_t j = 0; j < kRead; ++j) {
        const std::vector<double> one = of_weights(reinforce_gradient(options, alpha_, one_hot(i, j), cost(i, j)));
        spread.mean.resize(one.size()), squares.resize(one.size());
        for (size_t k = 0; k < one.size(); ++k)
          spread.mean[k] += chance(i, j) * one[k], squares[k] += chance(i, j) * one[k] * one[k];
      }
    }
    for (size_t k = 0; k < squares.size(); ++k)
      spread.variance.push_back(std::max(squares[k] - spread.mean[k] * spread.mean[k], 0.0));
    return spread;
  }

  Variant variant_;
  Mechanism mechanism_;
  std::vector<double> alpha_;
};

TEST_F(ReinforceTest, ItsMeanIsTheExactGradientWhateverTheBaseline) {
  const std::vector<double> wanted = exact();
  for (const double baseline : {0.0, 5.0, -100.0}) {
    const std::vector<double> mean = enumerated({.baseline = baseline}).mean;
    for (size_t k = 0; k < wanted.size(); ++k) EXPECT_NEAR(mean[k], wanted[k], 1e-11 * (1 + std::fabs(wanted[k])));
  }
}

TEST_F(ReinforceTest, TheExactGradientIsTheExpectedCostsSlope) {
  const std::vector<double> wanted = exact();
  const int leaf = graph().find("w_a");
  const auto kept = graph().node(leaf).values;
  for (size_t at = 0; at < kept->size(); ++at) {
    double expected[2] = {}, place[2] = {};
    for (int side = 0; side < 2; ++side) {
      std::vector<float> moved = *kept;
      moved[at] += side == 0 ? -0x1p-10F : 0x1p-10F;
      place[side] = static_cast<double>(moved[at]);
      graph().node(leaf).values = std::make_shared<const std::vector<float>>(moved);
      Evaluation<double> values(graph());
      ASSERT_TRUE(values.run().ok());
      const double* alpha = values.data(align());
      for (size_t i = 0; i < kRead; ++i) {
        for (size_t j = 0; j < kRead; ++j) expected[side] += alpha[i] * alpha[kRead + j] * cost(i, j);
      }
    }
    graph().node(leaf).values = kept;
    const double slope = (expected[1] - expected[0]) / (place[1] - place[0]);
    EXPECT_NEAR(wanted[at], slope, 1e-4 * (1 + std::fabs(slope)));  // h^2 / 6 of a third derivative of some hundreds
  }
}

TEST_F(ReinforceTest, TheMeanOfDrawsConvergesToTheExactGradient) {
  const std::vector<double> wanted = exact();
  const Spread spread = enumerated({.baseline = 5});
  const int u = graph().find("u"), pattern = graph().find("pattern");
  std::vector<double> sum(wanted.size());
  constexpr int kDraws = 3000;
  for (int draw = 0; draw < kDraws; ++draw) {
    graph().node(u).values = std::make_shared<const std::vector<float>>(
        initial_weights(Init::kUniform, {{axis::kQuery, kAsks}}, "u", static_cast<uint64_t>(draw)));
    const std::vector<float> drawn = mechanism_.evaluate(pattern);
    const std::vector<double> chosen(drawn.begin(), drawn.end());
    const size_t first = static_cast<size_t>(std::max_element(drawn.begin(), drawn.begin() + kRead) - drawn.begin());
    const size_t second =
        static_cast<size_t>(std::max_element(drawn.begin() + kRead, drawn.end()) - drawn.begin()) - kRead;
    const std::vector<double> one =
        of_weights(reinforce_gradient<double>({.baseline = 5}, alpha_, chosen, cost(first, second)));
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += one[k];
  }
  for (size_t k = 0; k < sum.size(); ++k) {
    // Five standard errors, which are known: the variance was enumerated.
    EXPECT_NEAR(sum[k] / kDraws, wanted[k], 5 * std::sqrt(spread.variance[k] / kDraws) + 1e-12);
  }
}

TEST_F(ReinforceTest, ABaselineNearTheMeanCostMakesItSteadier) {
  double mean = 0, plain = 0, steadier = 0;
  for (size_t i = 0; i < kRead; ++i) {
    for (size_t j = 0; j < kRead; ++j) mean += chance(i, j) * cost(i, j);
  }
  for (const double one : enumerated({}).variance) plain += one;
  for (const double one : enumerated({.baseline = mean}).variance) steadier += one;
  EXPECT_LT(steadier, plain);
}

TEST_F(ReinforceTest, TheEntropyTermRewardsSpread) {
  const Reinforce options = {.cost_weight = 0, .entropy_weight = 0.002};
  const std::vector<double> gradient = reinforce_gradient(options, alpha_, one_hot(0, 1), 7.0);
  for (size_t i = 0; i < alpha_.size(); ++i) {
    // The slope of -0.002 H = 0.002 sum a log a
    constexpr double kStep = 1e-5;
    const double up = (alpha_[i] + kStep) * std::log(alpha_[i] + kStep),
                 down = (alpha_[i] - kStep) * std::log(alpha_[i] - kStep);
    EXPECT_NEAR(gradient[i], 0.002 * (up - down) / (2 * kStep), 1e-9);
  }
}

TEST(Reinforce, WhatIsNeverChosenHasNoGradient) {
  const Reinforce options = {.entropy_weight = 1};
  const std::vector<float> gradient = reinforce_gradient<float>(options, {0, 0, 0, 1}, {0, 0, 0, 1}, 2);
  EXPECT_EQ(gradient, (std::vector<float>{0, 0, 0, 3}));  // 2 / 1 + (log 1 + 1)
}

TEST(Reinforce, TheBaselineFollowsTheCosts) {
  Reinforce options;
  options.learn_baseline(10);
  EXPECT_DOUBLE_EQ(options.baseline, 1);
  options.learn_baseline(10);
  EXPECT_DOUBLE_EQ(options.baseline, 1.9);
}

}  // namespace
}  // namespace attn::test
