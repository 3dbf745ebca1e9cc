// What semantic hashing leaves to chance while it learns: the noise, and which examples read bits.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/core/discretizers/code_run.h"

namespace attn::test {
namespace {

// With v = 0.5 everywhere and noise of deviation d a bit is on with the chance that a normal number is below 0.5 / d.
TEST(SemanticHashingChance, NoiseIsNormalAndAsStrongAsAsked) {
  constexpr int64_t kRows = 10000;
  for (const char* noise : {"0.25", "1", "4"}) {
    CodeRun run("semantic_hashing", {{axis::kBatch, kRows}, {axis::kLatent, 1}, {axis::kModel, 1}},
                {{"bits", "1"}, {"hidden", "1"}, {"noise", noise}});
    run.record(false);
    run.set("discretizer/bits/w", {0}), run.set("discretizer/bits/b", {0.5F});
    const auto coded = run.record(/*training=*/true);
    double often = 0;
    for (const double code : coded->numbers(coded->discrete().codes[0])) often += code / kRows;
    const double chance = 0.5 * std::erfc(-0.5 / run.told("noise") / std::sqrt(2.0));
    EXPECT_NEAR(often, chance, 5 * std::sqrt(chance * (1 - chance) / kRows)) << noise;
  }
}

// All places of an example read alike, and over the steps bits are read as often as `mix` says.
TEST(SemanticHashingChance, ExamplesReadBitsAsOftenAsAsked) {
  constexpr int64_t kExamples = 5000;
  CodeRun run("semantic_hashing", {{axis::kBatch, kExamples}, {axis::kLatent, 2}, {axis::kModel, 1}},
              {{"bits", "1"}, {"hidden", "1"}, {"noise", "0"}, {"mix", "0.3"}});
  run.set_x(std::vector<float>(2 * kExamples, 1.0F));
  run.record(false);
  // v = 1, and the network hands the bit on.
  for (const char* name : {"bits/w", "on/w", "inner/w", "outer/w"}) run.set("discretizer/" + std::string(name), {1});
  run.set("discretizer/off/w", {0});
  const auto coded = run.record(/*training=*/true);
  const Numbers read = coded->numbers(coded->discrete().vectors);
  double often = 0;
  for (size_t i = 0; i < read.size(); i += 2) {
    EXPECT_EQ(read[i], read[i + 1]);
    if (read[i] == 1) often += 1.0 / kExamples;
  }
  EXPECT_NEAR(often, 0.3, 5 * std::sqrt(0.3 * 0.7 / kExamples));
}

}  // namespace
}  // namespace attn::test
