#include "core/catalog/corners.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Corners, AreTheDefaultsEveryChoiceAndEveryBound) {
  ParamSpec choice, number, flag;
  choice.id = "mask", choice.kind = ParamKind::kChoice, choice.choices = {{"none", "", ""}, {"padding", "", ""}};
  number.id = "padding", number.kind = ParamKind::kInteger, number.min = 0, number.max = 64;
  number.when_param = "mask", number.when_values = {"padding"};
  flag.id = "bias", flag.kind = ParamKind::kFlag, flag.fallback = 1;
  const std::vector<ParamSpec> specs = {choice, number, flag};
  const std::vector<Corner> all = corners(specs);
  std::vector<std::string> said;
  for (const Corner& corner : all) said.push_back(corner.says);
  EXPECT_EQ(said, (std::vector<std::string>{"defaults", "mask=none", "mask=padding", "padding=0", "padding=64",
                                            "bias=false"}));
  EXPECT_EQ(all[4].params.choice("mask"), "padding") << "a parameter is seen only with the one it needs";
  EXPECT_FALSE(all[5].params.flag("bias"));
}

TEST(Corners, AParameterIsSeenWithAllThatItNeeds) {
  ParamSpec score, random, width;
  score.id = "score", score.kind = ParamKind::kChoice, score.choices = {{"network", "", ""}, {"scaled", "", ""}};
  random.id = "random", random.kind = ParamKind::kFlag;
  random.when_param = "score", random.when_values = {"scaled"};
  width.id = "width", width.kind = ParamKind::kInteger, width.min = 1, width.max = 8;
  width.when_param = "random", width.when_values = {"true"};
  const std::vector<ParamSpec> specs = {score, random, width};
  const std::vector<Corner> all = corners(specs);
  ASSERT_EQ(all.back().says, "width=8");
  EXPECT_TRUE(all.back().params.flag("random"));
  EXPECT_EQ(all.back().params.choice("score"), "scaled");
}

TEST(Forms, AreEveryChoiceWithEveryOther) {
  ParamSpec mask, width, bias;
  mask.id = "mask", mask.kind = ParamKind::kChoice, mask.choices = {{"none", "", ""}, {"causal", "", ""}};
  width.id = "width", width.kind = ParamKind::kInteger, width.min = 1, width.max = 8, width.fallback = 4;
  bias.id = "bias", bias.kind = ParamKind::kFlag;
  const std::vector<ParamSpec> specs = {mask, width, bias};
  std::vector<std::string> said;
  for (const Corner& one : forms(specs)) {
    said.push_back(one.says);
    EXPECT_EQ(one.says, "mask=" + std::string(one.params.choice("mask")) +
                            (one.params.flag("bias") ? " bias=true" : " bias=false"));
    EXPECT_EQ(one.params.integer("width"), 4);
  }
  EXPECT_EQ(said, (std::vector<std::string>{"mask=none bias=false", "mask=causal bias=false", "mask=none bias=true",
                                            "mask=causal bias=true"}));
}

}  // namespace
}  // namespace attn
