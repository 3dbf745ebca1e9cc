#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant feed_forward();
}

namespace attn::test {
namespace {

TEST(FeedForward, EqualsItsOracle) {
  at_every_corner(variants::feed_forward(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t hidden = static_cast<size_t>(params.integer("hidden"));
    Matrix h = matrix_of(words);
    if (params.flag("encode")) {
      const Matrix b = weight(mechanism, "b_xh", 1, hidden);
      h = product(h, weight(mechanism, "w_xh", h[0].size(), hidden));
      for (auto& row : h) {
        for (size_t f = 0; f < hidden; ++f)
          row[f] = row[f] + b[0][f] > 0 ? row[f] + b[0][f] : 0.01 * (row[f] + b[0][f]);
      }
    }
    const Matrix w = weight(mechanism, "w_he", 1, h[0].size()), b = weight(mechanism, "b_he", 1, 1);
    Matrix scores = matrix(1, h.size());
    for (size_t t = 0; t < h.size(); ++t) {
      for (size_t f = 0; f < h[0].size(); ++f) scores[0][t] += w[0][f] * h[t][f];
      scores[0][t] = std::tanh(scores[0][t] + b[0][0]) / temperature_of(params);
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, h.size())), h), temperature_of(params));
  });
}

}  // namespace
}  // namespace attn::test
