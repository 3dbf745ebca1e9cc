#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant cross_attention();
}

namespace attn::test {
namespace {

TEST(CrossAttention, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::cross_attention(),
                               [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
                                 const Aligned in = aligned(mechanism, words, source, "scaled", params);
                                 const Matrix a = weights(in.scores, reads(params, in.values.size()));
                                 expect_near(mechanism.result(), product(a, in.values), temperature_of(params));
                               });
}

// Padding is of the text that is read: it hides its last words, and no word that asks.
TEST(CrossAttention, PaddingMasksKeysOnly) {
  const Variant variant = variants::cross_attention();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_choice("mask", "padding").ok() && params.set_number("padding", 2).ok());
  const Words words = random_words(7, 4, 1), source = random_words(3, 4, 2);
  Words other = source;
  for (size_t i = 4; i < other.values.size(); ++i) other.values[i] += 1.0F;
  const std::vector<float> before = Mechanism(variant, params, words, source).result();
  EXPECT_EQ(Mechanism(variant, params, words, other).result(), before) << "padding was read";
  for (size_t i = 0; i < 7; ++i) EXPECT_NE(before[i * 64], 0.0F) << "word " << i << " reads nothing";
}

TEST(CrossAttention, TextsMayHaveTwoWidths) {
  const Variant variant = variants::cross_attention();
  const Params params(variant.text.params);
  const Words words = random_words(4, 3, 3), source = random_words(6, 5, 4);
  Mechanism mechanism(variant, params, words, source);
  const Aligned in = aligned(mechanism, words, source, "scaled", params);
  expect_near(mechanism.result(), product(weights(in.scores, reads(params, 6)), in.values), 1);
}

}  // namespace
}  // namespace attn::test
