#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant entmax15();
Variant scaled_dot_product();
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

// Of the same scores it reads at least what sparsemax reads, and at most what the softmax reads: everything open.
TEST(Entmax15, ReadsMoreThanSparsemaxAndLessThanTheSoftmax) {
  int64_t more = 0, fewer = 0;
  for (const char* mask : {"none", "causal", "padding"}) {
    for (const char* temperature : {"0.01", "0.2", "1", "100"}) {
      for (const int64_t tokens : {1, 2, 5, 12, 19}) {
        const auto pattern = [&](const Variant& variant) {
          const Params params = params_with(variant.text.params, {{"temperature", temperature}, {"mask", mask}});
          Mechanism mechanism(variant, params, random_words(tokens, 6, 3));
          return mechanism.evaluate(pattern_of(mechanism.graph()));
        };
        const std::vector<float> all = pattern(variants::scaled_dot_product()), some = pattern(variants::entmax15()),
                                 few = pattern(variants::sparsemax());
        for (size_t i = 0; i < some.size(); ++i) {
          EXPECT_TRUE(some[i] > 0.0F || few[i] == 0.0F) << mask << " at " << temperature << ", cell " << i;
          EXPECT_TRUE(all[i] > 0.0F || some[i] == 0.0F) << mask << " at " << temperature << ", cell " << i;
          more += some[i] > 0.0F && few[i] == 0.0F, fewer += all[i] > 0.0F && some[i] == 0.0F;
        }
      }
    }
  }
  EXPECT_GT(more, 100) << "it reads no more than sparsemax";
  EXPECT_GT(fewer, 100) << "it reads no less than the softmax";
}

}  // namespace
}  // namespace attn::test
