#include "core/kernels/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace attn::kernels {
namespace {

// Every row once and only once, whatever the number of threads.
void expect_cover(int64_t rows, int64_t granule) {
  std::vector<std::atomic<int>> seen(rows);
  parallel_rows(
      rows, 1,
      [&](int64_t begin, int64_t end) {
        EXPECT_EQ(begin % granule, 0);
        for (int64_t i = begin; i < end; ++i) ++seen[i];
      },
      granule);
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

class ThreadsTest : public testing::Test {
 protected:
  void SetUp() override { set_parallel_threshold(0); }
  void TearDown() override { set_threads(1); }
};

TEST_F(ThreadsTest, CoverAllRows) {
  for (int count : {1, 2, 3, 7}) {
    EXPECT_EQ(set_threads(count), count);
    EXPECT_EQ(threads(), count);
    for (int64_t rows : {0, 1, 2, 5, 33, 1000}) {
      for (int64_t granule : {1, 5}) expect_cover(rows, granule);
    }
  }
}

TEST_F(ThreadsTest, WorkersAreSeen) {
  set_threads(2);
  reset_workers_seen();
  EXPECT_EQ(workers_seen(), 0);
  // A busy machine may need some time to start the thread.
  for (int i = 0; i < 1000 && workers_seen() < 2; ++i) expect_cover(8, 1);
  EXPECT_EQ(workers_seen(), 2);
  set_threads(1);
  reset_workers_seen();
  expect_cover(8, 1);
  EXPECT_EQ(workers_seen(), 1);
}

TEST_F(ThreadsTest, SmallWorkStaysOnTheCallingThread) {
  set_threads(4);
  set_parallel_threshold(1000);
  const auto caller = std::this_thread::get_id();
  parallel_rows(10, 99, [&](int64_t begin, int64_t end) {
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 10);
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST_F(ThreadsTest, NestedCallsRunInPlace) {
  set_threads(3);
  std::atomic<int64_t> sum{0};
  parallel_rows(20, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      parallel_rows(10, 1, [&](int64_t b, int64_t e) { sum += e - b; });
    }
  });
  EXPECT_EQ(sum, 200);
}

TEST_F(ThreadsTest, SeveralCallersAtOnce) {
  set_threads(3);
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([] {
      for (int j = 0; j < 200; ++j) {
        std::atomic<int64_t> sum{0};
        parallel_rows(50, 1, [&](int64_t b, int64_t e) { sum += e - b; });
        EXPECT_EQ(sum, 50);
      }
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST_F(ThreadsTest, CountsAreClamped) {
  EXPECT_EQ(set_threads(0), 1);
  EXPECT_EQ(set_threads(-5), 1);
  EXPECT_EQ(set_threads(100000), max_threads());
}

}  // namespace
}  // namespace attn::kernels
