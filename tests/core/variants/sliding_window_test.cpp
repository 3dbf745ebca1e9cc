#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant sliding_window();
}

namespace attn::test {
namespace {

TEST(SlidingWindow, EqualsItsOracle) {
  at_every_corner(variants::sliding_window(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t window = static_cast<size_t>(params.integer("window"));
    const bool both = params.choice("sides") == "both";
    const auto reads = [=](size_t i, size_t j) { return j <= i ? i < j + window : both && j < i + window; };
    const Matrix z =
        dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")), temperature, reads);
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
