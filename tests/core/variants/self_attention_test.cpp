#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant self_attention();
}

namespace attn::test {
namespace {

TEST(SelfAttention, EqualsItsOracle) {
  at_every_corner(variants::self_attention(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const Matrix x = matrix_of(words);
    const size_t width = x[0].size(), head = static_cast<size_t>(params.integer("head_width"));
    Matrix q = x, k = x, v = x;
    if (params.choice("projections") == "one") q = k = v = product(x, weight(mechanism, "w", width, head));
    if (params.choice("projections") == "three") {
      q = product(x, weight(mechanism, "w_q", width, head));
      k = product(x, weight(mechanism, "w_k", width, head));
      v = product(x, weight(mechanism, "w_v", width, head));
    }
    Matrix scores = dot_products(q, k);
    const double root = params.flag("unscaled") ? 1 : std::sqrt(static_cast<double>(q[0].size()));
    for (auto& row : scores) {
      for (double& score : row) score /= root * temperature_of(params);
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, x.size())), v), temperature_of(params));
  });
}

}  // namespace
}  // namespace attn::test
