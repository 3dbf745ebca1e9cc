#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, int64_t queries, int64_t keys, Band band) {
  return {.name = std::move(name),
          .inputs = {},
          .output = {{"query", queries}, {"key", keys}},
          .record = [=](Graph& graph, const std::vector<Value>&) { return band_mask(graph, queries, keys, band); },
          .formula =
              [band](const std::vector<Operand>&, const Place& at) {
                const int64_t i = at.at("query"), j = at.at("key"), place = band.key_start + j * band.key_step;
                return place <= i + band.upper && place >= i - band.lower && j < band.key_length ? 1.0 : 0.0;
              }};
}

const OpCase kCases[] = {
    of("all", 3, 5, {}),
    of("causal", 5, 5, {.upper = 0}),
    of("causal_after_cached_keys", 3, 7, {.upper = 4}),
    of("window", 9, 9, {.lower = 2, .upper = 1}),
    of("padding", 4, 6, {.key_length = 4}),
    of("nothing", 4, 3, {.key_length = 0}),
    of("far_before_the_first_key", 3, 4, {.upper = -5}),
    of("far_behind_the_last_key", 3, 4, {.lower = -9}),
    of("causal_over_blocks_of_three", 10, 4, {.upper = 0, .key_start = 2, .key_step = 3}),
    of("causal_over_blocks_behind_the_first_word", 10, 4, {.upper = 0, .key_step = 3}),
    of("a_window_of_blocks", 11, 5, {.lower = 4, .upper = 1, .key_start = 1, .key_step = 2}),
    of("one", 1, 1, {.upper = 0}),
};
ATTN_OP_CASES(band_mask, kCases);

TEST(BandMask, IsAMask) {
  Graph graph;
  EXPECT_TRUE(graph.node(band_mask(graph, 2, 2, {}).node()).op->makes_mask());
}

}  // namespace
}  // namespace attn::test
