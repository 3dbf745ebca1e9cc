#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant inner();
}

namespace attn::test {
namespace {

TEST(Inner, EqualsItsOracle) {
  at_every_corner(variants::inner(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t hidden = static_cast<size_t>(params.integer("hidden"));
    const Matrix h = matrix_of(words), b = weight(mechanism, "b", 1, hidden), u = weight(mechanism, "u_ctx", 1, hidden);
    const Matrix layer = product(h, weight(mechanism, "w", h[0].size(), hidden));
    Matrix scores = matrix(1, h.size());
    for (size_t t = 0; t < h.size(); ++t) {
      for (size_t f = 0; f < hidden; ++f)
        scores[0][t] += u[0][f] * std::tanh(layer[t][f] + b[0][f]) / temperature_of(params);
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, h.size())), h), temperature_of(params));
  });
}

}  // namespace
}  // namespace attn::test
