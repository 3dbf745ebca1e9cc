#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant image_local_1d();
}

namespace attn::test {
namespace {

TEST(ImageLocal1d, EqualsItsOracle) {
  at_every_corner(variants::image_local_1d(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const int64_t block = params.integer("block"), memory = params.integer("memory");
    const bool causal = params.choice("mask") == "causal";
    const auto reads = [=](size_t query, size_t key) {
      const int64_t i = static_cast<int64_t>(query), j = static_cast<int64_t>(key);
      int64_t begin = 0;
      while (begin + block <= i) begin += block;
      return begin - memory <= j && (causal ? j <= i : j < begin + block + memory);
    };
    const Matrix z =
        dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")), temperature, reads);
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
