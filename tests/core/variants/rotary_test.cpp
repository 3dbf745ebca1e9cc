#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant rotary();
}

namespace attn::test {
namespace {

// Turns a row as complex numbers.
void turn(std::vector<double>& row, double place, double base, size_t turned, bool halves) {
  for (size_t pair = 0; pair < turned / 2; ++pair) {
    const size_t a = halves ? pair : 2 * pair, b = halves ? pair + turned / 2 : 2 * pair + 1;
    const double angle = place * std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(turned));
    const double x = row[a], y = row[b];
    row[a] = x * std::cos(angle) - y * std::sin(angle);
    row[b] = x * std::sin(angle) + y * std::cos(angle);
  }
}

TEST(Rotary, EqualsItsOracle) {
  at_every_corner(variants::rotary(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    const size_t turned = static_cast<size_t>(params.number("part") * static_cast<double>(width) / 2) * 2;
    const Matrix x = matrix_of(words);
    Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width));
    Matrix k = product(x, weight(mechanism, "w_k", x[0].size(), width));
    const Matrix v = product(x, weight(mechanism, "w_v", x[0].size(), width));
    for (size_t i = 0; i < n; ++i) {
      for (std::vector<double>* row : {&q[i], &k[i]}) {
        turn(*row, static_cast<double>(i) + params.number("offset"), params.number("base"), turned,
             params.choice("layout") == "halves");
      }
    }
    Matrix scores = matrix(n, n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
      }
    }
    expect_near(mechanism.result(), product(weights(scores, reads(params, n)), v), temperature);
  });
}

}  // namespace
}  // namespace attn::test
