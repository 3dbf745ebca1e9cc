#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape) {
  return {.name = std::move(name),
          .inputs = {chosen_operand(shape, {0, 1}, 39), random_operand(shape, 40)},
          .output = shape,
          .record = [](Graph&, const std::vector<Value>& in) { return straight_through(in[0], in[1]); },
          .formula = [](const std::vector<Operand>& in, const Place& at) { return in[0].at(at); },
          .surrogate = [](const std::vector<Operand>& in, const Place& at) { return in[1].at(at); }};
}

const OpCase kCases[] = {
    of("heads", {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("one", {{"query", 1}, {"key", 1}}),
};
ATTN_OP_CASES(straight_through, kCases);

TEST(StraightThrough, RefusesWeightsOfAnotherShape) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"query", 3}, {"key", 5}}}, "straight_through",
                      [](Graph&, const std::vector<Value>& in) { return straight_through(in[0], in[1]); }));
}

}  // namespace
}  // namespace attn::test
