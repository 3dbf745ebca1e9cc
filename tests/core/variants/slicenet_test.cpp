#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant slicenet();
}

namespace attn::test {
namespace {

// tensor2tensor's add_timing_signal_1d.
void add_timing(Matrix& x) {
  const size_t waves = x[0].size() / 2;
  for (size_t t = 0; t < x.size(); ++t) {
    for (size_t i = 0; i < waves; ++i) {
      const double step = std::log(1e4) / std::max(static_cast<double>(waves) - 1, 1.0);
      const double angle = static_cast<double>(t) * std::exp(-step * static_cast<double>(i));
      x[t][i] += std::sin(angle), x[t][waves + i] += std::cos(angle);
    }
  }
}

Matrix conv_step(Mechanism& mechanism, const Matrix& x, const std::string& which, size_t out, size_t kernel,
                 size_t dilation) {
  const size_t in = x[0].size();
  const Matrix depthwise = weight(mechanism, "depthwise_" + which, kernel, in);
  Matrix depth = matrix(x.size(), in);
  for (size_t i = 0; i < x.size(); ++i) {
    for (size_t t = 0; t < kernel; ++t) {
      const size_t back = (kernel - 1 - t) * dilation;
      for (size_t c = 0; c < in && back <= i; ++c) depth[i][c] += depthwise[t][c] * std::max(x[i - back][c], 0.0);
    }
  }
  Matrix y = product(depth, weight(mechanism, "pointwise_" + which, in, out));
  const Matrix gain = weight(mechanism, "gain_" + which, 1, out), bias = weight(mechanism, "bias_" + which, 1, out);
  for (auto& row : y) {
    double mean = 0, variance = 0;
    for (const double value : row) mean += value / static_cast<double>(out);
    for (const double value : row) variance += (value - mean) * (value - mean) / static_cast<double>(out);
    for (size_t c = 0; c < out; ++c) row[c] = (row[c] - mean) / std::sqrt(variance + 1e-6) * gain[0][c] + bias[0][c];
  }
  return y;
}

TEST(Slicenet, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::slicenet(), [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const Matrix s = matrix_of(source);
        Matrix x = matrix_of(words);
        if (params.flag("timing")) add_timing(x);
        const size_t kernel = static_cast<size_t>(params.integer("kernel")), width = x[0].size();
        const Matrix first = conv_step(mechanism, x, "1", width, kernel, 1);
        const Matrix q =
            conv_step(mechanism, first, "2", s[0].size(), kernel, static_cast<size_t>(params.integer("dilation")));
        Matrix scores = dot_products(q, s);
        const double root = std::sqrt(static_cast<double>(s[0].size()));
        const bool inside = params.choice("scale") == "inside";
        for (auto& row : scores) {
          for (double& score : row) score /= (inside ? root : 1) * temperature_of(params);
        }
        Matrix z = product(weights(scores, reads(params, s.size())), s);
        for (auto& row : z) {
          for (double& value : row) value /= inside ? 1 : root;
        }
        expect_near(mechanism.result(), z, temperature_of(params));
      });
}

}  // namespace
}  // namespace attn::test
