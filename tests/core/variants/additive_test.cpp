#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant additive();
}

namespace attn::test {
namespace {

TEST(Additive, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::additive(),
                               [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
                                 const Aligned in = aligned(mechanism, words, source, "additive", params);
                                 const Matrix a = weights(in.scores, reads(params, in.values.size()));
                                 expect_near(mechanism.result(), product(a, in.values), temperature_of(params));
                               });
}

}  // namespace
}  // namespace attn::test
