#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant shared_key_value();
}

namespace attn::test {
namespace {

TEST(SharedKeyValue, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::shared_key_value(), [](Mechanism& mechanism, const Words& words,
                                                                const Words& source, const Params& params) {
    const Matrix x = matrix_of(words), h = matrix_of(source);
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width));
    const Matrix k = product(h, weight(mechanism, "w_k", h[0].size(), width));
    Matrix scores = dot_products(q, k);
    for (auto& row : scores) {
      for (double& score : row) score /= std::sqrt(static_cast<double>(width)) * temperature_of(params);
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, h.size())), k), temperature_of(params));
  });
}

}  // namespace
}  // namespace attn::test
