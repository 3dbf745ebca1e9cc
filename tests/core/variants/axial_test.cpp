#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant axial();
}

namespace attn::test {
namespace {

TEST(Axial, EqualsItsOracle) {
  at_every_corner(variants::axial(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const size_t grid = static_cast<size_t>(params.integer("width"));
    const bool causal = params.choice("mask") == "causal";
    const auto pass = [&](const Matrix& x, const std::string& suffix, const Reads& reads) {
      const Matrix q = product(x, weight(mechanism, "w_q" + suffix, x[0].size(), width));
      const Matrix k = product(x, weight(mechanism, "w_k" + suffix, x[0].size(), width));
      const Matrix v = product(x, weight(mechanism, "w_v" + suffix, x[0].size(), width));
      Matrix scores = matrix(n, n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
          for (size_t c = 0; c < width; ++c)
            scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
        }
      }
      return product(product(weights(scores, reads), v), weight(mechanism, "w_o" + suffix, width, x[0].size()));
    };
    const Matrix rows =
        pass(matrix_of(words), "", [=](size_t i, size_t j) { return i / grid == j / grid && (!causal || j <= i); });
    const Matrix columns =
        pass(rows, "_columns", [=](size_t i, size_t j) { return i % grid == j % grid && (!causal || j <= i); });
    expect_near(mechanism.result(), columns, temperature);
  });
}

// Two passes reach every word of a full grid; the causal ones what stands before in the own row and in those above.
TEST(Axial, TwoPassesReachTheGrid) {
  const Variant variant = variants::axial();
  for (const char* mask : {"none", "causal"}) {
    Params params(variant.text.params);
    ASSERT_TRUE(params.set_choice("mask", mask).ok());
    const Words words = random_words(12, 3, 5);  // 3 rows of 4
    const std::vector<float> before = Mechanism(variant, params, words).result();
    for (int64_t read = 0; read < 12; ++read) {
      Words other = words;
      other.values[static_cast<size_t>(3 * read)] += 1;
      const std::vector<float> after = Mechanism(variant, params, other).result();
      for (int64_t word = 0; word < 12; ++word) {
        const bool moved = before[static_cast<size_t>(3 * word)] != after[static_cast<size_t>(3 * word)];
        EXPECT_EQ(moved, std::string(mask) == "none" || (read / 4 <= word / 4 && read % 4 <= word % 4))
            << mask << ": word " << word << " of " << read;
      }
    }
  }
}

}  // namespace
}  // namespace attn::test
