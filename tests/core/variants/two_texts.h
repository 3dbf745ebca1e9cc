// Oracles of mechanisms that may read another text than the one that asks.
#ifndef TESTS_CORE_VARIANTS_TWO_TEXTS_H_
#define TESTS_CORE_VARIANTS_TWO_TEXTS_H_

#include "tests/core/variants/oracle.h"

namespace attn::test {

// Rows of a matrix product with a weight [head, model, width] of the record.
inline Matrix projected(Mechanism& mechanism, const Words& words, const char* name, size_t width, size_t head = 0) {
  return product(matrix_of(words), weight(mechanism, name, static_cast<size_t>(words.width), width, head));
}

// factor * q_i . k_j
inline Matrix dot_products(const Matrix& q, const Matrix& k, double factor = 1) {
  Matrix scores = matrix(q.size(), k.size());
  for (size_t i = 0; i < q.size(); ++i) {
    for (size_t j = 0; j < k.size(); ++j) {
      for (size_t c = 0; c < q[i].size(); ++c) scores[i][j] += factor * q[i][c] * k[j][c];
    }
  }
  return scores;
}

// The scores of a single head with the parameters `head_width` and `temperature`.
inline Matrix scaled_scores(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const size_t width = static_cast<size_t>(params.integer("head_width"));
  const double root = std::sqrt(static_cast<double>(width));
  return dot_products(projected(mechanism, words, "w_q", width), projected(mechanism, source, "w_k", width),
                      1 / (root * params.number("temperature")));
}

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_TWO_TEXTS_H_
