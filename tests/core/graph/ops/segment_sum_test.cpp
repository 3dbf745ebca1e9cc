#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, Shape output) {
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(shape), 37)},
          .output = std::move(output),
          .record = [](Graph&, const std::vector<Value>& in) { return segment_sum(in[0], "query", "key"); },
          .formula =
              [](const std::vector<Operand>& in, const Place& at) {
                double sum = 0;
                for (int64_t t = at.at("key") + 1; t <= at.at("query"); ++t) sum += in[0].at(moved(at, "query", t));
                return sum;
              }};
}

const OpCase kCases[] = {
    of("a_number_for_each_step", {{"head", 2}, {"query", 5}}, {{"head", 2}, {"query", 5}, {"key", 5}}),
    of("a_number_for_each_feature", {{"head", 2}, {"query", 4}, {"feature", 3}},
       {{"head", 2}, {"query", 4}, {"key", 4}, {"feature", 3}}),
    of("one", {{"query", 1}}, {{"query", 1}, {"key", 1}}),
};
ATTN_OP_CASES(segment_sum, kCases);

TEST(SegmentSum, RefusesATimeThatIsTooFarInFront) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return segment_sum(in[0], "query", "key"); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"head", 2}, {"feature", 4}}}, "segment_sum", record));
  EXPECT_TRUE(refuses({{{"head", 3}}}, "segment_sum", record));
  EXPECT_TRUE(refuses({{{"key", 3}, {"query", 2}}}, "segment_sum", record));
}

}  // namespace
}  // namespace attn::test
