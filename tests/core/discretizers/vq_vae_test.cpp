// Vector quantisation against plain loops.
#include <gtest/gtest.h>

#include "tests/core/discretizers/book_checks.h"

namespace attn::test {
namespace {

std::vector<Block> one_block(CodeRun& run) { return {whole_block(run.shape().columns())}; }

TEST(VqVae, EqualsLoops) {
  for (const char* bits : {"1", "3", "6"}) check_books("vq_vae", 5, {{"bits", bits}}, one_block, nearest_rule);
  check_books("vq_vae", 1, {{"bits", "2"}}, one_block, nearest_rule);
}

// The vectors on the record are the codebook's own, not x + (e - x), which would round.
TEST(VqVae, VectorsAreTheCodesToTheLastBit) {
  CodeRun run("vq_vae", text_shape(5), {{"bits", "3"}});
  const auto coded = run.record(/*training=*/true);
  const auto got = in_float(coded->graph(), {coded->discrete().vectors, coded->discrete().codes[0]});
  const std::vector<float>& table = *run.parameters().find("discretizer/book/codebook")->values;
  for (size_t i = 0; i < got[0].size(); ++i)
    EXPECT_EQ(got[0][i], table[static_cast<size_t>(got[1][i / 5]) * 5 + i % 5]) << i;
}

// Of two codes alike the first is taken.
TEST(VqVae, TheFirstOfEqualCodesIsTaken) {
  CodeRun run("vq_vae", text_shape(2), {{"bits", "2"}});
  run.record(/*training=*/false);
  run.set("discretizer/book/codebook", {9, 9, 0.5F, 0.5F, 0.5F, 0.5F, 9, 9});
  for (const double code : run.record(false)->numbers(run.record(false)->discrete().codes[0])) EXPECT_EQ(code, 1);
}

}  // namespace
}  // namespace attn::test
