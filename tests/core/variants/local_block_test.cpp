#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant local_block();
}

namespace attn::test {
namespace {

TEST(LocalBlock, EqualsItsOracle) {
  at_every_corner(variants::local_block(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t block = static_cast<size_t>(params.integer("block"));
    const bool previous = params.choice("reads") == "previous";
    const auto reads = [=](size_t i, size_t j) {
      const size_t begin = i - i % block;
      return j <= i && (previous ? j + block >= begin : j >= begin);
    };
    const Matrix z =
        dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")), temperature, reads);
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
