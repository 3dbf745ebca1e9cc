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
                const int64_t i = at.at("query"), j = at.at("key");
                return j <= i + band.upper && j >= i - band.lower && j < band.key_length ? 1.0 : 0.0;
              }};
}

constexpr int64_t kAny = Band::kUnbounded;

const OpCase kCases[] = {
    of("all", 3, 5, {}),
    of("causal", 5, 5, {kAny, 0, kAny, {}}),
    of("causal_after_cached_keys", 3, 7, {kAny, 4, kAny, {}}),
    of("window", 9, 9, {2, 1, kAny, {}}),
    of("padding", 4, 6, {kAny, kAny, 4, {}}),
    of("nothing", 4, 3, {kAny, kAny, 0, {}}),
    of("far_before_the_first_key", 3, 4, {kAny, -5, kAny, {}}),
    of("far_behind_the_last_key", 3, 4, {-9, kAny, kAny, {}}),
    of("one", 1, 1, {kAny, 0, kAny, {}}),
};
ATTN_OP_CASES(band_mask, kCases);

TEST(BandMask, IsAMask) {
  Graph graph;
  EXPECT_TRUE(graph.node(band_mask(graph, 2, 2, {}).node()).op->makes_mask());
}

}  // namespace
}  // namespace attn::test
