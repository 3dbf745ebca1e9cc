#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant local_p();
}

namespace attn::test {
namespace {

TEST(LocalP, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::local_p(), [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        Aligned in = aligned(mechanism, words, source, params.choice("score"), params);
        const Matrix h = matrix_of(words);
        const size_t width = h[0].size(), read = in.values.size();
        const bool code = params.choice("form") == "code", on_scores = params.choice("bell") == "scores";
        const double reach = params.number("reach"), sigma = reach / 2;
        const double padding = params.choice("mask") == "padding" ? params.number("padding") : 0;
        const double length = std::max(static_cast<double>(read) - padding, 1.0);
        // p_t = S sigma(v_p . tanh(W_p h_t)), or 1 + (S - 1) sigma(...); positions from 1.
        const Matrix look = product(h, weight(mechanism, "w_p", width, width)), v = weight(mechanism, "v_p", 1, width);
        Matrix bell = matrix(h.size(), read);
        std::vector<double> centre;
        for (size_t t = 0; t < h.size(); ++t) {
          double where = 0;
          for (size_t f = 0; f < width; ++f) where += v[0][f] * std::tanh(look[t][f]);
          const double share = 1 / (1 + std::exp(-where));
          const double p = code ? 1 + (length - 1) * share : length * share;
          centre.push_back(code ? std::floor(p) : p);
          for (size_t s = 0; s < read; ++s)
            bell[t][s] = std::exp(-std::pow(static_cast<double>(s) + 1 - p, 2) / (2 * sigma * sigma));
        }
        const auto multiply_bell = [&](Matrix& m) {
          for (size_t t = 0; t < m.size(); ++t) {
            for (size_t s = 0; s < read; ++s) m[t][s] *= bell[t][s];
          }
        };
        if (on_scores) multiply_bell(in.scores);
        const Reads open = reads(params, read);
        Matrix a = weights(in.scores, [&](size_t t, size_t s) {
          return std::fabs(static_cast<double>(s) + 1 - centre[t]) <= reach && open(t, s);
        });
        if (!on_scores) multiply_bell(a);
        expect_near(mechanism.result(), attentional(mechanism, product(a, in.values), words, params),
                    temperature_of(params));
      });
}

// On zeros the centre is in the middle, a whole number where the length is even: the border of the window is inside.
TEST(LocalP, TheBorderOfTheWindowIsInside) {
  const Variant variant = variants::local_p();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_number("reach", 1).ok());
  Words zeros{4, 2, std::vector<float>(8)};
  Mechanism mechanism(variant, params, zeros);
  const std::vector<float> align = mechanism.evaluate(mechanism.graph().find("align"));
  for (size_t j = 0; j < 4; ++j) EXPECT_NEAR(align[j], j < 3 ? 1.0F / 3 : 0.0F, 1e-6F);  // places 1 to 3 around 2
}

// The exception to rows that add up to 1: what the bell takes away is not given back.
TEST(LocalP, WeightsAreNotDividedByTheirSumAgain) {
  const Variant variant = variants::local_p();
  for (const bool on_scores : {false, true}) {
    Mechanism mechanism(variant, params_with(variant.text.params, {{"bell", on_scores ? "scores" : "weights"}}),
                        random_words(9, 4, 1));
    const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
    for (size_t row = 0; row < 9; ++row) {
      float sum = 0;
      for (size_t j = 0; j < 9; ++j) sum += pattern[row * 9 + j];
      if (on_scores) {
        EXPECT_NEAR(sum, 1.0F, 1e-6F);
      } else {
        EXPECT_LT(sum, 0.999F) << "word " << row;
      }
    }
  }
}

}  // namespace
}  // namespace attn::test
