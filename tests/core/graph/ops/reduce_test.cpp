#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, std::string_view over, bool mean = false) {
  const int64_t n = shape.size(over);
  return {
      .name = std::move(name),
      .inputs = {random_operand(shape, 20)},
      .output = shape.without(shape.find(over)),
      .record = [=](Graph&,
                    const std::vector<Value>& in) { return mean ? reduce_mean(in[0], over) : reduce_sum(in[0], over); },
      .formula =
          [=](const std::vector<Operand>& in, const Place& at) {
            double sum = 0;
            for (int64_t i = 0; i < n; ++i) sum += in[0].at(moved(at, over, i));
            return mean ? sum / static_cast<double>(n) : sum;
          }};
}

const OpCase kCases[] = {
    of("sum_over_the_last_axis", {{"head", 2}, {"query", 3}, {"key", 5}}, "key"),
    of("sum_over_the_middle_axis", {{"head", 2}, {"query", 5}, {"key", 3}}, "query"),
    of("sum_over_the_first_axis", {{"head", 7}, {"query", 3}, {"key", 2}}, "head"),
    of("mean_over_the_last_axis", {{"query", 3}, {"key", 19}}, "key", true),
    of("mean_over_the_first_axis", {{"query", 5}, {"model", 3}}, "query", true),
    of("one", {{"query", 1}, {"key", 1}}, "query"),
};
ATTN_OP_CASES(reduce, kCases);

TEST(Reduce, RefusesAnAxisThatIsNotThere) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}}, "sum",
                      [](Graph&, const std::vector<Value>& in) { return reduce_sum(in[0], "head"); }));
  EXPECT_TRUE(refuses({{{"query", 3}}}, "mean",
                      [](Graph&, const std::vector<Value>& in) { return reduce_mean(in[0], "query"); }));
}

}  // namespace
}  // namespace attn::test
