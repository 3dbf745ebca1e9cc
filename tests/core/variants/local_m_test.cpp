#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant local_m();
}

namespace attn::test {
namespace {

TEST(LocalM, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::local_m(), [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const Aligned in = aligned(mechanism, words, source, params.choice("score"), params);
        const int64_t length = source.tokens, reach = params.integer("reach");
        const Reads open = reads(params, in.values.size());
        const Matrix a = weights(in.scores, [&](size_t i, size_t j) {
          // Both counted from 1.
          int64_t centre = static_cast<int64_t>(i) + 1;
          if (params.choice("form") == "code") centre = std::min(centre, length);
          return std::abs(static_cast<int64_t>(j) + 1 - centre) <= reach && open(i, j);
        });
        expect_near(mechanism.result(), attentional(mechanism, product(a, in.values), words, params),
                    temperature_of(params));
      });
}

// A word far behind the end of a shorter text: the paper's window is empty, the code's lies at the end.
TEST(LocalM, AWindowBehindTheEnd) {
  const Variant variant = variants::local_m();
  for (const bool code : {false, true}) {
    Params params(variant.text.params);
    ASSERT_TRUE(params.set_choice("form", code ? "code" : "paper").ok());
    Mechanism mechanism(variant, params, random_words(9, 4, 1), random_words(3, 4, 2));
    const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
    float sum = 0;
    for (size_t j = 0; j < 3; ++j) sum += pattern[8 * 3 + j];
    EXPECT_NEAR(sum, code ? 1.0F : 0.0F, 1e-6F);
  }
}

}  // namespace
}  // namespace attn::test
