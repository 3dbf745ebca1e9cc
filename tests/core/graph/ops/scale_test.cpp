#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, double factor) {
  return {
      .name = std::move(name),
      .inputs = {random_operand(shape, 10)},
      .output = shape,
      .record = [factor](Graph&, const std::vector<Value>& in) { return scale(in[0], factor, {{"width", 64, {}}}); },
      .formula = [factor](const std::vector<Operand>& in, const Place& at) { return in[0].at(at) * factor; }};
}

const OpCase kCases[] = {
    of("scores", {{"head", 2}, {"query", 3}, {"key", 5}}, 0.125),
    of("not_exact_in_float", {{"query", 7}, {"key", 3}}, 1.0 / 3),
    of("enlarges", {{"query", 3}, {"key", 3}}, -100),
    of("one", {{"query", 1}}, 2),
};
ATTN_OP_CASES(scale, kCases);

}  // namespace
}  // namespace attn::test
