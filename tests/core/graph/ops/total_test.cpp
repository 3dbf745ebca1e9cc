#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape) {
  return {.name = std::move(name),
          .inputs = {random_operand(shape, 41)},
          .output = {{"one", 1}},
          .record = [](Graph&, const std::vector<Value>& in) { return total(in[0]); },
          .formula =
              [](const std::vector<Operand>& in, const Place&) {
                double sum = 0;
                for (const float value : in[0].values) sum += value;
                return sum;
              }};
}

const OpCase kCases[] = {of("matrix", {{"query", 3}, {"key", 5}}), of("cube", {{"batch", 2}, {"query", 3}, {"key", 2}}),
                         of("single", {{"one", 1}})};
ATTN_OP_CASES(total, kCases);

}  // namespace
}  // namespace attn::test
