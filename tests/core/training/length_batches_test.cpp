#include "core/training/length_batches.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace attn {
namespace {

// 1 to 9, with 3 examples of length 9 and many of the others.
std::vector<int32_t> some_lengths() {
  std::vector<int32_t> lengths;
  for (int i = 0; i < 500; ++i) lengths.push_back(1 + (i * i) % 8);
  for (int i = 0; i < 3; ++i) lengths.push_back(9);
  return lengths;
}

TEST(LengthBatches, AreFullAndEquallyLong) {
  const std::vector<int32_t> lengths = some_lengths();
  const LengthBatches batches(lengths);
  for (int64_t step = 1; step <= 400; ++step) {
    const std::vector<int64_t> batch = batches.batch(1, step, 16);
    ASSERT_EQ(batch.size(), 16U);
    for (const int64_t example : batch) {
      ASSERT_EQ(lengths[static_cast<size_t>(example)], lengths[static_cast<size_t>(batch[0])]);
    }
  }
}

// After E epochs every example was asked E times, or once less where its length's batches are not done.
TEST(LengthBatches, AskEveryExampleEquallyOften) {
  const std::vector<int32_t> lengths = some_lengths();
  const LengthBatches batches(lengths);
  std::map<int64_t, int> times;
  const int64_t steps = 503 * 16 / 16 - 9;  // 16 epochs, less what may not be done of nine lengths
  for (int64_t step = 1; step <= steps; ++step) {
    for (const int64_t example : batches.batch(1, step, 16)) ++times[example];
  }
  EXPECT_EQ(times.size(), lengths.size());
  for (const auto& [example, count] : times) {
    EXPECT_GE(count, 14) << example;
    EXPECT_LE(count, 17) << example;
  }
}

TEST(LengthBatches, NoBatchAsksTwiceWhereThereAreEnough) {
  const std::vector<int32_t> lengths(100, 5);
  const LengthBatches batches(lengths);
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    std::set<int64_t> seen;
    for (int64_t step = 1; step <= 10; ++step) {
      for (const int64_t example : batches.batch(1, epoch * 10 + step, 10)) EXPECT_TRUE(seen.insert(example).second);
    }
    EXPECT_EQ(seen.size(), 100U);
  }
  EXPECT_NE(batches.batch(1, 1, 10), batches.batch(1, 11, 10));
}

TEST(LengthBatches, DependOnSeedStepAndSizeAlone) {
  const std::vector<int32_t> lengths = some_lengths();
  const LengthBatches forth(lengths), back(lengths);
  std::vector<std::vector<int64_t>> seen;
  for (int64_t step = 1; step <= 150; ++step) seen.push_back(forth.batch(1, step, 7));
  for (int64_t step = 150; step >= 1; --step) {
    if (step % 50 == 0) (void)back.batch(2, step, 7), (void)back.batch(1, step, 9);
    ASSERT_EQ(back.batch(1, step, 7), seen[static_cast<size_t>(step - 1)]) << step;
  }
  EXPECT_NE(forth.batch(2, 1, 7), seen[0]);
}

// Lengths come mixed, not one after another.
TEST(LengthBatches, MixLengths) {
  std::vector<int32_t> lengths(1000, 1);
  lengths.resize(2000, 2);
  const LengthBatches batches(lengths);
  int changes = 0;
  int32_t last = 0;
  for (int64_t step = 1; step <= 200; ++step) {
    const int32_t length = lengths[static_cast<size_t>(batches.batch(1, step, 10)[0])];
    changes += length != last ? 1 : 0, last = length;
  }
  EXPECT_GT(changes, 60);  // about 100 of 200 by chance
}

TEST(LengthBatches, LateStepsAndOddSizes) {
  const std::vector<int32_t> lengths = {3, 3, 4};
  const LengthBatches batches(lengths);
  EXPECT_EQ(batches.batch(1, 1'000'000, 64).size(), 64U);
  EXPECT_EQ(batches.batch(1, 1, 64).size(), 64U);
  EXPECT_EQ(batches.batch(1, 1, 1).size(), 1U);
  EXPECT_TRUE(LengthBatches().batch(1, 1, 4).empty());
  EXPECT_TRUE(batches.batch(1, 1, 0).empty());
}

TEST(GroupedByLength, KeepsAll) {
  const std::vector<int32_t> lengths = {2, 1, 2, 1, 2};
  EXPECT_EQ(grouped_by_length(lengths, 0, 5, 2), (std::vector<std::vector<int64_t>>{{1, 3}, {0, 2}, {4}}));
  EXPECT_EQ(grouped_by_length(lengths, 1, 3, 8), (std::vector<std::vector<int64_t>>{{1}, {2}}));
  EXPECT_EQ(grouped_by_length(lengths, 4, 9, 8), (std::vector<std::vector<int64_t>>{{4}}));
  EXPECT_TRUE(grouped_by_length(lengths, 5, 9, 8).empty());
}

}  // namespace
}  // namespace attn
