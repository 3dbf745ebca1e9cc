#include <limits>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

OpCase of(std::string name, Shape scores, Shape allowed) {
  return {.name = std::move(name),
          .inputs = {random_operand(scores, 11), chosen_operand(std::move(allowed), {0, 1}, 12)},
          .output = scores,
          .record = [](Graph&, const std::vector<Value>& in) { return mask(in[0], in[1]); },
          .formula = [](const std::vector<Operand>& in,
                        const Place& at) { return in[1].at(at) == 1 ? in[0].at(at) : -kInfinity; },
          // A masked score is not read.
          .blind = [](const OpCase& c, const Index& cell, int input,
                      const Index&) { return input == 0 && c.inputs[1].at(place_of(c.output, cell)) == 0; }};
}

const OpCase kCases[] = {
    of("same_mask_for_every_head", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"query", 3}, {"key", 5}}),
    of("a_mask_for_each_head", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("keys", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"key", 5}}),
    of("queries", {{"query", 7}, {"key", 3}}, {{"query", 7}}),
    of("one", {{"query", 1}, {"key", 1}}, {{"query", 1}, {"key", 1}}),
};
ATTN_OP_CASES(mask, kCases);

TEST(Mask, RefusesAMaskLargerThanTheScores) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return mask(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"head", 2}, {"query", 3}, {"key", 4}}}, "mask", record));
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"query", 3}, {"key", 5}}}, "mask", record));
}

}  // namespace
}  // namespace attn::test
