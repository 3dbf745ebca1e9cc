#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant softcap();
}

namespace attn::test {
namespace {

// Some words ask, others are read.
void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const double temperature = params.number("temperature"), cap = params.number("cap");
  const size_t width = static_cast<size_t>(params.integer("head_width"));
  const Matrix x = matrix_of(words), y = matrix_of(source);
  const size_t n = x.size(), m = y.size();
  const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width));
  const Matrix k = product(y, weight(mechanism, "w_k", y[0].size(), width));
  const Matrix v = product(y, weight(mechanism, "w_v", y[0].size(), width));
  Matrix scores = matrix(n, m);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < m; ++j) {
      for (size_t c = 0; c < width; ++c)
        scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
      if (cap > 0) scores[i][j] = cap * std::tanh(scores[i][j] / cap);
    }
  }
  expect_near(mechanism.result(), product(weights(scores, reads(params, m)), v), temperature);
}

TEST(Softcap, EqualsItsOracle) {
  at_every_corner(variants::softcap(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(Softcap, ReadsAnotherText) {
  const Variant variant = variants::softcap();
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

TEST(Softcap, NoScoreExceedsTheCap) {
  const Variant variant = variants::softcap();
  Words words = random_words(5, 4, 3);
  for (float& value : words.values) value *= 1e4F;
  Mechanism mechanism(variant, Params(variant.text.params), words);
  float largest = 0;
  for (const float score : mechanism.evaluate(mechanism.graph().find("capped_scores")))
    largest = std::max(largest, std::fabs(score));
  EXPECT_EQ(largest, 2.0F);
}

}  // namespace
}  // namespace attn::test
