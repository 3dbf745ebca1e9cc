#include <algorithm>
#include <limits>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

OpCase of(std::string name, Shape shape, std::string_view over, std::vector<size_t> masked = {}) {
  const int64_t n = shape.size(over);
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(shape, 35)},
                 .output = shape.without(shape.find(over)),
                 .record = [=](Graph&, const std::vector<Value>& in) { return reduce_max(in[0], over); },
                 .formula =
                     [=](const std::vector<Operand>& in, const Place& at) {
                       double max = static_cast<double>(kMasked);
                       for (int64_t i = 0; i < n; ++i) max = std::max(max, in[0].at(moved(at, over, i)));
                       return max;
                     },
                 .blind = {}};
  for (const size_t cell : masked) op_case.inputs[0].values[cell] = kMasked;
  return op_case;
}

const OpCase kCases[] = {
    of("over_the_last_axis", {{"head", 2}, {"query", 3}, {"key", 5}}, "key"),
    of("over_the_middle_axis", {{"head", 2}, {"query", 5}, {"key", 3}}, "query"),
    of("over_the_first_axis", {{"head", 7}, {"query", 3}, {"key", 2}}, "head"),
    of("masked_entries", {{"query", 2}, {"key", 3}}, "key", {0, 3, 4, 5}),
    of("one", {{"query", 1}, {"key", 1}}, "key"),
};
ATTN_OP_CASES(reduce_max, kCases);

TEST(ReduceMax, RefusesAnAxisThatIsNotThere) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}}, "max",
                      [](Graph&, const std::vector<Value>& in) { return reduce_max(in[0], "head"); }));
}

}  // namespace
}  // namespace attn::test
