#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant multi_head_latent();
}

namespace attn::test {
namespace {

void turn(std::vector<double>& row, double place) {
  const size_t pairs = row.size() / 2;
  for (size_t pair = 0; pair < pairs; ++pair) {
    const double angle = place * std::pow(10000.0, -static_cast<double>(pair) / static_cast<double>(pairs));
    const double x = row[2 * pair], y = row[2 * pair + 1];
    row[2 * pair] = x * std::cos(angle) - y * std::sin(angle);
    row[2 * pair + 1] = x * std::sin(angle) + y * std::cos(angle);
  }
}

Matrix normed(Matrix c, const Params& params) {
  if (!params.flag("latent_norm")) return c;
  for (std::vector<double>& row : c) {
    double squares = 1e-6;
    for (const double value : row) squares += value * value / static_cast<double>(row.size());
    for (double& value : row) value /= std::sqrt(squares);
  }
  return c;
}

// Always the naive form: the absorbed one must agree.
TEST(MultiHeadLatent, EqualsItsOracle) {
  at_every_corner(variants::multi_head_latent(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const auto size = [&](const char* id) { return static_cast<size_t>(params.integer(id)); };
    const size_t heads = size("heads"), width = size("head_width"), latent = size("latent"),
                 query_latent = size("query_latent"), rope = size("rope"), n = static_cast<size_t>(words.tokens);
    const Matrix x = matrix_of(words);
    const size_t model = x[0].size();
    const Matrix c = normed(product(x, weight(mechanism, "w_dkv", model, latent)), params);
    const Matrix c_q = normed(product(x, weight(mechanism, "w_dq", model, query_latent)), params);
    Matrix k_rope = matrix(n, 0);
    if (rope > 0) k_rope = product(x, weight(mechanism, "w_kr", model, rope));
    for (size_t i = 0; i < n; ++i) turn(k_rope[i], static_cast<double>(i));
    Matrix joined = matrix(n, heads * width);
    for (size_t head = 0; head < heads; ++head) {
      const Matrix q = product(c_q, weight(mechanism, "w_uq", query_latent, width, head));
      const Matrix k = product(c, weight(mechanism, "w_uk", latent, width, head));
      const Matrix v = product(c, weight(mechanism, "w_uv", latent, width, head));
      Matrix q_rope = matrix(n, 0);
      if (rope > 0) q_rope = product(c_q, weight(mechanism, "w_qr", query_latent, rope, head));
      for (size_t i = 0; i < n; ++i) turn(q_rope[i], static_cast<double>(i));
      Matrix scores = matrix(n, n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
          for (size_t e = 0; e < width; ++e) scores[i][j] += q[i][e] * k[j][e];
          for (size_t e = 0; e < rope; ++e) scores[i][j] += q_rope[i][e] * k_rope[j][e];
          scores[i][j] /= std::sqrt(static_cast<double>(width + rope));
        }
      }
      const Matrix z = product(weights(scores, reads(params, n)), v);
      for (size_t i = 0; i < n; ++i)
        std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
    }
    expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, model)), 1);
  });
}

}  // namespace
}  // namespace attn::test
