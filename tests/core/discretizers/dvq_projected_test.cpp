// Vector quantisation of projections against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/discretizers/book_checks.h"

namespace attn::test {
namespace {

std::string projection(size_t block) { return "discretizer/projection_" + std::to_string(block + 1); }

// Block b is x times a matrix of its own, [D, D / n].
std::vector<Block> projections(CodeRun& run) {
  const size_t count = static_cast<size_t>(run.told("blocks"));
  const size_t width = static_cast<size_t>(run.shape().columns()) / count;
  std::vector<Block> blocks;
  for (size_t b = 0; b < count; ++b)
    blocks.push_back({"discretizer/book_" + std::to_string(b + 1), width, run.of(projection(b))});
  return blocks;
}

TEST(DvqProjected, EqualsLoops) {
  check_books("dvq_projected", 6, {{"bits", "6"}}, projections, nearest_rule);
  check_books("dvq_projected", 6, {{"bits", "6"}, {"blocks", "3"}}, projections, nearest_rule);
  check_books("dvq_projected", 8, {{"bits", "1"}, {"blocks", "8"}}, projections, nearest_rule);
  check_books("dvq_projected", 4, {{"bits", "3"}, {"blocks", "1"}}, projections, nearest_rule);
}

// Drawn once as Glorot & Bengio 2010 do, U(-a, a) with a^2 = 6 / (D + D / n), and never learned.
TEST(DvqProjected, ProjectionsAreDrawnOnceAndStay) {
  CodeRun run("dvq_projected", text_shape(32), {{"bits", "4"}});
  run.record(false);
  const Numbers first = run.of(projection(0)), second = run.of(projection(1));
  EXPECT_NE(first, second);
  const double limit = std::sqrt(6.0 / (32 + 16));
  for (const Numbers& one : {first, second}) {
    const double largest = std::fabs(
        *std::max_element(one.begin(), one.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    EXPECT_LE(largest, limit);
    EXPECT_GT(largest, 0.95 * limit);  // of 512 draws
  }
  for (int64_t step = 1; step <= 3; ++step) {
    const auto coded = run.record(true, step);
    run.settle(coded.get());
  }
  EXPECT_EQ(run.of(projection(0)), first);
  EXPECT_EQ(run.of(projection(1)), second);
  EXPECT_FALSE(run.parameters().find(projection(0))->learned);
}

}  // namespace
}  // namespace attn::test
