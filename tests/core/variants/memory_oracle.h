// A memory carried word by word, as plain double loops, and the ONNX call that computes the same.
#ifndef TESTS_CORE_VARIANTS_MEMORY_ORACLE_H_
#define TESTS_CORE_VARIANTS_MEMORY_ORACLE_H_

#include <functional>

#include "core/attention/onnx_linear_attention.h"
#include "tests/core/variants/two_texts.h"

namespace attn::test {

struct MemoryOracle {
  Matrix q, k, v;  // rows are words
  std::function<double(size_t word, size_t feature)> decay = [](size_t, size_t) { return 1.0; };
  std::function<double(size_t word)> beta = nullptr;  // of the delta rule

  // S <- decay S; v <- beta (v - S^T k) with the delta rule; S <- S + k v^T; z = S^T q.
  Matrix run() const {
    const size_t features = k[0].size(), channels = v[0].size();
    Matrix state = matrix(features, channels), z = matrix(q.size(), channels);
    for (size_t t = 0; t < q.size(); ++t) {
      for (size_t f = 0; f < features; ++f) {
        for (size_t c = 0; c < channels; ++c) state[f][c] *= decay(t, f);
      }
      std::vector<double> written = v[t];
      for (size_t c = 0; beta && c < channels; ++c) {
        for (size_t f = 0; f < features; ++f) written[c] -= state[f][c] * k[t][f];
        written[c] *= beta(t);
      }
      for (size_t f = 0; f < features; ++f) {
        for (size_t c = 0; c < channels; ++c) {
          state[f][c] += k[t][f] * written[c];
          z[t][c] += state[f][c] * q[t][f];
        }
      }
    }
    return z;
  }
};

// One gate for each word: w [head, model] times x.
inline std::vector<double> gate(Mechanism& mechanism, const Words& words, const char* name, size_t head = 0) {
  const Matrix x = matrix_of(words), w = weight(mechanism, name, 1, x[0].size(), head);
  std::vector<double> gates;
  for (const std::vector<double>& row : x) {
    double sum = 0;
    for (size_t c = 0; c < row.size(); ++c) sum += row[c] * w[0][c];
    gates.push_back(sum);
  }
  return gates;
}

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

inline Matrix each(Matrix m, double (*function)(double)) {
  for (std::vector<double>& row : m) {
    for (double& value : row) value = function(value);
  }
  return m;
}

// Rows divided by the root of the sum of squares, or by the sum.
inline Matrix unit_rows(Matrix m) {
  for (std::vector<double>& row : m) {
    double squares = 0;
    for (const double value : row) squares += value * value;
    for (double& value : row) value = squares > 0 ? value / std::sqrt(squares) : 0;
  }
  return m;
}
inline Matrix scaled(Matrix m, double factor) {
  for (std::vector<double>& row : m) {
    for (double& value : row) value *= factor;
  }
  return m;
}

// The library's ONNX LinearAttention on tensors of the record, [head 1, query, ...] each.
inline std::vector<float> onnx_memory(const Mechanism& mechanism, Graph& graph, onnx::Rule rule, const char* q,
                                      const char* k, const char* v, const char* log_decay, const char* beta) {
  const auto values = [&](const char* name) { return mechanism.evaluate(graph.find(name)); };
  const auto size = [&](const char* name, std::string_view axis) {
    return graph.node(graph.find(name)).shape.size(axis);
  };
  const int64_t words = size(q, axis::kQuery), features = size(k, axis::kFeature), channels = size(v, axis::kChannel);
  const std::vector<float> qs = values(q), ks = values(k), vs = values(v);
  std::vector<float> decays, betas;
  onnx::LinearCall call;
  call.q = {qs.data(), {1, words, features}}, call.k = {ks.data(), {1, words, features}};
  call.v = {vs.data(), {1, words, channels}};
  if (log_decay) {
    decays = values(log_decay);
    call.decay = {decays.data(), {1, words, static_cast<int64_t>(decays.size()) / words}};
  }
  if (beta) {
    betas = values(beta);
    call.beta = {betas.data(), {1, words, 1}};
  }
  call.q_heads = call.kv_heads = 1, call.rule = rule, call.scale = 1;
  std::vector<float> y(static_cast<size_t>(words * channels)), state(static_cast<size_t>(features * channels));
  onnx::LinearShapes shapes;
  const Status status = onnx::linear_attention_shapes(call, &shapes);
  EXPECT_TRUE(status.ok()) << status.argument;
  onnx::linear_attention(call, y.data(), state.data());
  return y;
}

inline void expect_same(const std::vector<float>& got, const std::vector<float>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], wanted[i], 5e-6F * (1 + std::fabs(wanted[i]))) << i;
}

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_MEMORY_ORACLE_H_
