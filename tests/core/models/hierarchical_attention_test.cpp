#include <cmath>

#include "tests/core/models/recorded_model.h"

namespace attn::models {
Model hierarchical_attention();
}

namespace attn::test {
namespace {

constexpr TaskSizes kSizes = {.source_pieces = 9, .target_pieces = 2};

class HierarchicalAttention : public testing::TestWithParam<const char*> {
 protected:
  HierarchicalAttention() : model_(models::hierarchical_attention()), parameters_(1), params_(params()) {}
  Params params() const {
    return params_of(model_, {{"pooling", GetParam()}, {"embedding", "4"}, {"width", "3"}, {"context", "3"}});
  }
  // Biases that are not 0, so that a state could drift over padding.
  void grow() {
    uint64_t seed = 5;
    for (const auto& parameter : parameters_.all())
      *parameter->values = random_numbers(parameter->values->size(), ++seed);
  }
  std::vector<float> logits(int64_t sentences, int64_t words, std::vector<float> ids) {
    const int64_t batch = static_cast<int64_t>(ids.size()) / (sentences * words);
    const Shape shape = {{"batch", batch}, {"sentence", sentences}, {"word", words}};
    if (parameters_.all().empty()) {
      Recorded first(model_, params_, kSizes, &parameters_);
      first.predict(first.leaf(shape, ids));
      grow();
    }
    Recorded recorded(model_, params_, kSizes, &parameters_);
    recorded.predict(recorded.leaf(shape, std::move(ids)));
    EXPECT_TRUE(recorded.graph.status().ok()) << recorded.graph.status().argument << recorded.graph.status().got;
    attention_.clear();
    for (const Value weights : recorded.prediction.attention) attention_.push_back(recorded.numbers(weights));
    return recorded.numbers(recorded.prediction.output);
  }

  Model model_;
  Parameters parameters_;
  Params params_;
  std::vector<std::vector<float>> attention_;
};

TEST_P(HierarchicalAttention, PaddingChangesNothing) {
  const std::vector<float> bare = logits(2, 2, {2, 3, 4, 5});
  EXPECT_EQ(logits(2, 4, {2, 3, -1, -1, 4, 5, -1, -1}), bare);
  EXPECT_EQ(logits(3, 2, {2, 3, 4, 5, -1, -1}), bare);
  EXPECT_EQ(logits(4, 3, {2, 3, -1, 4, 5, -1, -1, -1, -1, -1, -1, -1}), bare);
}

TEST_P(HierarchicalAttention, ADocumentWithoutWordsIsJudgedByTheBiases) {
  const std::vector<float> both = logits(2, 2, {-1, -1, -1, -1, 2, -1, -1, -1});
  const std::vector<float>& bias = *parameters_.find("classes/b")->values;
  EXPECT_EQ(both[0], bias[0]);
  EXPECT_EQ(both[1], bias[1]);
  EXPECT_TRUE(std::isfinite(both[2]) && std::isfinite(both[3]));
}

TEST_P(HierarchicalAttention, WeightsAddUpToOneWhereSomethingStands) {
  logits(2, 3, {2, 3, -1, -1, -1, -1});
  const std::vector<float>&words = attention_[0], &sentences = attention_[1];
  EXPECT_NEAR(words[0] + words[1], 1, 1e-6);
  EXPECT_EQ(words[2] + words[3] + words[4] + words[5], 0);
  EXPECT_EQ(sentences, (std::vector<float>{1, 0}));
  if (std::string_view(GetParam()) == "average") {
    EXPECT_EQ(words[0], 0.5F);
  }
}

TEST_P(HierarchicalAttention, GradientsEqualCentralDifferences) {
  const std::vector<float> ids = {2, 3, -1, 4, -1, -1, 5, 6, 7, -1, -1, -1};
  logits(2, 3, ids);
  Recorded recorded(model_, params_, kSizes, &parameters_, /*training=*/true);
  recorded.predict(recorded.leaf({{"batch", 2}, {"sentence", 2}, {"word", 3}}, ids));
  const Value loss = mean_cross_entropy(recorded.prediction.output, recorded.leaf({{"batch", 2}}, {0, 1}), 0);
  EXPECT_LT(gradient_error(recorded, loss, 4), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Poolings, HierarchicalAttention, testing::Values("attention", "average"));

}  // namespace
}  // namespace attn::test
