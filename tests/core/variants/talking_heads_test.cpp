#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant talking_heads();
}

namespace attn::test {
namespace {

// Some words ask, others are read.
void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const double temperature = params.number("temperature");
  const size_t heads = static_cast<size_t>(params.integer("heads")),
               width = static_cast<size_t>(params.integer("head_width"));
  const double root = params.choice("scale") == "none" ? 1 : std::sqrt(static_cast<double>(width));
  const std::string_view mix = params.choice("mix");
  const bool before = mix == "both" || mix == "scores", after = mix == "both" || mix == "weights";
  Matrix identity = matrix(heads, heads);
  for (size_t h = 0; h < heads; ++h) identity[h][h] = 1;
  const Matrix p_l = before ? weight(mechanism, "p_l", heads, heads) : identity;
  const Matrix p_w = after ? weight(mechanism, "p_w", heads, heads) : identity;
  const Matrix x = matrix_of(words), y = matrix_of(source);
  const size_t n = x.size(), m = y.size();
  std::vector<Matrix> scores(heads, matrix(n, m)), maps;
  for (size_t h = 0; h < heads; ++h) {
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, h));
    const Matrix k = product(y, weight(mechanism, "w_k", y[0].size(), width, h));
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < m; ++j) {
        double score = 0;
        for (size_t c = 0; c < width; ++c) score += q[i][c] * k[j][c];
        for (size_t g = 0; g < heads; ++g) scores[g][i][j] += p_l[h][g] * score / root / temperature;
      }
    }
  }
  for (const Matrix& one : scores) maps.push_back(weights(one, reads(params, m)));
  Matrix joined = matrix(n, heads * width);
  for (size_t g = 0; g < heads; ++g) {
    Matrix mixed = matrix(n, m);
    for (size_t h = 0; h < heads; ++h) {
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < m; ++j) mixed[i][j] += p_w[h][g] * maps[h][i][j];
      }
    }
    const Matrix z = product(mixed, product(y, weight(mechanism, "w_v", y[0].size(), width, g)));
    for (size_t i = 0; i < n; ++i)
      std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(g * width));
  }
  expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, x[0].size())), temperature);
}

TEST(TalkingHeads, EqualsItsOracle) {
  at_every_corner(variants::talking_heads(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(TalkingHeads, ReadsAnotherText) {
  const Variant variant = variants::talking_heads();
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
