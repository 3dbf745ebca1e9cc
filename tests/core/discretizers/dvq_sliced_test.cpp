// Vector quantisation slice by slice against plain loops.
#include <gtest/gtest.h>

#include "tests/core/discretizers/book_checks.h"

namespace attn::test {
namespace {

// Block b is the channels [b D / n, (b + 1) D / n).
std::vector<Block> slices(CodeRun& run) {
  const size_t model = static_cast<size_t>(run.shape().columns());
  const size_t count = static_cast<size_t>(run.told("blocks")), width = model / count;
  std::vector<Block> blocks;
  for (size_t b = 0; b < count; ++b) {
    Block block{"discretizer/book_" + std::to_string(b + 1), width, Numbers(model * width)};
    for (size_t c = 0; c < width; ++c) block.turn[(b * width + c) * width + c] = 1;
    blocks.push_back(block);
  }
  return blocks;
}

TEST(DvqSliced, EqualsLoops) {
  check_books("dvq_sliced", 6, {{"bits", "6"}}, slices, nearest_rule);
  check_books("dvq_sliced", 6, {{"bits", "6"}, {"blocks", "3"}}, slices, nearest_rule);
  check_books("dvq_sliced", 8, {{"bits", "1"}, {"blocks", "8"}}, slices, nearest_rule);
}

// One block is plain vector quantisation.
TEST(DvqSliced, OneBlockIsVqVae) {
  CodeRun sliced("dvq_sliced", text_shape(4), {{"bits", "4"}, {"blocks", "1"}});
  CodeRun plain("vq_vae", text_shape(4), {{"bits", "4"}});
  sliced.record(false), plain.record(false);
  plain.set("discretizer/book/codebook", *sliced.parameters().find("discretizer/book_1/codebook")->values);
  const auto a = sliced.record(true), b = plain.record(true);
  EXPECT_EQ(a->numbers(a->discrete().vectors), b->numbers(b->discrete().vectors));
  EXPECT_EQ(a->numbers(a->discrete().codes[0]), b->numbers(b->discrete().codes[0]));
  EXPECT_EQ(a->numbers(a->discrete().penalty), b->numbers(b->discrete().penalty));
}

TEST(DvqSliced, BlocksStartApart) {
  CodeRun run("dvq_sliced", text_shape(4), {{"bits", "4"}});
  run.record(false);
  EXPECT_NE(run.of("discretizer/book_1/codebook"), run.of("discretizer/book_2/codebook"));
}

}  // namespace
}  // namespace attn::test
