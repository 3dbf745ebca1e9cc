#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant differential();
}

namespace attn::test {
namespace {

// Some words ask, others are read.
void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const double temperature = params.number("temperature");
  const size_t heads = static_cast<size_t>(params.integer("heads")),
               width = static_cast<size_t>(params.integer("head_width"));
  const auto inner = [&](const char* a, const char* b) {
    double sum = 0;
    for (size_t c = 0; c < width; ++c)
      sum += weight(mechanism, a, 1, width)[0][c] * weight(mechanism, b, 1, width)[0][c];
    return sum;
  };
  const double start = 0.8 - 0.6 * std::exp(-0.3 * (params.number("layer") - 1));
  const double lambda = std::exp(inner("lambda_q1", "lambda_k1")) - std::exp(inner("lambda_q2", "lambda_k2")) + start;
  const Matrix x = matrix_of(words), y = matrix_of(source);
  const size_t n = x.size(), m = y.size();
  const auto map = [&](size_t head) {
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, head));
    const Matrix k = product(y, weight(mechanism, "w_k", y[0].size(), width, head));
    Matrix scores = matrix(n, m);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < m; ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
      }
    }
    return weights(scores, reads(params, m));
  };
  Matrix joined = matrix(n, heads * 2 * width);
  for (size_t head = 0; head < heads; ++head) {
    const Matrix first = map(head), second = map(head + heads);
    Matrix kept = matrix(n, m);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < m; ++j) kept[i][j] = first[i][j] - lambda * second[i][j];
    }
    Matrix z = product(kept, product(y, weight(mechanism, "w_v", y[0].size(), 2 * width, head)));
    for (std::vector<double>& row : z) {
      if (!params.flag("head_norm")) break;
      double squares = 1e-5;
      for (const double value : row) squares += value * value / static_cast<double>(2 * width);
      for (double& value : row) value *= (1 - start) / std::sqrt(squares);
    }
    for (size_t i = 0; i < n; ++i)
      std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * 2 * width));
  }
  expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * 2 * width, x[0].size())),
              temperature);
}

TEST(Differential, EqualsItsOracle) {
  at_every_corner(variants::differential(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(Differential, ReadsAnotherText) {
  const Variant variant = variants::differential();
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
