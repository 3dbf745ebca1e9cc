#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant additive();
}

namespace attn::test {
namespace {

TEST(Additive, EqualsItsOracle) {
  at_every_corner(variants::additive(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t hidden = static_cast<size_t>(params.integer("hidden"));
    const double temperature = params.number("temperature");
    const Matrix x = matrix_of(words), v = weight(mechanism, "v_a", 1, hidden);
    const Matrix asked = product(x, weight(mechanism, "w_a", x[0].size(), hidden));
    const Matrix read = product(x, weight(mechanism, "u_a", x[0].size(), hidden));
    Matrix scores = matrix(x.size(), x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = 0; j < x.size(); ++j) {
        for (size_t h = 0; h < hidden; ++h) scores[i][j] += v[0][h] * std::tanh(asked[i][h] + read[j][h]) / temperature;
      }
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, x.size())), x), temperature);
  });
}

}  // namespace
}  // namespace attn::test
