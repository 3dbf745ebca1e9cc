// Chance that repeats: what a recorder draws depends on the seed and the step, and on nothing else.
#include "core/layers/recorder.h"

#include <gtest/gtest.h>

#include <set>

namespace attn {
namespace test {
namespace {

std::vector<uint64_t> draws_of(uint64_t seed, int64_t step, int count) {
  Graph graph;
  Recorder::Context context;
  context.seed = seed, context.step = step;
  Recorder recorder(graph, context);
  std::vector<uint64_t> draws;
  for (int i = 0; i < count; ++i) draws.push_back(recorder.draw_seed());
  return draws;
}

TEST(Recorder, DrawsRepeat) { EXPECT_EQ(draws_of(5, 7, 10), draws_of(5, 7, 10)); }

// Runs with seeds that stand side by side are compared with one another: a mask that came back a step later in the
// other run would make them alike.
TEST(Recorder, NoDrawOfSeedsAndStepsComesTwice) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (int64_t step = 0; step < 20; ++step)
      for (uint64_t draw : draws_of(seed, step, 20)) EXPECT_TRUE(seen.insert(draw).second) << seed << ' ' << step;
}

}  // namespace
}  // namespace test
}  // namespace attn
