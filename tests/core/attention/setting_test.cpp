#include "core/attention/setting.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const Shape kShape = {{axis::kModel, 2}, {axis::kChannel, 3}};

class SettingTest : public testing::Test {
 protected:
  static StepText named(std::string id) {
    StepText text;
    text.id = std::move(id);
    return text;
  }
  static Offer offer(std::vector<int64_t> sizes, Origin origin) {
    int64_t count = 1;
    for (const int64_t size : sizes) count *= size;
    return {std::move(sizes), std::make_shared<const std::vector<float>>(static_cast<size_t>(count), 0.5F), origin};
  }
  const std::vector<float>& values(Value value) { return *graph_.node(value.node()).values; }

  Graph graph_;
  std::vector<ParamSpec> specs_;
  Params params_{specs_};
  Setting setting_{graph_, params_, 1};
};

TEST_F(SettingTest, DrawsByNameShapeAndSeedAlone) {
  const Value first = setting_.weight(kShape, named("w")), other = setting_.weight(kShape, named("u"));
  Graph graph;
  Setting again(graph, params_, 1), reseeded(graph, params_, 2);
  EXPECT_EQ(*graph.node(again.weight(kShape, named("w")).node()).values, values(first));
  EXPECT_NE(*graph.node(reseeded.weight(kShape, named("w")).node()).values, values(first));
  EXPECT_NE(values(other), values(first));
  EXPECT_TRUE(setting_.seeded());
}

TEST_F(SettingTest, AGivenWeightMustFit) {
  setting_.offer("w", offer({2, 3}, Origin::kGiven));
  setting_.offer("u", offer({3, 2}, Origin::kGiven));
  EXPECT_EQ(values(setting_.weight(kShape, named("w"))), std::vector<float>(6, 0.5F));
  EXPECT_TRUE(graph_.status().ok());
  EXPECT_FALSE(setting_.seeded());
  setting_.weight(kShape, named("u"));
  EXPECT_EQ(graph_.status().argument, "tensors.u");
  EXPECT_EQ(graph_.status().got, "[3, 2]");
  EXPECT_EQ(graph_.status().takes, "[model 2, channel 3]");
}

TEST_F(SettingTest, ATrainedWeightIsUsedWhereItFits) {
  setting_.offer("w", offer({2, 3}, Origin::kTrained));
  setting_.offer("u", offer({4, 4}, Origin::kTrained));
  const Value taken = setting_.weight(kShape, named("w")), drawn = setting_.weight(kShape, named("u"));
  EXPECT_EQ(graph_.node(taken.node()).origin, Origin::kTrained);
  EXPECT_EQ(graph_.node(drawn.node()).origin, Origin::kSeeded);
  EXPECT_TRUE(graph_.status().ok());
  EXPECT_TRUE(setting_.check_taken().ok());
}

TEST_F(SettingTest, ASecondPassHasWeightsOfItsOwn) {
  setting_.offer("w_back", offer({2, 3}, Origin::kGiven));
  setting_.offer("u", offer({2, 3}, Origin::kTrained));
  const Value first = setting_.weight(kShape, named("w"));
  setting_.set_pass("_back");
  EXPECT_TRUE(setting_.offered("w", kShape));
  EXPECT_FALSE(setting_.offered("u", kShape));
  EXPECT_EQ(setting_.offered_sizes("w"), (std::vector<int64_t>{2, 3}));
  const Value second = setting_.weight(kShape, named("w"));
  EXPECT_EQ(graph_.name(second.node()), "w_back");
  EXPECT_EQ(graph_.node(second.node()).origin, Origin::kGiven);
  EXPECT_EQ(graph_.node(first.node()).origin, Origin::kSeeded);
  EXPECT_NE(values(setting_.weight(kShape, named("u"))), values(first));
  EXPECT_TRUE(setting_.check_taken().ok());
}

TEST_F(SettingTest, GivenNumbersAreTakenWhereTheyFit) {
  setting_.offer("sentence", offer({2, 3}, Origin::kGiven));
  EXPECT_EQ(setting_.given("sentence", {{axis::kKey, 6}}), nullptr);
  EXPECT_EQ(setting_.check_taken().argument, "tensors.sentence") << "another shape";
  ASSERT_NE(setting_.given("sentence", kShape), nullptr);
  EXPECT_TRUE(setting_.check_taken().ok());
  EXPECT_EQ(setting_.given("words", kShape), nullptr);
}

TEST_F(SettingTest, AGivenTensorThatNothingTakesIsAnError) {
  setting_.offer("w_typo", offer({2}, Origin::kGiven));
  setting_.weight(kShape, named("w"));
  EXPECT_EQ(setting_.check_taken().argument, "tensors.w_typo");
}

}  // namespace
}  // namespace attn
