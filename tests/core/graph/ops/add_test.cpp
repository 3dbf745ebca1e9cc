#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape a, Shape b, Shape output) {
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(a), 1), random_operand(std::move(b), 2)},
          .output = std::move(output),
          .record = [](Graph&, const std::vector<Value>& in) { return add(in[0], in[1]); },
          .formula = [](const std::vector<Operand>& in, const Place& at) { return in[0].at(at) + in[1].at(at); }};
}

const OpCase kCases[] = {
    of("same_shape", {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}, {{"query", 3}, {"model", 5}}),
    of("every_query_with_every_key", {{"head", 2}, {"query", 3}, {"channel", 5}},
       {{"head", 2}, {"key", 4}, {"channel", 5}}, {{"head", 2}, {"query", 3}, {"key", 4}, {"channel", 5}}),
    of("row_vector", {{"query", 7}, {"model", 3}}, {{"model", 3}}, {{"query", 7}, {"model", 3}}),
    of("column_vector", {{"query", 7}, {"key", 3}}, {{"query", 7}}, {{"query", 7}, {"key", 3}}),
    of("vector_first", {{"key", 3}}, {{"query", 5}, {"key", 3}}, {{"query", 5}, {"key", 3}}),
    of("per_head", {{"query", 3}, {"key", 5}}, {{"head", 2}}, {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("other_order", {{"query", 3}, {"key", 5}}, {{"key", 5}, {"query", 3}}, {{"query", 3}, {"key", 5}}),
    of("one", {{"query", 1}, {"model", 1}}, {{"model", 1}}, {{"query", 1}, {"model", 1}}),
};
ATTN_OP_CASES(add, kCases);

TEST(Add, RefusesAxesOfTwoSizes) {
  EXPECT_TRUE(refuses({{{"query", 3}}, {{"query", 4}}}, "add",
                      [](Graph&, const std::vector<Value>& in) { return add(in[0], in[1]); }));
}

}  // namespace
}  // namespace attn::test
