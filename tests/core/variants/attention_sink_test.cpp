#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant attention_sink();
}

namespace attn::test {
namespace {

TEST(AttentionSink, EqualsItsOracle) {
  at_every_corner(variants::attention_sink(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const size_t window = static_cast<size_t>(params.integer("window")), n = static_cast<size_t>(words.tokens);
    const bool learned = params.choice("sink") == "logit";
    const size_t sinks = learned ? 0 : static_cast<size_t>(params.integer("sinks"));
    const Matrix x = matrix_of(words);
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width));
    const Matrix k = product(x, weight(mechanism, "w_k", x[0].size(), width));
    const Matrix v = product(x, weight(mechanism, "w_v", x[0].size(), width));
    Matrix z = matrix(n, width);
    for (size_t i = 0; i < n; ++i) {
      std::vector<double> scores(n);
      double max = learned ? weight(mechanism, "sink", 1, 1)[0][0] : -1e300;
      const double sink = max;
      for (size_t j = 0; j <= i; ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
        if (i < j + window || j < sinks) max = std::max(max, scores[j]);
      }
      double sum = learned ? std::exp(sink - max) : 0;
      for (size_t j = 0; j <= i; ++j) {
        if (!(i < j + window || j < sinks)) continue;
        sum += std::exp(scores[j] - max);
        for (size_t c = 0; c < width; ++c) z[i][c] += std::exp(scores[j] - max) * v[j][c];
      }
      for (double& value : z[i]) value /= sum;
    }
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
