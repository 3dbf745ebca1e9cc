#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant scaled_dot_product();
}

namespace attn::test {
namespace {

TEST(ScaledDotProduct, EqualsItsOracle) {
  at_every_corner(variants::scaled_dot_product(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const Matrix z = dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")),
                                      temperature, reads(params, static_cast<size_t>(words.tokens)));
    expect_near(mechanism.result(), z, temperature);
  });
}

TEST(ScaledDotProduct, AWordThatMayReadNothingGetsAZeroRow) {
  const Variant variant = variants::scaled_dot_product();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_choice("mask", "padding").ok());
  ASSERT_TRUE(params.set_number("padding", 3).ok());
  const Mechanism mechanism(variant, params, random_words(3, 4, 1));
  for (const float value : mechanism.result()) EXPECT_EQ(value, 0.0F);
}

}  // namespace
}  // namespace attn::test
