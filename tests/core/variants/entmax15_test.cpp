#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant entmax15();
Variant sparsemax();
}  // namespace attn::variants

namespace attn::test {
namespace {

// max(s / 2 - t, 0)^2 with the t that makes the row add up to 1, by bisection.
std::vector<double> sparse_row(const std::vector<double>& scores, const Reads& reads, size_t query) {
  double max = -1e300;
  for (size_t j = 0; j < scores.size(); ++j) max = reads(query, j) ? std::max(max, 0.5 * scores[j]) : max;
  const auto weights = [&](double threshold) {
    std::vector<double> row;
    for (size_t j = 0; j < scores.size(); ++j)
      row.push_back(reads(query, j) ? std::pow(std::max(0.5 * scores[j] - max - threshold, 0.0), 2) : 0);
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

TEST(Entmax15, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::entmax15(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        Matrix pattern = scaled_scores(mechanism, words, source, params);
        const Reads may_read = reads(params, static_cast<size_t>(source.tokens));
        for (size_t i = 0; i < pattern.size(); ++i) pattern[i] = sparse_row(pattern[i], may_read, i);
        const Matrix z =
            product(pattern, projected(mechanism, source, "w_v", static_cast<size_t>(params.integer("head_width"))));
        expect_near(mechanism.result(), z, params.number("temperature"));
      });
}

// Of the same scores it reads at least what sparsemax reads, and at most what the softmax reads: everything.
TEST(Entmax15, ReadsMoreThanSparsemaxAndLessThanEverything) {
  const auto pattern = [](const Variant& variant) {
    Mechanism mechanism(variant, params_with(variant.text.params, {{"temperature", "0.2"}}), random_words(12, 6, 3));
    return mechanism.evaluate(pattern_of(mechanism.graph()));
  };
  const std::vector<float> entmax = pattern(variants::entmax15()), sparse = pattern(variants::sparsemax());
  for (size_t i = 0; i < entmax.size(); ++i) EXPECT_TRUE(entmax[i] > 0.0F || sparse[i] == 0.0F) << i;
  const auto zeros = [](const std::vector<float>& weights) { return std::count(weights.begin(), weights.end(), 0.0F); };
  EXPECT_GT(zeros(sparse), zeros(entmax));
  EXPECT_GT(zeros(entmax), 0);
}

}  // namespace
}  // namespace attn::test
