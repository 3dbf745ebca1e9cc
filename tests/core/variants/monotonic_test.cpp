#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant monotonic();
}

namespace attn::test {
namespace {

// Raffel et al. 2017, equations 8 and 9: q_ij = (1 - p_i,j-1) q_i,j-1 + alpha_i-1,j, alpha_ij = p_ij q_ij.
Matrix expected_alignment(const Matrix& p) {
  Matrix alpha = matrix(p.size(), p[0].size());
  std::vector<double> before(p[0].size());
  before[0] = 1;
  for (size_t i = 0; i < p.size(); ++i) {
    double q = 0;
    for (size_t j = 0; j < p[0].size(); ++j) {
      q = (j > 0 ? (1 - p[i][j - 1]) * q : 0) + before[j];
      alpha[i][j] = p[i][j] * q;
    }
    before = alpha[i];
  }
  return alpha;
}

// Algorithm 1: scan from where the word before stopped to the first score above 0; past the end nothing is read any
// more.
Matrix scanned(const Matrix& energies, const Reads& open) {
  Matrix alpha = matrix(energies.size(), energies[0].size());
  size_t at = 0;
  for (size_t i = 0; i < energies.size(); ++i) {
    while (at < energies[0].size() && !(energies[i][at] > 0 && open(i, at))) ++at;
    if (at == energies[0].size()) break;
    alpha[i][at] = 1;
  }
  return alpha;
}

TEST(Monotonic, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::monotonic(), [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const Aligned in = aligned(mechanism, words, source, params.choice("score"), params);
        const size_t asks = in.scores.size(), read = in.values.size();
        const Reads open = reads(params, read);
        const double amount = params.number("noise");
        const Matrix noise = amount > 0 ? weight(mechanism, "noise", asks, read) : matrix(asks, read);
        Matrix energies = in.scores, p = matrix(asks, read);
        for (size_t i = 0; i < asks; ++i) {
          for (size_t j = 0; j < read; ++j) {
            energies[i][j] += params.number("shift") + amount * noise[i][j];
            p[i][j] = open(i, j) ? 1 / (1 + std::exp(-energies[i][j])) : 0;
          }
        }
        const Matrix alpha = params.choice("decide") == "hard" ? scanned(energies, open) : expected_alignment(p);
        expect_near(mechanism.evaluate(mechanism.graph().find("pattern")), alpha, 1);
        expect_near(mechanism.result(), product(alpha, in.values), 1);
      });
}

// TensorFlow's parallel form, alpha_i = p_i c_i cumsum(alpha_i-1 / c_i) with c the exclusive products of 1 - p.
TEST(Monotonic, EqualsTheParallelForm) {
  const Variant variant = variants::monotonic();
  Mechanism mechanism(variant, Params(variant.text.params), random_words(5, 4, 1), random_words(7, 4, 2));
  const std::vector<float> stop = mechanism.evaluate(mechanism.graph().find("stop"));
  const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
  std::vector<double> before(7);
  before[0] = 1;
  for (size_t i = 0; i < 5; ++i) {
    double passed = 1, sum = 0;
    for (size_t j = 0; j < 7; ++j) {
      const double p = static_cast<double>(stop[i * 7 + j]);
      sum += before[j] / passed;
      before[j] = p * passed * sum;
      passed *= 1 - p;
      EXPECT_NEAR(pattern[i * 7 + j], before[j], 1e-6);
    }
  }
}

}  // namespace
}  // namespace attn::test
