#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant induced_set();
}

namespace attn::test {
namespace {

Matrix sum(const Matrix& a, const Matrix& b) {
  Matrix c = a;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a[i].size(); ++j) c[i][j] += b[i][j];
  }
  return c;
}

Matrix relu(Matrix a) {
  for (std::vector<double>& row : a) {
    for (double& value : row) value = std::max(value, 0.0);
  }
  return a;
}

Matrix norm(Matrix a) {
  for (std::vector<double>& row : a) {
    double mean = 0, variance = 0;
    for (const double value : row) mean += value / static_cast<double>(row.size());
    for (const double value : row) variance += (value - mean) * (value - mean) / static_cast<double>(row.size());
    for (double& value : row) value = (value - mean) / std::sqrt(variance + 1e-5);
  }
  return a;
}

// MAB(x, y) with the weights of one pass.
Matrix attend(Mechanism& mechanism, const Matrix& x, const Matrix& y, const std::string& pass, const Params& params) {
  const size_t heads = static_cast<size_t>(params.integer("heads")),
               width = static_cast<size_t>(params.integer("head_width"));
  const std::string_view block = params.choice("block");
  const bool code = block == "code";
  Matrix joined = matrix(x.size(), heads * width);
  for (size_t head = 0; head < heads; ++head) {
    const Matrix q = product(x, weight(mechanism, "w_q" + pass, x[0].size(), width, head));
    const Matrix k = product(y, weight(mechanism, "w_k" + pass, y[0].size(), width, head));
    const Matrix v = product(y, weight(mechanism, "w_v" + pass, y[0].size(), width, head));
    Matrix scores = matrix(x.size(), y.size());
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = 0; j < y.size(); ++j) {
        for (size_t c = 0; c < width; ++c) scores[i][j] += q[i][c] * k[j][c];
        scores[i][j] /= std::sqrt(static_cast<double>(code ? heads * width : width));
      }
    }
    Matrix z = product(weights(scores, [](size_t, size_t) { return true; }), v);
    if (code) z = sum(q, z);
    for (size_t i = 0; i < x.size(); ++i)
      std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
  }
  if (code) return sum(joined, relu(product(joined, weight(mechanism, "w_o" + pass, heads * width, heads * width))));
  const size_t model = x[0].size();
  const Matrix found = product(joined, weight(mechanism, "w_o" + pass, heads * width, model));
  if (block == "attention") return found;
  const Matrix h = norm(sum(x, found));
  return norm(sum(h, relu(product(h, weight(mechanism, "w_f" + pass, model, model)))));
}

void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Matrix x = matrix_of(words), y = matrix_of(source);
  const Matrix latents = weight(mechanism, "latents", static_cast<size_t>(params.integer("latents")), x[0].size());
  const Matrix h = attend(mechanism, latents, y, "", params);
  expect_near(mechanism.result(), attend(mechanism, x, h, "_back", params), 1);
}

TEST(InducedSet, EqualsItsOracle) {
  at_every_corner(variants::induced_set(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(InducedSet, ReadsAnotherText) {
  const Variant variant = variants::induced_set();
  for (const Corner& corner : corners(variant.text.params)) {
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

}  // namespace
}  // namespace attn::test
