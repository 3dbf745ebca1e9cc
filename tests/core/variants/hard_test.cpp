#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant hard();
}

namespace attn::test {
namespace {

TEST(Hard, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::hard(), [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const Aligned in = aligned(mechanism, words, source, params.choice("score"), params);
        const size_t asks = in.scores.size(), read = in.values.size();
        const Matrix alpha = weights(in.scores, reads(params, read));
        expect_near(mechanism.evaluate(mechanism.graph().find("align")), alpha, temperature_of(params));
        const bool drawn = params.choice("choose") == "draw";
        const Matrix u = drawn ? weight(mechanism, "u", 1, asks) : Matrix{};
        const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
        // Roundings of the weights may move a border of the line, or a near tie.
        const double rounding = 1e-5 / std::min(1.0, temperature_of(params));
        Matrix z = matrix(asks, in.values[0].size());
        for (size_t i = 0; i < asks; ++i) {
          double before = 0, sum = 0, chosen = 0;
          for (size_t j = 0; j < read; ++j) sum += alpha[i][j];
          for (size_t j = 0; j < read; ++j) {
            if (pattern[i * read + j] != 0.0F) {
              ASSERT_EQ(pattern[i * read + j], 1.0F);
              ++chosen, z[i] = in.values[j];
              if (drawn) {
                EXPECT_GE(u[0][i], before - rounding);
                EXPECT_LE(u[0][i], before + alpha[i][j] + rounding);
              } else {
                EXPECT_GE(alpha[i][j], *std::max_element(alpha[i].begin(), alpha[i].end()) - rounding);
              }
            }
            before += alpha[i][j];
          }
          EXPECT_EQ(chosen, sum > 0 ? 1 : 0) << "row " << i;
        }
        expect_near(mechanism.result(), z, 1);
      });
}

// Over many seeds a place is drawn as often as its weight says.
TEST(Hard, DrawsFollowTheWeights) {
  const Variant variant = variants::hard();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_number("hidden", 3).ok());
  const Words words = random_words(3, 4, 1);
  Mechanism mechanism(variant, params, words);
  Graph& graph = mechanism.graph();
  const std::vector<float> alpha = mechanism.evaluate(graph.find("align"));
  std::vector<double> often(alpha.size());
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    graph.node(graph.find("u")).values = std::make_shared<const std::vector<float>>(
        initial_weights(Init::kUniform, {{axis::kQuery, 3}}, "u", static_cast<uint64_t>(draw)));
    const std::vector<float> pattern = mechanism.evaluate(graph.find("pattern"));
    for (size_t i = 0; i < often.size(); ++i) often[i] += static_cast<double>(pattern[i]) / kDraws;
  }
  // Five standard errors of a frequency.
  for (size_t i = 0; i < often.size(); ++i) EXPECT_NEAR(often[i], alpha[i], 5 * 0.5 / std::sqrt(kDraws));
}

}  // namespace
}  // namespace attn::test
