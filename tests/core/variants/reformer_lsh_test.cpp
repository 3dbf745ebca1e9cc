#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant reformer_lsh();
}

namespace attn::test {
namespace {

// The bucket of a vector in one round: where [x R; -x R] is largest, the first of equals.
size_t bucket(const std::vector<double>& x, const Matrix& rotation) {
  const size_t half = rotation[0].size();
  size_t best = 0;
  double most = -1e300;
  for (size_t b = 0; b < 2 * half; ++b) {
    double reach = 0;
    for (size_t c = 0; c < x.size(); ++c) reach += x[c] * rotation[c][b % half];
    if (b >= half) reach = -reach;
    if (reach > most) most = reach, best = b;
  }
  return best;
}

TEST(ReformerLsh, EqualsItsOracle) {
  at_every_corner(variants::reformer_lsh(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width")),
                 half = static_cast<size_t>(params.integer("buckets") + 1) / 2,
                 rounds = static_cast<size_t>(params.integer("rounds"));
    const Matrix q = projected(mechanism, words, "w_q", width);
    Matrix k = q;
    for (std::vector<double>& row : k) {
      double squares = 0;
      for (const double value : row) squares += value * value;
      for (double& value : row) value /= std::sqrt(squares);
    }
    const Reads may_read = reads(params, q.size());
    const auto meet = [&](size_t i, size_t j) {
      for (size_t round = 0; round < rounds; ++round) {
        const Matrix rotation = weight(mechanism, "rotations", width, half, round);
        if (bucket(q[i], rotation) == bucket(q[j], rotation)) return may_read(i, j);
      }
      return false;
    };
    const double temperature = params.number("temperature");
    Matrix scores = dot_products(q, k, 1 / (std::sqrt(static_cast<double>(width)) * temperature));
    // Added before the softmax, it leaves a float no digits of the own score: there is nothing beside it then anyway.
    for (size_t i = 0; i < scores.size(); ++i) scores[i][i] -= 1e5;
    const Matrix z = product(weights(scores, meet), projected(mechanism, words, "w_v", width));
    expect_near(mechanism.result(), z, temperature);
  });
}

// Near vectors share buckets, far ones rarely: the hash is made for that.
TEST(ReformerLsh, NearWordsMeet) {
  const Variant variant = variants::reformer_lsh();
  Words words = random_words(12, 8, 4);
  for (size_t i = 0; i < 8; ++i) words.values[8 + i] = words.values[i] * 1.01F;  // the second word is like the first
  for (size_t i = 0; i < 8; ++i) words.values[2 * 8 + i] = -words.values[i];     // the third points away
  int near = 0, far = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Mechanism mechanism(variant, Params(variant.text.params), words, seed);
    const std::vector<float> meetings = mechanism.evaluate(mechanism.graph().find("meetings"));
    near += static_cast<int>(meetings[1]), far += static_cast<int>(meetings[2]);
    EXPECT_EQ(meetings[0], 2.0F) << "a word meets itself in every round";
  }
  EXPECT_EQ(near, 40);
  EXPECT_EQ(far, 0);
}

}  // namespace
}  // namespace attn::test
