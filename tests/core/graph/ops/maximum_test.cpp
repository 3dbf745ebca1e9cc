#include <algorithm>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape a, Shape b, Shape output) {
  return {
      .name = std::move(name),
      .inputs = {random_operand(std::move(a), 33), random_operand(std::move(b), 34)},
      .output = std::move(output),
      .record = [](Graph&, const std::vector<Value>& in) { return maximum(in[0], in[1]); },
      .formula = [](const std::vector<Operand>& in, const Place& at) { return std::max(in[0].at(at), in[1].at(at)); }};
}

const OpCase kCases[] = {
    of("same_shape", {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}),
    of("running_maximum_of_a_row", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"head", 2}, {"query", 3}},
       {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("one", {{"query", 1}}, {{"query", 1}}, {{"query", 1}}),
};
ATTN_OP_CASES(maximum, kCases);

TEST(Maximum, RefusesAxesOfTwoSizes) {
  EXPECT_TRUE(refuses({{{"query", 3}}, {{"query", 4}}}, "maximum",
                      [](Graph&, const std::vector<Value>& in) { return maximum(in[0], in[1]); }));
}

}  // namespace
}  // namespace attn::test
