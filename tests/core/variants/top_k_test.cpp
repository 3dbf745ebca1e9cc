#include <algorithm>

#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant top_k();
}

namespace attn::test {
namespace {

TEST(TopKAttention, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::top_k(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const Matrix scores = scaled_scores(mechanism, words, source, params);
        const Reads may_read = reads(params, static_cast<size_t>(source.tokens));
        const auto among_largest = [&](size_t i, size_t j) {
          int64_t larger = 0;
          for (size_t m = 0; m < scores[i].size(); ++m) larger += may_read(i, m) && scores[i][m] > scores[i][j];
          return may_read(i, j) && larger < params.integer("k");
        };
        const size_t width = static_cast<size_t>(params.integer("head_width"));
        const Matrix z = product(weights(scores, among_largest), projected(mechanism, source, "w_v", width));
        expect_near(mechanism.result(), z, params.number("temperature"));
      });
}

TEST(TopKAttention, ReadsKWords) {
  const Variant variant = variants::top_k();
  Mechanism mechanism(variant, params_with(variant.text.params, {{"k", "3"}}), random_words(9, 6, 3));
  const std::vector<float> pattern = mechanism.evaluate(pattern_of(mechanism.graph()));
  for (auto row = pattern.begin(); row != pattern.end(); row += 9)
    EXPECT_EQ(std::count_if(row, row + 9, [](float weight) { return weight > 0.0F; }), 3);
}

}  // namespace
}  // namespace attn::test
