// What holds of both tasks of marked numbers, by the authors' description of them.
#ifndef TESTS_CORE_TASKS_MARKED_CHECKS_H_
#define TESTS_CORE_TASKS_MARKED_CHECKS_H_

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/core/tasks/task_checks.h"

namespace attn::test {

// What differs between the tasks of marked numbers.
struct Marked {
  std::string stem;
  float low;
  double (*target)(double, double);
};

// The rows by the authors' description, read without the code that makes them.
inline void expect_rows(const Marked& marked, const Batch& batch, int64_t shortest, int64_t longest, bool variable) {
  const int64_t steps = batch.source.shape[1].size;
  ASSERT_EQ(batch.source.shape, (Shape{{axis::kBatch, batch.size()}, {axis::kTime, steps}, {axis::kFeature, 2}}));
  ASSERT_EQ(batch.target.shape, (Shape{{axis::kBatch, batch.size()}, {axis::kOne, 1}}));
  for (int64_t b = 0; b < batch.size(); ++b) {
    const float* row = batch.source.values.data() + b * steps * 2;
    std::vector<int64_t> ends, marks;
    for (int64_t t = 0; t < steps; ++t) {
      const float mark = row[2 * t + 1];
      ASSERT_TRUE(mark == 0 || mark == 1 || mark == -1);
      if (mark == -1) ends.push_back(t);
      if (mark == 1) marks.push_back(t);
    }
    ASSERT_EQ(ends.size(), 2U);
    ASSERT_EQ(marks.size(), 2U);
    const int64_t n = ends[1] + 1;
    ASSERT_EQ(ends[0], 0);
    ASSERT_GE(n, shortest);
    ASSERT_LT(n, longest + (variable ? 1 : 0));
    if (variable) {
      ASSERT_EQ(n, steps);
    }
    ASSERT_LE(marks[0], 9);
    ASSERT_LT(marks[1], std::max<int64_t>(n / 2 - 1, 10));
    for (int64_t t = 0; t < steps; ++t) {
      ASSERT_GE(row[2 * t], marked.low);
      ASSERT_LT(row[2 * t], 1.0F);
      if (t >= n) {
        ASSERT_EQ(row[2 * t], 0.0F);
      }
    }
    const double a = static_cast<double>(row[2 * marks[0]]), c = static_cast<double>(row[2 * marks[1]]);
    ASSERT_NEAR(static_cast<double>(batch.target.values[static_cast<size_t>(b)]), marked.target(a, c), 1e-6);
  }
}

inline void is_made_as_its_authors_made_it(const Marked& marked) {
  for (const int64_t t0 : {20, 50, 101, 1000}) {
    const Opened opened = open_task(marked.stem, {{"shortest", static_cast<double>(t0)}});
    const auto longest = static_cast<int64_t>(std::ceil(1.1 * static_cast<double>(t0) - 1e-9));
    EXPECT_EQ(opened.examples->sizes().longest_source, longest);
    EXPECT_EQ(opened.examples->sizes().features, 2);
    EXPECT_EQ(opened.examples->tolerance(), .04);
    for (int64_t step = 1; step <= 20; ++step) {
      const Batch batch = opened.examples->batch(1, step, 20);
      ASSERT_EQ(batch.source.shape[1].size, longest);
      expect_rows(marked, batch, t0, longest, false);
    }
  }
}

// Marks are spread as they should be: N1 over 1 to 9, the other over the first half.
inline void spreads_its_marks(const Marked& marked) {
  const Opened opened = open_task(marked.stem);
  std::vector<int> seen(55);
  for (int64_t step = 1; step <= 50; ++step) {
    const Batch batch = opened.examples->batch(1, step, 100);
    for (int64_t i = 0; i < 100 * 55; ++i) {
      if (batch.source.values[static_cast<size_t>(2 * i + 1)] == 1) ++seen[static_cast<size_t>(i % 55)];
    }
  }
  // 5,000 rows. A place up to 9 has N1 with chance 1/9; N2 is one of 21 to 24 places: n is 50 to 54, and n / 2 - 2 is
  // 23 to
  // 25. Together about 555 + 200 in the first nine, about 220 behind them; bounds of more than five deviations.
  for (size_t t = 1; t <= 9; ++t) EXPECT_NEAR(seen[t], 765, 140) << t;
  for (size_t t = 10; t <= 22; ++t) EXPECT_NEAR(seen[t], 217, 80) << t;
  EXPECT_EQ(seen[0], 0);
  for (size_t t = 26; t < 55; ++t) EXPECT_EQ(seen[t], 0) << t;
}

inline void varies_its_length(const Marked& marked) {
  const Opened opened = open_task(marked.stem, {{"shortest", 50}, {"longest", 2000}}, {{"lengths", "variable"}});
  int64_t shortest = 9999, longest = 0;
  for (int64_t step = 1; step <= 200; ++step) {
    const Batch batch = opened.examples->batch(1, step, 2);
    const int64_t steps = batch.source.shape[1].size;
    shortest = std::min(shortest, steps), longest = std::max(longest, steps);
    expect_rows(marked, batch, 50, 2000, true);
  }
  EXPECT_LT(shortest, 120);
  EXPECT_GT(longest, 1930);
  std::map<int64_t, int64_t> held_out;
  for (const Batch& batch : opened.examples->held_out_batches(0, 1000, 100)) {
    held_out[batch.source.shape[1].size] += batch.size();
    expect_rows(marked, batch, 50, 2000, true);
  }
  EXPECT_EQ(held_out.size(), 100U);
  EXPECT_EQ(held_out.begin()->first, 50);
  EXPECT_EQ(held_out.rbegin()->first, 2000);
  for (const auto& [steps, count] : held_out) EXPECT_EQ(count, 10) << steps;
}

inline void repeats_and_holds_out(const Marked& marked) {
  const Opened opened = open_task(marked.stem), other = open_task(marked.stem);
  expect_repeatable(*opened.examples, *other.examples, 8);
  EXPECT_EQ(opened.examples->held_out(), 1000);
  expect_held_out_whole(*opened.examples, 1000);
  std::set<float> targets;
  for (const Batch& batch : opened.examples->held_out_batches(0, 1000, 100)) {
    expect_rows(marked, batch, 50, 55, false);
    targets.insert(batch.target.values.begin(), batch.target.values.end());
  }
  int shared = 0;
  for (int64_t step = 1; step <= 20; ++step) {
    for (const float target : opened.examples->batch(1, step, 100).target.values)
      shared += targets.contains(target) ? 1 : 0;
  }
  EXPECT_LT(shared, 20);  // by chance alone
}

inline void says_what_it_takes(const Marked& marked) {
  EXPECT_EQ(open_task(marked.stem, {{"shortest", 60}, {"longest", 50}}, {{"lengths", "variable"}}).status.argument,
            "params.shortest");
  const std::vector<uint8_t> bytes(1);
  EXPECT_FALSE(open_task(marked.stem, {}, {}, bytes).status.ok());
  const Opened opened = open_task(marked.stem);
  Status status;
  EXPECT_TRUE(opened.examples->source_ids("1 2", &status).empty());
  EXPECT_EQ(status.got, "\"1 2\"");
  EXPECT_EQ(opened.examples->source_text(std::vector<float>{.5F, -1, .25F, 1, 0, 0}), "0.5 [0.25] 0");
  const Batch batch = opened.examples->held_out_batches(3, 4, 1)[0];
  EXPECT_EQ(opened.examples->references(3), std::vector<std::vector<float>>{batch.target.values});
}

}  // namespace attn::test

#endif  // TESTS_CORE_TASKS_MARKED_CHECKS_H_
