#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant performer();
}

namespace attn::test {
namespace {

TEST(Performer, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::performer(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const size_t width = static_cast<size_t>(params.integer("head_width")),
                     features = static_cast<size_t>(params.integer("features"));
        const Matrix omega = weight(mechanism, "omega", features, width);
        const bool relu = params.choice("kernel") == "relu";
        const auto phi = [&](const char* name, const Words& from) {
          Matrix x = projected(mechanism, from, name, width), all = matrix(x.size(), features);
          const double fourth_root = std::pow(static_cast<double>(width), 0.25);
          for (size_t i = 0; i < x.size(); ++i) {
            for (size_t f = 0; f < features; ++f) {
              double seen = 0, square = 0;
              for (const double value : x[i]) square += value * value / (fourth_root * fourth_root);
              for (size_t c = 0; c < width; ++c) seen += omega[f][c] * x[i][c];
              all[i][f] = relu ? std::max(seen, 0.0) + 1e-3 : std::exp(seen / fourth_root - square / 2);
            }
          }
          return all;
        };
        const Matrix pattern =
            shares(dot_products(phi("w_q", words), phi("w_k", source)), params.choice("mask") == "causal");
        const Matrix z = product(pattern, projected(mechanism, source, "w_v", width));
        expect_near(mechanism.result(), z, 1);
      });
}

// The estimate comes closer to the softmax's weights with more features, and closer with orthogonal ones.
TEST(Performer, EstimatesTheSoftmax) {
  const Variant variant = variants::performer();
  const auto error = [&](const char* features, const char* orthogonal) {
    double squares = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Words words = random_words(8, 16, 5);
      for (float& value : words.values) value *= 0.25F;  // scores within 1: the estimate's error is then near normal
      Mechanism mechanism(
          variant,
          params_with(variant.text.params,
                      {{"features", features}, {"orthogonal", orthogonal}, {"random", "true"}, {"head_width", "16"}}),
          words, seed);
      const Matrix scores =
          dot_products(projected(mechanism, words, "w_q", 16), projected(mechanism, words, "w_k", 16), 0.25);
      const Matrix wanted = weights(scores, [](size_t, size_t) { return true; });
      const std::vector<float> pattern = mechanism.evaluate(pattern_of(mechanism.graph()));
      for (size_t i = 0; i < pattern.size(); ++i)
        squares += std::pow(static_cast<double>(pattern[i]) - wanted[i / 8][i % 8], 2);
    }
    return std::sqrt(squares / (20 * 64));
  };
  const double few = error("16", "true"), many = error("256", "true"), independent = error("16", "false");
  RecordProperty("errors", std::to_string(few) + " " + std::to_string(many) + " " + std::to_string(independent));
  EXPECT_LT(many, few / 2) << "sixteen times the features should err a quarter as much";
  EXPECT_LT(few, independent);
}

}  // namespace
}  // namespace attn::test
