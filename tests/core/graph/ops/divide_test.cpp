#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape a, Shape b, Shape output, std::vector<size_t> zeros = {}) {
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(std::move(a), 31), random_operand(std::move(b), 32)},
                 .output = std::move(output),
                 .record = [](Graph&, const std::vector<Value>& in) { return divide(in[0], in[1]); },
                 .formula = [](const std::vector<Operand>& in,
                               const Place& at) { return in[1].at(at) == 0 ? 0 : in[0].at(at) / in[1].at(at); },
                 .blind = {}};
  // Away from 0, where a quotient is steep.
  for (float& value : op_case.inputs[1].values) value += value > 0 ? 0.5F : -0.5F;
  for (const size_t cell : zeros) op_case.inputs[1].values[cell] = 0;
  return op_case;
}

// 0 stays 0: beside it a quotient jumps, so it has no slope to check.
OpCase with_zeros() {
  OpCase op_case = of("shares_of_nothing", {{"query", 3}, {"key", 2}}, {{"query", 3}}, {{"query", 3}, {"key", 2}}, {1});
  op_case.inputs[1].choices = op_case.inputs[1].values;
  return op_case;
}

const OpCase kCases[] = {
    of("same_shape", {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}),
    of("rows_by_their_sums", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"head", 2}, {"query", 3}},
       {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("every_pair", {{"head", 2}, {"query", 3}}, {{"head", 2}, {"key", 5}}, {{"head", 2}, {"query", 3}, {"key", 5}}),
    with_zeros(),
    of("one", {{"query", 1}}, {{"query", 1}}, {{"query", 1}}),
};
ATTN_OP_CASES(divide, kCases);

TEST(Divide, RefusesAxesOfTwoSizes) {
  EXPECT_TRUE(refuses({{{"query", 3}}, {{"query", 4}}}, "divide",
                      [](Graph&, const std::vector<Value>& in) { return divide(in[0], in[1]); }));
}

}  // namespace
}  // namespace attn::test
