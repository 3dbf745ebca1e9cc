#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "core/attention/pipeline.h"

namespace attn {
namespace {

TEST(SharedParams, EveryDefaultIsWithinItsBounds) {
  std::vector<ParamSpec> specs = shared::mask();
  specs.push_back(shared::temperature());
  for (const ParamSpec& spec : shared::weights({shared::head_width(), shared::heads(4)})) specs.push_back(spec);
  for (const ParamSpec& spec : specs) {
    for (const std::string_view words : {spec.id, spec.label, spec.doc}) EXPECT_FALSE(words.empty()) << spec.id;
    if (spec.kind == ParamKind::kNumber || spec.kind == ParamKind::kInteger) {
      EXPECT_LE(spec.min, spec.fallback) << spec.id;
      EXPECT_LE(spec.fallback, spec.max) << spec.id;
      EXPECT_GT(spec.step, 0) << spec.id;
    }
    if (spec.kind == ParamKind::kChoice) {
      EXPECT_LT(spec.fallback, static_cast<double>(spec.choices.size())) << spec.id;
    }
    // Whatever a parameter waits for is there.
    if (!spec.when_param.empty()) {
      EXPECT_TRUE(std::any_of(specs.begin(), specs.end(), [&](const ParamSpec& other) {
        return other.id == spec.when_param;
      })) << spec.id;
    }
  }
}

TEST(SharedParams, SizesOfWeightsWaitForUntrainedOnes) {
  const std::vector<ParamSpec> all = shared::weights({shared::head_width(), shared::heads(8)});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].id, "random");
  EXPECT_EQ(all[0].kind, ParamKind::kFlag);
  for (size_t i = 1; i < all.size(); ++i) {
    EXPECT_EQ(all[i].when_param, "random");
    EXPECT_EQ(all[i].when_values, (std::vector<std::string_view>{"true"}));
  }
  EXPECT_EQ(all[2].fallback, 8);
}

TEST(SharedParams, OneLineMakesAParameter) {
  const ParamSpec number = shared::number("a", "A", "Doc.", 0.5, -1, 2, 0.25);
  EXPECT_EQ(number.kind, ParamKind::kNumber);
  EXPECT_EQ(number.id, "a");
  EXPECT_EQ(number.label, "A");
  EXPECT_EQ(number.doc, "Doc.");
  EXPECT_EQ((std::vector<double>{number.fallback, number.min, number.max, number.step}),
            (std::vector<double>{0.5, -1, 2, 0.25}));
  const ParamSpec whole = shared::whole_number("b", "B", "Doc.", 3, 1, 9);
  EXPECT_EQ(whole.kind, ParamKind::kInteger);
  EXPECT_EQ((std::vector<double>{whole.fallback, whole.min, whole.max, whole.step}), (std::vector<double>{3, 1, 9, 1}));
  const ParamSpec choice = shared::choice("c", "C", "Doc.", {{"x", "X", "One."}, {"y", "Y", "Two."}});
  EXPECT_EQ(choice.kind, ParamKind::kChoice);
  ASSERT_EQ(choice.choices.size(), 2U);
  EXPECT_EQ(choice.choices[1].value, "y");
  EXPECT_EQ(shared::flag("d", "D", "Doc.").kind, ParamKind::kFlag);
  EXPECT_EQ(shared::flag("d", "D", "Doc.").fallback, 0);
  EXPECT_EQ(shared::flag("d", "D", "Doc.", true).fallback, 1);
  const ParamSpec seen = shared::when("c", "y", whole);
  EXPECT_EQ(seen.id, "b");
  EXPECT_EQ(seen.when_param, "c");
  EXPECT_EQ(seen.when_values, (std::vector<std::string_view>{"y"}));
}

TEST(SharedParams, SlotsButChangesWhatItNamesAndKeepsTheOrder) {
  const std::vector<SlotText> usual = shared::slots(), changed = shared::slots_but({{"score", "other"}});
  ASSERT_EQ(changed.size(), usual.size());
  for (size_t i = 0; i < usual.size(); ++i) {
    EXPECT_EQ(changed[i].slot, usual[i].slot);
    EXPECT_EQ(changed[i].says, usual[i].slot == "score" ? "other" : usual[i].says);
  }
}

}  // namespace
}  // namespace attn
