// Sparsemax and 1.5-entmax as their definition: a threshold for each row, found by bisection.
#ifndef TESTS_CORE_VARIANTS_SPARSE_ORACLE_H_
#define TESTS_CORE_VARIANTS_SPARSE_ORACLE_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/core/variants/two_texts.h"

namespace attn::test {

// max(scale s - t, 0)^power with the t that makes the row add up to 1.
inline std::vector<double> sparse_row(const std::vector<double>& scores, const Reads& reads, size_t query, double scale,
                                      int power) {
  double max = -1e300;
  for (size_t j = 0; j < scores.size(); ++j) max = reads(query, j) ? std::max(max, scale * scores[j]) : max;
  const auto weights = [&](double threshold) {
    std::vector<double> row;
    for (size_t j = 0; j < scores.size(); ++j)
      row.push_back(reads(query, j) ? std::pow(std::max(scale * scores[j] - max - threshold, 0.0), power) : 0);
    return row;
  };
  double low = -1, high = 0;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    double sum = 0;
    for (const double weight : weights(middle)) sum += weight;
    (sum > 1 ? low : high) = middle;
  }
  return weights(low);
}

inline void expect_sparse_attention(const Variant& variant, double scale, int power) {
  at_every_corner_of_two_texts(
      variant, [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        Matrix pattern = scaled_scores(mechanism, words, source, params);
        const Reads may_read = reads(params, static_cast<size_t>(source.tokens));
        for (size_t i = 0; i < pattern.size(); ++i) pattern[i] = sparse_row(pattern[i], may_read, i, scale, power);
        const Matrix z =
            product(pattern, projected(mechanism, source, "w_v", static_cast<size_t>(params.integer("head_width"))));
        expect_near(mechanism.result(), z, params.number("temperature"));
      });
}

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_SPARSE_ORACLE_H_
