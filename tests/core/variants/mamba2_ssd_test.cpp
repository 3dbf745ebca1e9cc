#include "tests/core/variants/memory_oracle.h"

namespace attn::variants {
Variant mamba2_ssd();
}

namespace attn::test {
namespace {

TEST(Mamba2Ssd, EqualsItsOracle) {
  at_every_corner(variants::mamba2_ssd(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const std::vector<double> raw = gate(mechanism, words, "w_dt");
    const auto step = [&](size_t t) { return softplus(raw[t]); };
    const Matrix x = projected(mechanism, words, "w_v", width);
    MemoryOracle oracle;
    oracle.q = projected(mechanism, words, "w_q", width), oracle.k = projected(mechanism, words, "w_k", width);
    oracle.v = x;
    for (size_t t = 0; t < x.size(); ++t) {
      for (double& value : oracle.v[t]) value *= step(t);
    }
    oracle.decay = [&](size_t t, size_t) { return std::exp(-params.number("rate") * step(t)); };
    Matrix y = oracle.run();
    for (size_t t = 0; params.flag("skip") && t < y.size(); ++t) {
      for (size_t c = 0; c < width; ++c) y[t][c] += x[t][c];
    }
    expect_near(mechanism.result(), y, 1);
  });
}

}  // namespace
}  // namespace attn::test
