#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant concat();
}

namespace attn::test {
namespace {

void check(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Aligned in = aligned(mechanism, words, source, "concat", params);
  const Matrix a = weights(in.scores, reads(params, in.values.size()));
  const Matrix z = attentional(mechanism, product(a, in.values), words, params);
  expect_near(mechanism.result(), z, temperature_of(params));
}

TEST(LuongConcat, EqualsItsOracle) { at_every_corner_of_two_texts(variants::concat(), check); }

TEST(LuongConcat, ReadsWordsOfAnotherWidth) {
  const Variant variant = variants::concat();
  for (const Corner& corner : corners(variant.text.params)) {
    const Words words = random_words(4, 3, 24), source = random_words(6, 5, 25);
    Mechanism mechanism(variant, corner.params, words, source);
    check(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
