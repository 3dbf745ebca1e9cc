#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant linear();
}

namespace attn::test {
namespace {

double phi(double x) { return x > 0 ? x + 1 : std::exp(x); }

TEST(LinearAttention, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::linear(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const size_t width = static_cast<size_t>(params.integer("head_width"));
        Matrix q = projected(mechanism, words, "w_q", width), k = projected(mechanism, source, "w_k", width);
        for (Matrix* m : {&q, &k}) {
          for (std::vector<double>& row : *m) {
            for (double& value : row) value = phi(value);
          }
        }
        const Matrix pattern = shares(dot_products(q, k), params.choice("mask") == "causal");
        const Matrix z = product(pattern, projected(mechanism, source, "w_v", width));
        expect_near(mechanism.result(), z, 1);
      });
}

// A state over another text: whoever asks later than the last word that is read finds all of it.
TEST(LinearAttention, CarriesAStateOverAnotherText) {
  const Variant variant = variants::linear();
  for (const auto& [tokens, sources] : {std::pair{3, 8}, {8, 3}, {4, 4}}) {
    const Words words = random_words(tokens, 5, 1), source = random_words(sources, 5, 2);
    const auto result = [&](const char* form) {
      return Mechanism(variant, params_with(variant.text.params, {{"mask", "causal"}, {"form", form}}), words, source)
          .result();
    };
    const std::vector<float> pairs = result("parallel"), state = result("recurrent");
    ASSERT_EQ(pairs.size(), state.size());
    for (size_t i = 0; i < pairs.size(); ++i) EXPECT_NEAR(pairs[i], state[i], 1e-5F);
  }
}

}  // namespace
}  // namespace attn::test
