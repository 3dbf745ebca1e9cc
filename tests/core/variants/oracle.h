// Attention as plain double loops, kept apart from the library: what the first mechanisms are checked against.
#ifndef TESTS_CORE_VARIANTS_ORACLE_H_
#define TESTS_CORE_VARIANTS_ORACLE_H_

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "tests/core/variants/mechanism.h"
#include "tests/core/variants/oracle_errors.h"

namespace attn::test {

using Matrix = std::vector<std::vector<double>>;

inline Matrix matrix(size_t rows, size_t columns) { return Matrix(rows, std::vector<double>(columns)); }

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c = matrix(a.size(), b[0].size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b[0].size(); ++j) {
      for (size_t k = 0; k < b.size(); ++k) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

// Each row divided by its sum: attention without an exponential. Causal: what stands later weighs nothing.
inline Matrix shares(Matrix scores, bool causal) {
  for (size_t i = 0; i < scores.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < scores[i].size(); ++j) {
      if (causal && j > i) scores[i][j] = 0;
      sum += scores[i][j];
    }
    for (double& weight : scores[i]) weight /= sum;
  }
  return scores;
}

inline Matrix matrix_of(const Words& words) {
  Matrix x = matrix(static_cast<size_t>(words.tokens), static_cast<size_t>(words.width));
  for (size_t i = 0; i < words.values.size(); ++i)
    x[i / x[0].size()][i % x[0].size()] = static_cast<double>(words.values[i]);
  return x;
}

// A weight of the record; of a tensor [head, rows, columns] the block of one head.
inline Matrix weight(Mechanism& mechanism, const std::string& name, size_t rows, size_t columns, size_t head = 0) {
  const std::vector<float>& values = *mechanism.graph().node(mechanism.graph().find(name)).values;
  Matrix w = matrix(rows, columns);
  for (size_t i = 0; i < rows * columns; ++i)
    w[i / columns][i % columns] = static_cast<double>(values.at(head * rows * columns + i));
  return w;
}

using Reads = std::function<bool(size_t query, size_t key)>;

// The parameters `mask` and `padding`.
inline Reads reads(const Params& params, size_t tokens) {
  if (params.choice("mask") == "causal") return [](size_t i, size_t j) { return j <= i; };
  if (params.choice("mask") == "none") return [](size_t, size_t) { return true; };
  const size_t padding = static_cast<size_t>(params.integer("padding"));
  return [=](size_t, size_t j) { return j + padding < tokens; };
}

// softmax over the keys that may be read; a query that may read none gets zeros.
inline Matrix weights(const Matrix& scores, const Reads& reads) {
  Matrix a = matrix(scores.size(), scores[0].size());
  for (size_t i = 0; i < scores.size(); ++i) {
    double max = -1e300, sum = 0;
    for (size_t j = 0; j < scores[i].size(); ++j) max = reads(i, j) ? std::max(max, scores[i][j]) : max;
    for (size_t j = 0; j < scores[i].size(); ++j) sum += reads(i, j) ? std::exp(scores[i][j] - max) : 0;
    for (size_t j = 0; j < scores[i].size(); ++j) a[i][j] = reads(i, j) ? std::exp(scores[i][j] - max) / sum : 0;
  }
  return a;
}

// One head of scaled dot-product attention: softmax(q k^T / (sqrt(d) temperature)) v.
inline Matrix dot_product_head(Mechanism& mechanism, const Words& words, const Words& source, size_t head,
                               size_t head_width, double temperature, const Reads& reads) {
  const auto project = [&](const Words& from, const char* name) {
    return product(matrix_of(from), weight(mechanism, name, static_cast<size_t>(from.width), head_width, head));
  };
  const Matrix q = project(words, "w_q"), k = project(source, "w_k"), v = project(source, "w_v");
  Matrix scores = matrix(q.size(), k.size());
  for (size_t i = 0; i < q.size(); ++i) {
    for (size_t j = 0; j < k.size(); ++j) {
      for (size_t c = 0; c < head_width; ++c) scores[i][j] += q[i][c] * k[j][c];
      scores[i][j] /= std::sqrt(static_cast<double>(head_width)) * temperature;
    }
  }
  return product(weights(scores, reads), v);
}
inline Matrix dot_product_head(Mechanism& mechanism, const Words& words, size_t head, size_t head_width,
                               double temperature, const Reads& reads) {
  return dot_product_head(mechanism, words, words, head, head_width, temperature, reads);
}

// Compares [..., query, column] with the oracle's matrix at `block` of its leading axes.
inline void expect_near(const std::vector<float>& got, const Matrix& wanted, double temperature, size_t block = 0) {
  // A score's rounding errors (1e-6 of sums over some tens of products) are divided by the temperature before they move
  // the weights.
  const double tolerance = 5e-6 * std::max(1.0, 1.0 / temperature);
  const size_t columns = wanted[0].size(), first = block * wanted.size() * columns;
  ASSERT_EQ(got.size() % (wanted.size() * columns), 0U) << "whole blocks of the oracle's shape";
  for (size_t i = 0; i < wanted.size() * columns; ++i) {
    const double value = wanted[i / columns][i % columns];
    const double cell = static_cast<double>(got.at(first + i));
    record_error(cell, value);
    ASSERT_NEAR(cell, value, tolerance * (1 + std::fabs(value))) << "cell " << i;
  }
}

// Runs `check(mechanism, words, params)` at every corner of a mechanism's parameters and several sizes.
template <class F>
void at_every_corner(const Variant& variant, F check) {
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    for (const auto& [tokens, width] : {std::pair{1, 1}, {2, 7}, {5, 3}, {19, 6}}) {
      const Words words = random_words(tokens, width, 21);
      Mechanism mechanism(variant, corner.params, words);
      check(mechanism, words, corner.params);
    }
  }
}

// Runs `check(mechanism, words, source, params)` at every corner, first on words that read themselves, then on words
// that read another text: as many, fewer and more words of it.
template <class F>
void at_every_corner_of_two_texts(const Variant& variant, F check) {
  EXPECT_TRUE(variant.text.takes_source);
  at_every_corner(variant, [&](Mechanism& mechanism, const Words& words, const Params& params) {
    check(mechanism, words, words, params);
  });
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    for (const auto& [tokens, read, width] : {std::tuple{1, 3, 1}, {4, 4, 7}, {2, 13, 3}, {17, 5, 6}, {3, 1, 2}}) {
      const Words words = random_words(tokens, width, 22), source = random_words(read, width, 23);
      Mechanism mechanism(variant, corner.params, words, source);
      check(mechanism, words, source, corner.params);
    }
  }
}

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_ORACLE_H_
