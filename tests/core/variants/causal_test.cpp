#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant causal();
}

namespace attn::test {
namespace {

TEST(Causal, EqualsItsOracle) {
  at_every_corner(variants::causal(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const Matrix z = dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")),
                                      temperature, [](size_t i, size_t j) { return j <= i; });
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
