#include "tests/core/variants/sparse_oracle.h"

namespace attn::variants {
Variant sparsemax();
}

namespace attn::test {
namespace {

TEST(Sparsemax, EqualsItsOracle) { expect_sparse_attention(variants::sparsemax(), 1, 1); }

// Sharp scores leave most words out.
TEST(Sparsemax, WeighsSomeWordsExactlyZero) {
  Mechanism mechanism(variants::sparsemax(), params_with(variants::sparsemax().text.params, {{"temperature", "0.2"}}),
                      random_words(12, 6, 3));
  const std::vector<float> pattern = mechanism.evaluate(pattern_of(mechanism.graph()));
  EXPECT_GT(std::count(pattern.begin(), pattern.end(), 0.0F), 12);
}

}  // namespace
}  // namespace attn::test
