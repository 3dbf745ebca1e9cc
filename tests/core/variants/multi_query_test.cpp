#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant multi_query();
}

namespace attn::test {
namespace {

// Some words ask, others are read.
void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const double temperature = params.number("temperature");
  const size_t heads = static_cast<size_t>(params.integer("heads")),
               width = static_cast<size_t>(params.integer("head_width"));
  const double root = params.choice("scale") == "none" ? 1 : std::sqrt(static_cast<double>(width));
  const Matrix x = matrix_of(words), y = matrix_of(source);
  const size_t n = x.size(), m = y.size();
  const Matrix k = product(y, weight(mechanism, "w_k", y[0].size(), width));
  const Matrix v = product(y, weight(mechanism, "w_v", y[0].size(), width));
  Matrix joined = matrix(n, heads * width);
  for (size_t head = 0; head < heads; ++head) {
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, head));
    Matrix scores = matrix(n, m);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < m; ++j) {
        for (size_t c = 0; c < width; ++c) scores[i][j] += q[i][c] * k[j][c] / root / temperature;
      }
    }
    const Matrix z = product(weights(scores, reads(params, m)), v);
    for (size_t i = 0; i < n; ++i)
      std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
  }
  expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, x[0].size())), temperature);
}

TEST(MultiQuery, EqualsItsOracle) {
  at_every_corner(variants::multi_query(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(MultiQuery, ReadsAnotherText) {
  const Variant variant = variants::multi_query();
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
