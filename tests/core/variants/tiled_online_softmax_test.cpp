#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant tiled_online_softmax();
}

namespace attn::test {
namespace {

TEST(TiledOnlineSoftmax, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::tiled_online_softmax(), [&](Mechanism& mechanism, const Words& words,
                                                                     const Words& source, const Params& params) {
    const Matrix pattern =
        weights(scaled_scores(mechanism, words, source, params), reads(params, static_cast<size_t>(source.tokens)));
    const Matrix z =
        product(pattern, projected(mechanism, source, "w_v", static_cast<size_t>(params.integer("head_width"))));
    expect_near(mechanism.result(), z, params.number("temperature"));
  });
}

// Every tile leaves the maximum, the sum and the result of all keys so far.
TEST(TiledOnlineSoftmax, RunsOverTheTiles) {
  const Variant variant = variants::tiled_online_softmax();
  Mechanism mechanism(variant, params_with(variant.text.params, {{"tile", "3"}}), random_words(7, 5, 1));
  const auto values = [&](const char* name) { return mechanism.evaluate(mechanism.graph().find(name)); };
  EXPECT_EQ(mechanism.graph().find("max_4"), -1) << "seven keys are three tiles of three";
  const std::vector<float> max = values("max_2"), sum = values("sum_2");
  const std::vector<float> first = values("scaled_scores_1"), second = values("scaled_scores_2");
  for (size_t i = 0; i < 7; ++i) {
    double largest = -1e300, total = 0;
    std::vector<double> scores;
    for (const std::vector<float>& tile : {first, second}) {
      for (size_t j = 0; j < 3; ++j) scores.push_back(static_cast<double>(tile[i * 3 + j]));
    }
    for (const double score : scores) largest = std::max(largest, score);
    for (const double score : scores) total += std::exp(score - largest);
    EXPECT_EQ(static_cast<double>(max[i]), largest);
    EXPECT_NEAR(static_cast<double>(sum[i]), total, 1e-6 * total);
  }
}

// However long the text: eight tiles at most.
TEST(TiledOnlineSoftmax, RecordsFewTiles) {
  const Variant variant = variants::tiled_online_softmax();
  Mechanism mechanism(variant, params_with(variant.text.params, {{"tile", "1"}}), random_words(2048, 3, 1));
  EXPECT_LT(mechanism.graph().nodes().size(), 200u);
  EXPECT_NE(mechanism.graph().find("result_8"), -1);
  EXPECT_EQ(mechanism.graph().find("result_9"), -1);
  EXPECT_EQ(mechanism.result().size(), 2048u * 64u);
}

}  // namespace
}  // namespace attn::test
