#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant multi_head();
Variant t5_bias();
}  // namespace attn::variants

namespace attn::test {
namespace {

// The bucket as the paper's code has it, with the logarithms undone: the largest step k for which
// (distance / exact)^steps >= (farthest / exact)^k.
size_t bucket(int64_t i, int64_t j, bool both, int64_t count, int64_t farthest) {
  int64_t offset = 0, n = i - j;
  if (both) {
    count /= 2;
    if (n < 0) offset = count, n = -n;
  } else {
    n = std::max<int64_t>(n, 0);
  }
  const int64_t exact = count / 2;
  if (n < exact) return static_cast<size_t>(offset + n);
  const auto power = [](int64_t base, int64_t exponent) {
    long double result = 1;
    for (int64_t e = 0; e < exponent; ++e) result *= static_cast<long double>(base);
    return result;
  };
  int64_t step = 0;
  const int64_t steps = count - exact;
  // n^steps exact^k >= farthest^k exact^steps
  while (step < steps && farthest > exact &&
         power(n, steps) * power(exact, step + 1) >= power(farthest, step + 1) * power(exact, steps)) {
    ++step;
  }
  if (farthest <= exact) step = steps;
  return static_cast<size_t>(offset + std::min(exact + step, count - 1));
}

TEST(T5Bias, EqualsItsOracle) {
  at_every_corner(variants::t5_bias(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t heads = static_cast<size_t>(params.integer("heads")),
                 width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const bool both = params.choice("direction") == "both", root = params.choice("scale") == "root";
    const Matrix x = matrix_of(words);
    const Matrix table = weight(mechanism, "bias_table", heads, static_cast<size_t>(params.integer("buckets")));
    Matrix joined = matrix(n, heads * width);
    for (size_t head = 0; head < heads; ++head) {
      const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, head));
      const Matrix k = product(x, weight(mechanism, "w_k", x[0].size(), width, head));
      const Matrix v = product(x, weight(mechanism, "w_v", x[0].size(), width, head));
      Matrix scores = matrix(n, n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
          for (size_t c = 0; c < width; ++c) scores[i][j] += q[i][c] * k[j][c];
          if (root) scores[i][j] /= std::sqrt(static_cast<double>(width));
          scores[i][j] += table[head][bucket(static_cast<int64_t>(i), static_cast<int64_t>(j), both,
                                             params.integer("buckets"), params.integer("farthest"))];
        }
      }
      const Matrix z = product(weights(scores, [=](size_t i, size_t j) { return both || j <= i; }), v);
      for (size_t i = 0; i < n; ++i)
        std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
    }
    expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, x[0].size())), 1);
  });
}

std::vector<float> recorded_buckets(const char* direction, double count, double farthest, int64_t tokens) {
  const Variant variant = variants::t5_bias();
  Params params(variant.text.params);
  EXPECT_TRUE(params.set_choice("direction", direction).ok());
  EXPECT_TRUE(params.set_number("buckets", count).ok() && params.set_number("farthest", farthest).ok());
  Mechanism mechanism(variant, params, random_words(tokens, 1, 1));
  return mechanism.evaluate(mechanism.graph().find("buckets"));
}

TEST(T5Bias, BucketsAreThoseOfT5) {
  // T5: 32 buckets, 128 and farther in the last. Read off its code for words before, one to 200 back.
  const std::vector<float> got = recorded_buckets("both", 32, 128, 201);
  const std::vector<std::pair<int64_t, float>> known = {
      {0, 0},   {1, 1},   {7, 7},   {8, 8},   {11, 8},  {12, 9},  {15, 9},  {16, 10},  {22, 10},  {23, 11}, {31, 11},
      {32, 12}, {45, 12}, {46, 13}, {63, 13}, {64, 14}, {90, 14}, {91, 15}, {127, 15}, {128, 15}, {200, 15}};
  for (const auto& [back, bucket] : known) {
    EXPECT_EQ(got.at(static_cast<size_t>(200 * 201 + 200 - back)), bucket) << back << " back";
    if (back == 0) continue;
    EXPECT_EQ(got.at(static_cast<size_t>(back)), bucket + 16) << back << " ahead";
  }
}

TEST(T5Bias, BucketsFollowTheFormulaEverywhere) {
  for (const char* direction : {"both", "causal"}) {
    for (const double count : {4, 5, 8, 32, 64}) {
      for (const double farthest : {2, 16, 20, 128, 1024}) {
        const int64_t n = 140;
        const std::vector<float> got = recorded_buckets(direction, count, farthest, n);
        for (int64_t i = 0; i < n; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            ASSERT_EQ(got.at(static_cast<size_t>(i * n + j)),
                      static_cast<float>(bucket(i, j, std::string(direction) == "both", static_cast<int64_t>(count),
                                                static_cast<int64_t>(farthest))))
                << direction << ", " << count << " buckets to " << farthest << ": " << i << " reads " << j;
          }
        }
      }
    }
  }
}

// A bias of zeros, where scores are scaled as everywhere.
TEST(T5Bias, WithAZeroTableIsMultiHeadAttention) {
  const Variant biased = variants::t5_bias(), plain = variants::multi_head();
  for (const char* direction : {"both", "causal"}) {
    const Words words = random_words(9, 6, 3);
    Mechanism zeros(biased, params_with(biased.text.params, {{"scale", "root"}, {"direction", direction}}), words,
                    Given{{"bias_table", given({4, 8}, std::vector<float>(32))}});
    const char* mask = std::string(direction) == "both" ? "none" : "causal";
    const std::vector<float> got = zeros.result(),
                             wanted =
                                 Mechanism(plain, params_with(plain.text.params, {{"mask", mask}}), words).result();
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], wanted[i]) << direction << ", cell " << i;
  }
}

}  // namespace
}  // namespace attn::test
