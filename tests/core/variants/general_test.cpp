#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant general();
}

namespace attn::test {
namespace {

void check(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Aligned in = aligned(mechanism, words, source, "general", params);
  const Matrix a = weights(in.scores, reads(params, in.values.size()));
  const Matrix z = attentional(mechanism, product(a, in.values), words, params);
  expect_near(mechanism.result(), z, temperature_of(params));
}

TEST(LuongGeneral, EqualsItsOracle) { at_every_corner_of_two_texts(variants::general(), check); }

TEST(LuongGeneral, ReadsWordsOfAnotherWidth) {
  const Variant variant = variants::general();
  for (const Corner& corner : corners(variant.text.params)) {
    const Words words = random_words(4, 3, 24), source = random_words(6, 5, 25);
    Mechanism mechanism(variant, corner.params, words, source);
    check(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
