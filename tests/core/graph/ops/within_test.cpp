#include <cmath>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Operand x, double limit) {
  const Shape shape = x.shape;
  return {.name = std::move(name),
          .inputs = {std::move(x)},
          .output = shape,
          .record = [limit](Graph&, const std::vector<Value>& in) { return within(in[0], limit, "near enough"); },
          .formula = [limit](const std::vector<Operand>& in,
                             const Place& at) { return std::fabs(in[0].at(at)) <= limit ? 1.0 : 0.0; },
          // What is far stays far when it moves on.
          .blind = [limit](const OpCase& c, const Index&, int,
                           const Index& at) { return std::fabs(c.inputs[0].at(place_of(c.output, at))) > limit; }};
}

const Shape kPairs = {{"query", 3}, {"key", 7}};

const OpCase kCases[] = {
    of("some", random_operand(kPairs, 32), 0.40002),  // no multiple of 2^-14: central differences step over no border
    of("whole_numbers", chosen_operand(kPairs, {3, 2, 0, -2, -4}, 33), 2),
    of("equal", chosen_operand(kPairs, {1, 0}, 34), 0),
    of("one", chosen_operand({{"key", 1}}, {1, 0}, 35), 0),
};
ATTN_OP_CASES(within, kCases);

TEST(Within, IsAMask) {
  Graph graph;
  const Value x = graph.leaf({{"key", 2}}, {1, 2}, Origin::kGiven, {});
  EXPECT_TRUE(graph.node(within(x, 1, "near").node()).op->makes_mask());
}

}  // namespace
}  // namespace attn::test
