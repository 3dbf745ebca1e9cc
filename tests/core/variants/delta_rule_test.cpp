#include "tests/core/variants/memory_oracle.h"

namespace attn::variants {
Variant delta_rule();
}

namespace attn::test {
namespace {

Matrix share_rows(Matrix m) {
  for (std::vector<double>& row : m) {
    double sum = 0;
    for (const double value : row) sum += value;
    for (double& value : row) value /= sum;
  }
  return m;
}

TEST(DeltaRule, EqualsItsOracle) {
  at_every_corner(variants::delta_rule(), [&](Mechanism& mechanism, const Words& words, const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const std::vector<double> beta = gate(mechanism, words, "w_beta");
    const bool sum = params.choice("keys") == "sum";
    const auto prepared = [&](const char* name) {
      const Matrix x = projected(mechanism, words, name, width);
      return sum ? share_rows(each(x, [](double u) { return u > 0 ? u + 1 : std::exp(u); }))
                 : unit_rows(each(x, [](double u) { return u * sigmoid(u); }));
    };
    MemoryOracle oracle;
    oracle.q = scaled(prepared("w_q"), sum ? 1 : 1 / std::sqrt(static_cast<double>(width)));
    oracle.k = prepared("w_k"), oracle.v = projected(mechanism, words, "w_v", width);
    oracle.beta = [&](size_t t) { return sigmoid(beta[t]); };
    const Matrix z = oracle.run();
    expect_near(mechanism.result(), z, 1);
    expect_same(mechanism.result(), onnx_memory(mechanism, mechanism.graph(), onnx::Rule::kDelta,
                                                sum ? "q_phi" : "q_scaled", "k_phi", "v", nullptr, "beta"));
  });
}

// With beta 1 and one key, the memory holds the last value alone: it has replaced every earlier one.
TEST(DeltaRule, AKeyThatComesAgainReplacesItsValue) {
  const Variant variant = variants::delta_rule();
  Words same = random_words(1, 4, 3), words{6, 4, {}};
  for (int i = 0; i < 6; ++i) words.values.insert(words.values.end(), same.values.begin(), same.values.end());
  Mechanism mechanism(variant, params_with(variant.text.params, {{"form", "recurrent"}}), words);
  const std::vector<float> state = mechanism.evaluate(mechanism.graph().find("state"));
  const std::vector<float> beta = mechanism.evaluate(mechanism.graph().find("beta"));
  const std::vector<float> k = mechanism.evaluate(mechanism.graph().find("k_phi")),
                           v = mechanism.evaluate(mechanism.graph().find("v"));
  // S_t = (1 - (1 - beta)^(t + 1)) k v^T: never more than one copy.
  double left = 1;
  for (size_t t = 0; t < 6; ++t) {
    left *= 1 - static_cast<double>(beta[t]);
    const double wanted = (1 - left) * static_cast<double>(k[3]) * static_cast<double>(v[5]);
    EXPECT_NEAR(static_cast<double>(state[t * 64 * 64 + 3 * 64 + 5]), wanted, 1e-6);
  }
}

}  // namespace
}  // namespace attn::test
