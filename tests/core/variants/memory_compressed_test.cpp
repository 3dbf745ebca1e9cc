#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant causal();
Variant memory_compressed();
}  // namespace attn::variants

namespace attn::test {
namespace {

// Blocks of f rows through one matrix; a part at the end is dropped, or filled up with zeros.
Matrix strided(const Matrix& x, const Matrix& filter, size_t f, bool fill) {
  Matrix blocks;
  for (size_t start = 0; fill ? start < x.size() : start + f <= x.size(); start += f) {
    Matrix block = matrix(1, f * x[0].size());
    for (size_t t = 0; t < f && start + t < x.size(); ++t)
      std::copy(x[start + t].begin(), x[start + t].end(), block[0].begin() + static_cast<int64_t>(t * x[0].size()));
    blocks.push_back(product(block, filter)[0]);
  }
  return blocks;
}

TEST(MemoryCompressed, EqualsItsOracle) {
  at_every_corner(variants::memory_compressed(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const Matrix x = matrix_of(words);
    const size_t width = x[0].size(), head = static_cast<size_t>(params.integer("head_width")),
                 f = static_cast<size_t>(params.integer("factor"));
    const bool code = params.choice("form") == "code", causal = params.choice("mask") == "causal";
    Matrix memory = x;
    if (code) {
      memory = {x[0]};
      if (x.size() >= f) {
        for (const auto& block : strided(x, weight(mechanism, "c", f * width, width), f, false))
          memory.push_back(block);
      }
    }
    const Matrix q = product(x, weight(mechanism, "w_q", width, head));
    Matrix k = product(memory, weight(mechanism, "w_k", width, head)),
           v = product(memory, weight(mechanism, "w_v", width, head));
    if (!code) {
      k = strided(k, weight(mechanism, "c_k", f * head, head), f, true);
      v = strided(v, weight(mechanism, "c_v", f * head, head), f, true);
    }
    Matrix scores = dot_products(q, k);
    for (auto& row : scores) {
      for (double& score : row) score /= std::sqrt(static_cast<double>(head)) * temperature_of(params);
    }
    const Matrix a = weights(scores, [&](size_t i, size_t m) {
      if (!causal) return true;
      // All of the block's words at or before i; in the code strictly before, and x_0 for all.
      return code ? f * m <= i : f * m + f - 1 <= i;
    });
    expect_near(mechanism.result(), product(a, v), temperature_of(params));
  });
}

TEST(MemoryCompressed, BeforeAnyFinishedBlockThereIsTheFirstWordOrNothing) {
  const Variant variant = variants::memory_compressed();
  for (const bool code : {false, true}) {
    Params params(variant.text.params);
    ASSERT_TRUE(params.set_choice("form", code ? "code" : "paper").ok());
    Mechanism mechanism(variant, params, random_words(7, 4, 1));
    const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
    const size_t columns = pattern.size() / 7;
    ASSERT_EQ(columns, 3U);  // the code drops the part at the end and keeps x_0
    for (size_t i = 0; i < 7; ++i) {
      float sum = 0;
      for (size_t m = 0; m < columns; ++m) sum += pattern[i * columns + m];
      EXPECT_NEAR(sum, code || i >= 2 ? 1.0F : 0.0F, 1e-6F) << "word " << i;
    }
  }
}

// Blocks of one word that a filter leaves as they are: nothing is compressed.
TEST(MemoryCompressed, BlocksOfOneWordAreCausalAttention) {
  const Variant compressed = variants::memory_compressed(), plain = variants::causal();
  const Words words = random_words(9, 6, 3);
  std::vector<float> identity(64 * 64);
  for (size_t c = 0; c < 64; ++c) identity[c * 64 + c] = 1;
  Mechanism mechanism(compressed, params_with(compressed.text.params, {{"factor", "1"}}), words,
                      Given{{"c_k", given({64, 64}, identity)}, {"c_v", given({64, 64}, identity)}});
  const std::vector<float> got = mechanism.result(),
                           wanted = Mechanism(plain, Params(plain.text.params), words).result();
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_FLOAT_EQ(got[i], wanted[i]) << "cell " << i;
}

}  // namespace
}  // namespace attn::test
