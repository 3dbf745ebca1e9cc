#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

// Over every way of the scan: down from query to query where it stops, along the keys where it passes.
double reach(const std::vector<Operand>& in, const Place& at) {
  const int64_t i = at.at("query"), j = at.at("key");
  if (i == 0 && j == 0) return 1;
  double sum = 0;
  if (j > 0) {
    const Place before = moved(at, "key", j - 1);
    sum += in[1].at(before) * reach(in, before);
  }
  if (i > 0) {
    const Place above = moved(at, "query", i - 1);
    sum += in[0].at(above) * reach(in, above);
  }
  return sum;
}

OpCase of(std::string name, Shape shape) {
  return {.name = std::move(name),
          .inputs = {random_operand(shape, 41), random_operand(shape, 42)},
          .output = shape,
          .record = [](Graph&, const std::vector<Value>& in) { return monotonic_reach(in[0], in[1]); },
          .formula = reach,
          .blind = {}};
}

const OpCase kCases[] = {
    of("square", {{"query", 4}, {"key", 4}}),
    of("heads", {{"head", 2}, {"query", 3}, {"key", 4}}),
    of("more_keys_than_queries", {{"query", 2}, {"key", 5}}),
    of("one_key", {{"query", 4}, {"key", 1}}),
    of("one", {{"query", 1}, {"key", 1}}),
};
ATTN_OP_CASES(monotonic_reach, kCases);

TEST(MonotonicReach, RefusesChancesOfTwoShapes) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return monotonic_reach(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"query", 3}, {"key", 5}}}, "monotonic_reach", record));
  EXPECT_TRUE(refuses({{{"key", 4}}, {{"key", 4}}}, "monotonic_reach", record)) << "no queries";
}

}  // namespace
}  // namespace attn::test
