#include "tests/core/tasks/digits_data.h"
#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

TEST(DigitCompletionTask, HoldsItsRules) {
  const std::vector<uint8_t> file = data_file(small_digits());
  for (const int64_t levels : {2, 4, 16}) {
    const Settings numbers = {{"levels", static_cast<double>(levels)}};
    const Opened opened = open_task("digit_completion", numbers, {}, file),
                 other = open_task("digit_completion", numbers, {}, file);
    ASSERT_TRUE(opened.examples);
    EXPECT_EQ(opened.examples->sizes().target_pieces, kFirstPiece + levels);
    std::set<float> trained;
    for (int64_t step = 1; step <= 9; ++step) {  // one epoch of 90
      const Batch batch = opened.examples->batch(1, step, 10);
      ASSERT_EQ(batch.target.shape, (Shape{{axis::kBatch, 10}, {axis::kQuery, 196}}));
      EXPECT_TRUE(batch.source.values.empty());
      for (int64_t b = 0; b < 10; ++b) {
        // All pixels are of the digit's one grey, in fewer levels.
        const int64_t example = batch.examples[static_cast<size_t>(b)];
        const float expected = static_cast<float>(2 + grey_of(example / 9, example % 9) * levels / 16);
        for (int64_t i = 0; i < 196; ++i) {
          ASSERT_EQ(batch.target.values[static_cast<size_t>(b * 196 + i)], expected);
        }
        trained.insert(static_cast<float>(example));
      }
    }
    EXPECT_EQ(trained.size(), 90U);
    EXPECT_EQ(opened.examples->held_out(), 10);
    expect_held_out_whole(*opened.examples, 10);
    const Batch first = opened.examples->batch(7, 1, 8);
    const Batch again = other.examples->batch(7, 1, 8);
    expect_same(first, again);
    EXPECT_EQ(opened.examples->references(3)[0].size(), 196U);
  }
}

TEST(DigitCompletionTask, PutsABorderAroundIfAsked) {
  const std::vector<uint8_t> file = data_file(small_digits());
  const Opened opened = open_task("digit_completion", {{"levels", 16}}, {{"side", "16"}}, file);
  const Batch batch = opened.examples->held_out_batches(0, 1, 1)[0];
  ASSERT_EQ(batch.target.shape[1].size, 256);
  for (int64_t y = 0; y < 16; ++y) {
    for (int64_t x = 0; x < 16; ++x) {
      const bool inside = y > 0 && y < 15 && x > 0 && x < 15;
      EXPECT_EQ(batch.target.values[static_cast<size_t>(16 * y + x)],
                static_cast<float>(inside ? 2 + grey_of(0, 9) : 2));
    }
  }
  const std::string text = opened.examples->target_text(std::span(batch.target.values).first(32));
  EXPECT_EQ(text.substr(0, 18), std::string(16, ' ') + "\n ");
}

// Each pixel of the small picture, by hand: the mean of four grey levels as a share of white.
TEST(DigitCompletionTask, HalvesTheDigitToBeDoubled) {
  const std::vector<uint8_t> file = data_file(small_digits());
  for (const std::string side : {"14", "16"}) {
    const Opened opened = open_task("digit_completion", {{"levels", 4}}, {{"side", side}, {"goal", "double"}}, file);
    ASSERT_TRUE(opened.examples);
    const int64_t n = std::stoll(side), half = n / 2;
    EXPECT_EQ(opened.examples->sizes().longest_source, half * half);
    for (const Batch& batch : {opened.examples->batch(1, 1, 5), opened.examples->held_out_batches(2, 7, 5).at(0)}) {
      ASSERT_EQ(batch.source.shape, (Shape{{axis::kBatch, 5}, {axis::kRow, half}, {axis::kColumn, half}}));
      for (int64_t b = 0; b < 5; ++b) {
        for (int64_t y = 0; y < half; ++y) {
          for (int64_t x = 0; x < half; ++x) {
            double sum = 0;
            for (const int64_t i : {2 * y, 2 * y + 1}) {
              for (const int64_t j : {2 * x, 2 * x + 1})
                sum += batch.target.values[static_cast<size_t>((b * n + i) * n + j)] - 2;
            }
            ASSERT_NEAR(batch.source.values[static_cast<size_t>((b * half + y) * half + x)], sum / 12, 1e-7);
          }
        }
      }
    }
    expect_held_out_whole(*opened.examples, 10);
    const Opened other = open_task("digit_completion", {{"levels", 4}}, {{"side", side}, {"goal", "double"}}, file);
    expect_repeatable(*opened.examples, *other.examples, 6);
  }
}

}  // namespace
}  // namespace attn::test
