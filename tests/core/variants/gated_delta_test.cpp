#include "tests/core/variants/memory_oracle.h"

namespace attn::variants {
Variant gated_delta();
}

namespace attn::test {
namespace {

TEST(GatedDelta, EqualsItsOracle) {
  at_every_corner(variants::gated_delta(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const std::vector<double> beta = gate(mechanism, words, "w_beta"), step = gate(mechanism, words, "w_dt");
    const auto prepared = [&](const char* name) {
      return unit_rows(each(projected(mechanism, words, name, width), [](double u) { return u * sigmoid(u); }));
    };
    MemoryOracle oracle;
    oracle.q = scaled(prepared("w_q"), 1 / std::sqrt(static_cast<double>(width)));
    oracle.k = prepared("w_k"), oracle.v = projected(mechanism, words, "w_v", width);
    oracle.beta = [&](size_t t) { return sigmoid(beta[t]); };
    oracle.decay = [&](size_t t, size_t) { return std::exp(-params.number("rate") * softplus(step[t])); };
    const Matrix z = oracle.run();
    expect_near(mechanism.result(), z, 1);
    expect_same(mechanism.result(), onnx_memory(mechanism, mechanism.graph(), onnx::Rule::kGatedDelta, "q_scaled",
                                                "k_phi", "v", "log_decay", "beta"));
  });
}

}  // namespace
}  // namespace attn::test
