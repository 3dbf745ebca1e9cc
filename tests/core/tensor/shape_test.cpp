#include "core/tensor/shape.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const Shape kHeads = {{axis::kHead, 2}, {axis::kQuery, 3}, {axis::kChannel, 5}};

TEST(Shape, CountsRowsAndColumns) {
  EXPECT_EQ(kHeads.rows(), 6);
  EXPECT_EQ(kHeads.columns(), 5);
  EXPECT_EQ(kHeads.count(), 30);
  EXPECT_EQ(Shape({{axis::kQuery, 4}}).rows(), 1);
  EXPECT_EQ(Shape().count(), 1);
}

TEST(Shape, FlatAndIndexAreInverse) {
  for (int64_t flat = 0; flat < kHeads.count(); ++flat) EXPECT_EQ(kHeads.flat(kHeads.index(flat)), flat);
  EXPECT_EQ(kHeads.index(16), (Index{1, 0, 1}));
  EXPECT_EQ(kHeads.stride(0), 15);
  EXPECT_EQ(kHeads.stride(2), 1);
}

TEST(Shape, KnowsItsCells) {
  EXPECT_TRUE(kHeads.contains(Index{1, 2, 4}));
  EXPECT_FALSE(kHeads.contains(Index{1, 3, 4}));
  EXPECT_FALSE(kHeads.contains(Index{1, -1, 4}));
  EXPECT_FALSE(kHeads.contains(Index{1, 2}));
  EXPECT_FALSE(kHeads.contains(Index{1, 2, 4, 0}));
}

TEST(Shape, FindsAxesByName) {
  EXPECT_EQ(kHeads.find(std::string("query")), 1);  // by content, not by address
  EXPECT_EQ(kHeads.find(axis::kKey), -1);
  EXPECT_EQ(kHeads.size(axis::kKey), 1);
}

TEST(Shape, ChangesOneAxis) {
  EXPECT_EQ(kHeads.with(1, {axis::kKey, 7}).text(), "[head 2, key 7, channel 5]");
  EXPECT_EQ(kHeads.without(0).text(), "[query 3, channel 5]");
}

TEST(Broadcast, EveryQueryMeetsEveryKey) {
  const Shape keys = {{axis::kHead, 2}, {axis::kKey, 4}, {axis::kChannel, 5}};
  EXPECT_EQ(broadcast(kHeads, keys).text(), "[head 2, query 3, key 4, channel 5]");
  EXPECT_EQ(broadcast(keys, kHeads).text(), "[head 2, query 3, key 4, channel 5]");
}

TEST(Broadcast, LeadingAxesLead) {
  EXPECT_EQ(broadcast({{axis::kKey, 4}}, {{axis::kQuery, 3}}).text(), "[query 3, key 4]");
  EXPECT_EQ(broadcast({{axis::kQuery, 3}, {axis::kModel, 5}}, {{axis::kBatch, 2}}).text(),
            "[batch 2, query 3, model 5]");
  EXPECT_EQ(broadcast({{axis::kChannel, 5}}, {{axis::kFeature, 2}}).text(), "[channel 5, feature 2]");
}

TEST(Broadcast, RefusesAnAxisOfTwoSizes) {
  EXPECT_TRUE(broadcasts(kHeads, {{axis::kKey, 9}}));
  EXPECT_FALSE(broadcasts(kHeads, {{axis::kQuery, 1}}));  // names decide, a size of 1 is no wildcard
}

TEST(StridesIn, AreZeroWhereAbsent) {
  EXPECT_EQ(strides_in({{axis::kQuery, 3}, {axis::kChannel, 5}}, kHeads), (std::vector<int64_t>{0, 5, 1}));
}

}  // namespace
}  // namespace attn
