#include "tests/core/tasks/digits_data.h"
#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

using digits::kSide;

// Digits found on a canvas of made-up ones: corners of areas of ink, in reading order by a way of its own.
struct Found {
  int64_t top, left;
  float ink;
};
std::vector<Found> find_digits(const Batch& batch, int64_t b, bool two_lines) {
  const int64_t rows = batch.source.shape[1].size, columns = batch.source.shape[2].size;
  const auto at = [&](int64_t y, int64_t x) {
    return y < 0 || x < 0 || y >= rows || x >= columns
               ? 0.0F
               : batch.source.values[static_cast<size_t>((b * rows + y) * columns + x)];
  };
  std::vector<Found> found;
  std::vector<bool> taken(static_cast<size_t>(rows * columns));
  for (int64_t half = 0; half < (two_lines ? 2 : 1); ++half) {
    const int64_t top = half * rows / 2, bottom = two_lines ? top + rows / 2 : rows;
    for (int64_t x = 0; x < columns; ++x) {
      for (int64_t y = top; y < bottom; ++y) {
        if (at(y, x) == 0 || taken[static_cast<size_t>(y * columns + x)]) continue;
        found.push_back({y, x, at(y, x)});
        for (int64_t v = y; v < y + kSide; ++v) {
          for (int64_t u = x; u < x + kSide; ++u) {
            EXPECT_EQ(at(v, u), at(y, x));
            taken[static_cast<size_t>(v * columns + u)] = true;
          }
        }
      }
    }
  }
  return found;
}

TEST(DigitsCaptionTask, NamesDigitsInReadingOrder) {
  const std::vector<uint8_t> file = data_file(small_digits());
  for (const char* layout : {"line", "two_lines"}) {
    const Opened opened = open_task("digits_caption", {}, {{"layout", layout}}, file);
    ASSERT_TRUE(opened.examples);
    const TaskSizes sizes = opened.examples->sizes();
    std::set<size_t> counts;
    for (int64_t step = 1; step <= 30; ++step) {
      const Batch batch = opened.examples->batch(1, step, 8);
      expect_sequences(batch, sizes, true);
      ASSERT_EQ(batch.source.shape,
                (Shape{{axis::kBatch, 8}, {axis::kRow, sizes.rows}, {axis::kColumn, sizes.columns}}));
      for (int64_t b = 0; b < 8; ++b) {
        const std::vector<float> names = ids_of_row(batch.target, b);
        counts.insert(names.size());
        const std::vector<Found> found = find_digits(batch, b, std::string(layout) == "two_lines");
        ASSERT_EQ(found.size(), names.size());
        for (size_t i = 0; i < names.size(); ++i) {
          // One of the nine of this name that are trained on.
          const auto name = static_cast<int64_t>(names[i]) - kFirstPiece;
          bool known = false;
          for (int64_t k = 0; k < 9; ++k) known = known || found[i].ink == static_cast<float>(grey_of(name, k)) / 15;
          EXPECT_TRUE(known) << name << ' ' << found[i].ink;
        }
      }
    }
    EXPECT_EQ(counts, (std::set<size_t>{2, 3, 4}));
  }
}

TEST(DigitsCaptionTask, MakesHeldOutPicturesOfHeldOutDigits) {
  const std::vector<uint8_t> file = data_file(small_digits());
  const Opened opened = open_task("digits_caption", {}, {}, file), other = open_task("digits_caption", {}, {}, file);
  for (const Batch& batch : opened.examples->held_out_batches(0, 100, 16)) {
    for (int64_t b = 0; b < batch.size(); ++b) {
      const std::vector<float> names = ids_of_row(batch.target, b);
      const std::vector<Found> found = find_digits(batch, b, false);
      ASSERT_EQ(found.size(), names.size());
      for (size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(found[i].ink, static_cast<float>(grey_of(static_cast<int64_t>(names[i]) - kFirstPiece, 9)) / 15);
      }
    }
  }
  expect_held_out_whole(*opened.examples, opened.examples->held_out());
  expect_repeatable(*opened.examples, *other.examples, 4);
  EXPECT_EQ(opened.examples->references(0).size(), 1U);
}

TEST(DigitSet, RefusesDamagedFiles) {
  digits::DigitSet set;
  const auto refuses = [&](const std::vector<Array>& arrays) {
    return digits::DigitSet::open(data_file(arrays), &set).kind == ErrorKind::kBadModel;
  };
  const std::vector<Array> good = small_digits();
  EXPECT_FALSE(refuses(good));
  EXPECT_TRUE(refuses({good[0]}));
  EXPECT_TRUE(refuses({good[1]}));
  EXPECT_TRUE(refuses({good[0], integers_of("counts", {10, 10, 10, 10, 10, 10, 10, 10, 10, 11})}));
  EXPECT_TRUE(refuses({good[0], integers_of("counts", {-10, 30, 10, 10, 10, 10, 10, 10, 10, 10})}));
  EXPECT_TRUE(refuses({good[0], integers_of("counts", {0, 20, 10, 10, 10, 10, 10, 10, 10, 10})}));
  EXPECT_FALSE(open_task("digits_caption").status.ok());  // no data at all
}

TEST(DigitSet, HasTenThousandDigits) {
  const std::vector<uint8_t>& file = built_data("digits.bin");
  if (file.empty()) GTEST_SKIP() << kDataMissing;
  digits::DigitSet set;
  ASSERT_TRUE(digits::DigitSet::open(file, &set).ok());
  EXPECT_EQ(set.training() + set.held_out(), 10000);
  EXPECT_NEAR(static_cast<double>(set.held_out()), 1000, 10);
  // A one has less ink than a zero.
  std::array<double, 10> ink{}, count{};
  for (int64_t i = 0; i < set.training(); ++i) {
    const digits::Digit digit = set.training_digit(i);
    for (const uint8_t level : digit.pixels) ink[static_cast<size_t>(digit.name)] += level;
    ++count[static_cast<size_t>(digit.name)];
  }
  EXPECT_LT(ink[1] / count[1], 0.6 * ink[0] / count[0]);
}

}  // namespace
}  // namespace attn::test
