// Codes in blocks: which widths can be cut, and how many entries each block has. What they compute equals plain loops
// (tests/core/discretizers/dvq_sliced_test.cpp, dvq_projected_test.cpp).
#include "core/layers/decomposed.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/core/discretizers/code_run.h"

namespace attn::test {
namespace {

// Blocks that do not divide a vector's width are refused with the parameter's name, whichever way one comes.
TEST(Decomposed, BlocksMustDivideTheWidth) {
  for (const char* stem : {"dvq_sliced", "dvq_projected"}) {
    for (const int64_t width : {3, 5, 6}) {
      CodeRun run(stem, text_shape(width), {{"bits", "8"}, {"blocks", width == 5 ? "8" : "4"}});
      const std::string takes = "a divisor of the vectors' width " + std::to_string(width);
      for (const bool training : {false, true}) {
        const auto coded = run.record(training);
        ASSERT_FALSE(coded->status().ok());
        EXPECT_EQ(coded->status().argument, "blocks");
        EXPECT_EQ(coded->status().takes, takes);
      }
      Graph graph;
      Recorder recorder(graph, run.context(false));
      const Value zero = graph.leaf({{axis::kBatch, 1}, {axis::kLatent, 1}}, {0.0F}, Origin::kGiven, {});
      look_up(recorder, std::vector<Value>(8, zero), width);
      EXPECT_EQ(graph.status().argument, "blocks");
      EXPECT_EQ(graph.status().takes, takes);
    }
  }
}

// Bits are shared out among the blocks, rounded up: no block is left without one.
TEST(Decomposed, BitsAreSharedOutAmongBlocks) {
  const auto entries = [](const char* bits, const char* blocks) {
    const CodeSizes sizes = CodeRun("dvq_sliced", text_shape(8), {{"bits", bits}, {"blocks", blocks}}).sizes();
    EXPECT_EQ(std::to_string(sizes.blocks), blocks);
    return sizes.entries;
  };
  EXPECT_EQ(entries("8", "1"), 256);
  EXPECT_EQ(entries("8", "2"), 16);
  EXPECT_EQ(entries("8", "3"), 8);
  EXPECT_EQ(entries("14", "4"), 16);
  EXPECT_EQ(entries("1", "8"), 2);
}

}  // namespace
}  // namespace attn::test
