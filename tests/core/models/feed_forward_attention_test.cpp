#include <cmath>

#include "tests/core/models/recorded_model.h"

namespace attn::models {
Model feed_forward_attention();
}

namespace attn::test {
namespace {

constexpr TaskSizes kSizes = {.features = 2};
constexpr int64_t kBatch = 3, kTime = 7;

double leaky(double x) { return x > 0 ? x : 0.01 * x; }

class FeedForwardAttention : public testing::TestWithParam<const char*> {
 protected:
  FeedForwardAttention() : model_(models::feed_forward_attention()) {}
  Params params() const { return params_of(model_, {{"pooling", GetParam()}}); }
  Model model_;
};

TEST_P(FeedForwardAttention, HasAsManyParametersAsThePaper) {
  Parameters parameters(1);
  const Params chosen = params();
  Recorded recorded(model_, chosen, kSizes, &parameters);
  recorded.predict(recorded.leaf({{"batch", kBatch}, {"time", kTime}, {"feature", 2}}, random_numbers(42, 1)));
  ASSERT_TRUE(recorded.graph.status().ok()) << recorded.graph.status().argument;
  EXPECT_EQ(parameters.count(), std::string_view(GetParam()) == "mean" ? 10501 : 10602);
}

TEST_P(FeedForwardAttention, ComputesWhatThePaperWrites) {
  Parameters parameters(1);
  const Params chosen = params();
  Recorded recorded(model_, chosen, kSizes, &parameters);
  const std::vector<float> source = random_numbers(kBatch * kTime * 2, 1);
  recorded.predict(recorded.leaf({{"batch", kBatch}, {"time", kTime}, {"feature", 2}}, source));
  // Biases that are not 0, so that a lost one shows.
  for (const auto& parameter : parameters.all()) {
    if (parameter->name.ends_with("/b")) {
      const std::vector<float> biases = random_numbers(parameter->values->size(), 5);
      std::copy(biases.begin(), biases.end(), parameter->values->begin());
    }
  }
  const auto of = [&](const char* name, int64_t at) {
    return static_cast<double>((*parameters.find(name)->values)[static_cast<size_t>(at)]);
  };
  const std::vector<float> answers = recorded.numbers(recorded.prediction.output);
  ASSERT_EQ(recorded.prediction.output.shape(), (Shape{{"batch", kBatch}, {"one", 1}}));
  constexpr int64_t kWidth = 100;
  for (int64_t n = 0; n < kBatch; ++n) {
    std::vector<double> h(kTime * kWidth), e(kTime);
    double sum = 0;
    for (int64_t t = 0; t < kTime; ++t) {
      const double x0 = static_cast<double>(source[static_cast<size_t>((n * kTime + t) * 2)]);
      const double x1 = static_cast<double>(source[static_cast<size_t>((n * kTime + t) * 2 + 1)]);
      double energy = parameters.find("score/b") ? of("score/b", 0) : 0;
      for (int64_t c = 0; c < kWidth; ++c) {
        const double state = leaky(x0 * of("hidden/w", c) + x1 * of("hidden/w", kWidth + c) + of("hidden/b", c));
        h[static_cast<size_t>(t * kWidth + c)] = state;
        if (parameters.find("score/w")) energy += state * of("score/w", c);
      }
      e[static_cast<size_t>(t)] = parameters.find("score/w") ? std::exp(std::tanh(energy)) : 1;
      sum += e[static_cast<size_t>(t)];
    }
    double y = of("answer/b", 0);
    for (int64_t j = 0; j < kWidth; ++j) {
      double s = of("mixed/b", j);
      for (int64_t c = 0; c < kWidth; ++c) {
        double context = 0;
        for (int64_t t = 0; t < kTime; ++t)
          context += e[static_cast<size_t>(t)] / sum * h[static_cast<size_t>(t * kWidth + c)];
        s += context * of("mixed/w", c * kWidth + j);
      }
      y += leaky(s) * of("answer/w", j);
    }
    EXPECT_NEAR(static_cast<double>(answers[static_cast<size_t>(n)]), leaky(y), 1e-5);
  }
}

TEST_P(FeedForwardAttention, GradientsEqualCentralDifferences) {
  Parameters parameters(1);
  const Params chosen = params();
  Recorded recorded(model_, chosen, kSizes, &parameters, /*training=*/true);
  recorded.predict(recorded.leaf({{"batch", kBatch}, {"time", kTime}, {"feature", 2}}, random_numbers(42, 1)));
  const Value loss =
      mean_squared_error(recorded.prediction.output, recorded.leaf({{"batch", kBatch}, {"one", 1}}, {1, -1, 0.5F}));
  EXPECT_LT(gradient_error(recorded, loss, 6), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Poolings, FeedForwardAttention, testing::Values("attention", "mean"));

}  // namespace
}  // namespace attn::test
