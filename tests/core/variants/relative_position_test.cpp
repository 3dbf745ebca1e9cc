#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant relative_position();
Variant self_attention();
}  // namespace attn::variants

namespace attn::test {
namespace {

TEST(RelativePosition, EqualsItsOracle) {
  at_every_corner(variants::relative_position(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const int64_t clip = params.integer("clip");
    const size_t distances = static_cast<size_t>(2 * clip + 1);
    const std::string_view tables = params.choice("tables");
    const Matrix none = matrix(distances, width);
    const Matrix a_k =
        tables == "both" || tables == "keys" ? weight(mechanism, "w_distance_k", distances, width) : none;
    const Matrix a_v =
        tables == "both" || tables == "values" ? weight(mechanism, "w_distance_v", distances, width) : none;
    const auto at = [clip](size_t i, size_t j) {
      const int64_t distance = static_cast<int64_t>(j) - static_cast<int64_t>(i);
      return static_cast<size_t>(std::min(std::max(distance, -clip), clip) + clip);
    };
    const Matrix x = matrix_of(words);
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width));
    const Matrix k = product(x, weight(mechanism, "w_k", x[0].size(), width));
    const Matrix v = product(x, weight(mechanism, "w_v", x[0].size(), width));
    Matrix scores = matrix(n, n), z = matrix(n, width);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[i][j] += q[i][c] * (k[j][c] + a_k[at(i, j)][c]) / std::sqrt(static_cast<double>(width)) / temperature;
      }
    }
    const Matrix a = weights(scores, reads(params, n));
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        for (size_t c = 0; c < width; ++c) z[i][c] += a[i][j] * (v[j][c] + a_v[at(i, j)][c]);
      }
    }
    expect_near(mechanism.result(), z, temperature);
  });
}

// Tables of zeros, where the law on the page leaves the tables out.
TEST(RelativePosition, WithZeroTablesIsSelfAttention) {
  const Variant relative = variants::relative_position(), plain = variants::self_attention();
  for (const char* mask : {"none", "causal", "padding"}) {
    for (const int64_t tokens : {1, 5, 17}) {
      const Words words = random_words(tokens, 6, 3);
      const auto table = [] { return given({9, 64}, std::vector<float>(9 * 64)); };  // clip 4: nine distances
      Mechanism zeros(relative, params_with(relative.text.params, {{"mask", mask}}), words,
                      Given{{"w_distance_k", table()}, {"w_distance_v", table()}});
      const Mechanism self(plain, params_with(plain.text.params, {{"mask", mask}, {"projections", "three"}}), words);
      const std::vector<float> got = zeros.result(), wanted = self.result();
      ASSERT_EQ(got.size(), wanted.size());
      for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], wanted[i]) << mask << ", cell " << i;
    }
  }
}

}  // namespace
}  // namespace attn::test
