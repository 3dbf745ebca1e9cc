#include "tests/core/variants/memory_oracle.h"

namespace attn::variants {
Variant gated_linear();
}

namespace attn::test {
namespace {

TEST(GatedLinear, EqualsItsOracle) {
  at_every_corner(variants::gated_linear(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width")), model = static_cast<size_t>(words.width);
    const Matrix gates = product(product(matrix_of(words), weight(mechanism, "w_gate_down", model, 16)),
                                 weight(mechanism, "w_gate_up", 16, width));
    MemoryOracle oracle;
    oracle.q = scaled(projected(mechanism, words, "w_q", width), 1 / std::sqrt(static_cast<double>(width)));
    oracle.k = projected(mechanism, words, "w_k", width), oracle.v = projected(mechanism, words, "w_v", width);
    oracle.decay = [&](size_t t, size_t f) { return std::pow(sigmoid(gates[t][f]), 1 / params.number("tau")); };
    const Matrix z = oracle.run();
    expect_near(mechanism.result(), z, 1);
    expect_same(mechanism.result(), onnx_memory(mechanism, mechanism.graph(), onnx::Rule::kGated, "q_scaled", "k", "v",
                                                "log_decay", nullptr));
  });
}

}  // namespace
}  // namespace attn::test
