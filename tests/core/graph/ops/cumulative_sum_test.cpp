#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, std::string_view along) {
  return {.name = std::move(name),
          .inputs = {random_operand(shape, 36)},
          .output = shape,
          .record = [=](Graph&, const std::vector<Value>& in) { return cumulative_sum(in[0], along); },
          .formula =
              [=](const std::vector<Operand>& in, const Place& at) {
                double sum = 0;
                for (int64_t t = 0; t <= at.at(along); ++t) sum += in[0].at(moved(at, along, t));
                return sum;
              }};
}

const OpCase kCases[] = {
    of("along_the_rows", {{"head", 2}, {"query", 5}, {"feature", 3}}, "query"),
    of("along_the_columns", {{"head", 2}, {"query", 7}}, "query"),
    of("along_the_first_axis", {{"query", 4}, {"head", 2}, {"feature", 3}}, "query"),
    of("one", {{"query", 1}, {"feature", 1}}, "query"),
};
ATTN_OP_CASES(cumulative_sum, kCases);

TEST(CumulativeSum, RefusesAnAxisThatIsNotThere) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}}, "cumulative_sum",
                      [](Graph&, const std::vector<Value>& in) { return cumulative_sum(in[0], "head"); }));
}

}  // namespace
}  // namespace attn::test
