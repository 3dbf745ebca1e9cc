#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant causal();
Variant transformer_xl();
}  // namespace attn::variants

namespace attn::test {
namespace {

TEST(TransformerXl, EqualsItsOracle) {
  at_every_corner(variants::transformer_xl(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const size_t model = static_cast<size_t>(words.width), sines = (model + 1) / 2;
    const size_t segment = static_cast<size_t>(params.integer("segment")),
                 memory = static_cast<size_t>(params.integer("memory"));
    const Matrix x = matrix_of(words), u = weight(mechanism, "bias_u", 1, width),
                 w = weight(mechanism, "bias_v", 1, width);
    const Matrix q = product(x, weight(mechanism, "w_q", model, width));
    const Matrix k = product(x, weight(mechanism, "w_k", model, width));
    const Matrix v = product(x, weight(mechanism, "w_v", model, width));
    Matrix waves = matrix(n, model);
    for (size_t d = 0; d < n; ++d) {
      for (size_t c = 0; c < model; ++c) {
        const size_t wave = c < sines ? c : c - sines;
        const double angle =
            static_cast<double>(d) / std::pow(10000.0, 2.0 * static_cast<double>(wave) / static_cast<double>(model));
        waves[d][c] = c < sines ? std::sin(angle) : std::cos(angle);
      }
    }
    const Matrix r = product(waves, weight(mechanism, "w_r", model, width));
    Matrix scores = matrix(n, n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        for (size_t c = 0; c < width; ++c) {
          scores[i][j] += (q[i][c] * k[j][c] + q[i][c] * r[i - j][c] + u[0][c] * k[j][c] + w[0][c] * r[i - j][c]) /
                          std::sqrt(static_cast<double>(width)) / temperature;
        }
      }
    }
    const auto reads = [=](size_t i, size_t j) { return j <= i && j + memory >= i - i % segment; };
    expect_near(mechanism.result(), product(weights(scores, reads), v), temperature);
  });
}

// Without what it adds to a score, and remembering everything, it is causal attention.
TEST(TransformerXl, WithoutDistancesIsCausalAttention) {
  const Variant xl = variants::transformer_xl(), plain = variants::causal();
  const Words words = random_words(11, 6, 3);
  const auto zeros = [](std::vector<int64_t> sizes, size_t count) {
    return given(std::move(sizes), std::vector<float>(count));
  };
  Mechanism mechanism(
      xl, params_with(xl.text.params, {{"memory", "256"}}), words,
      Given{{"bias_u", zeros({1, 64}, 64)}, {"bias_v", zeros({1, 64}, 64)}, {"w_r", zeros({1, 6, 64}, 6 * 64)}});
  const std::vector<float> got = mechanism.result(),
                           wanted = Mechanism(plain, Params(plain.text.params), words).result();
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], wanted[i]) << "cell " << i;
}

}  // namespace
}  // namespace attn::test
