#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant sparsemax();
}

namespace attn::test {
namespace {

// max(s - t, 0) with the t that makes the row add up to 1, by bisection.
std::vector<double> sparse_row(const std::vector<double>& scores, const Reads& reads, size_t query) {
  double max = -1e300;
  for (size_t j = 0; j < scores.size(); ++j) max = reads(query, j) ? std::max(max, 1.0 * scores[j]) : max;
  const auto weights = [&](double threshold) {
    std::vector<double> row;
    for (size_t j = 0; j < scores.size(); ++j)
      row.push_back(reads(query, j) ? std::pow(std::max(1.0 * scores[j] - max - threshold, 0.0), 1) : 0);
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

TEST(Sparsemax, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::sparsemax(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        Matrix pattern = scaled_scores(mechanism, words, source, params);
        const Reads may_read = reads(params, static_cast<size_t>(source.tokens));
        for (size_t i = 0; i < pattern.size(); ++i) pattern[i] = sparse_row(pattern[i], may_read, i);
        const Matrix z =
            product(pattern, projected(mechanism, source, "w_v", static_cast<size_t>(params.integer("head_width"))));
        expect_near(mechanism.result(), z, params.number("temperature"));
      });
}

// Sharp scores leave most words out.
TEST(Sparsemax, WeighsSomeWordsExactlyZero) {
  Mechanism mechanism(variants::sparsemax(), params_with(variants::sparsemax().text.params, {{"temperature", "0.2"}}),
                      random_words(12, 6, 3));
  const std::vector<float> pattern = mechanism.evaluate(pattern_of(mechanism.graph()));
  EXPECT_GT(std::count(pattern.begin(), pattern.end(), 0.0F), 12);
}

}  // namespace
}  // namespace attn::test
