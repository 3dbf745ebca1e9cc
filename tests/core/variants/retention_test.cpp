#include "tests/core/variants/memory_oracle.h"

namespace attn::variants {
Variant retention();
}

namespace attn::test {
namespace {

// Neighbouring channels turned by n / 10000^(2c / d).
Matrix turned(Matrix m) {
  const size_t width = m[0].size() / 2 * 2;
  for (size_t n = 0; n < m.size(); ++n) {
    for (size_t c = 0; c < width; c += 2) {
      const double angle =
          static_cast<double>(n) * std::pow(10000.0, -static_cast<double>(c) / static_cast<double>(width));
      const double a = m[n][c], b = m[n][c + 1];
      m[n][c] = a * std::cos(angle) - b * std::sin(angle);
      m[n][c + 1] = b * std::cos(angle) + a * std::sin(angle);
    }
  }
  return m;
}

TEST(Retention, EqualsItsOracle) {
  at_every_corner(variants::retention(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t heads = static_cast<size_t>(params.integer("heads")), model = static_cast<size_t>(words.width),
                 width = static_cast<size_t>(params.integer("head_width"));
    const Matrix x = matrix_of(words);
    Matrix joined = matrix(x.size(), heads * width);
    for (size_t head = 0; head < heads; ++head) {
      MemoryOracle oracle;
      oracle.q = projected(mechanism, words, "w_q", width, head),
      oracle.k = projected(mechanism, words, "w_k", width, head);
      oracle.v = projected(mechanism, words, "w_v", width, head);
      if (params.flag("rotation")) oracle.q = turned(oracle.q), oracle.k = turned(oracle.k);
      oracle.q = scaled(oracle.q, 1 / std::sqrt(static_cast<double>(width)));
      oracle.decay = [&](size_t, size_t) {
        return 1 - std::pow(2.0, -(params.number("first") + static_cast<double>(head)));
      };
      const Matrix z = oracle.run();
      for (size_t t = 0; t < z.size(); ++t) {
        const double n = static_cast<double>(width);
        double mean = 0, squares = 0;
        for (const double value : z[t]) mean += params.choice("norm") == "group" ? value / n : 0;
        for (const double value : z[t]) squares += (value - mean) * (value - mean) / n;
        for (size_t c = 0; c < width; ++c) joined[t][head * width + c] = (z[t][c] - mean) / std::sqrt(squares + 1e-5);
      }
    }
    const Matrix gates = product(x, weight(mechanism, "w_g", model, heads * width));
    for (size_t t = 0; t < joined.size(); ++t) {
      for (size_t c = 0; c < joined[t].size(); ++c) joined[t][c] *= gates[t][c] * sigmoid(gates[t][c]);
    }
    const Matrix out = product(joined, weight(mechanism, "w_o", heads * width, model));
    // The norm divides by spreads down to some tenths, and with them the roundings.
    expect_near(mechanism.result(), out, 0.1);
  });
}

}  // namespace
}  // namespace attn::test
