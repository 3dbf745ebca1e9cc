#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape a, Shape b, std::string_view along) {
  const int64_t first = a.size(along);
  const Shape output = a.with(a.find(along), {along, first + b.size(along)});
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(a), 24), random_operand(std::move(b), 25)},
          .output = output,
          .record = [along](Graph&, const std::vector<Value>& in) { return concat(in[0], in[1], along); },
          .formula =
              [=](const std::vector<Operand>& in, const Place& at) {
                const int64_t i = at.at(along);
                return i < first ? in[0].at(at) : in[1].at(moved(at, along, i - first));
              }};
}

const OpCase kCases[] = {
    of("cached_keys_and_new_ones", {{"head", 2}, {"key", 5}, {"channel", 3}}, {{"head", 2}, {"key", 1}, {"channel", 3}},
       "key"),
    of("columns", {{"query", 3}, {"model", 2}}, {{"query", 3}, {"model", 5}}, "model"),
    of("heads", {{"head", 1}, {"query", 3}, {"key", 2}}, {{"head", 2}, {"query", 3}, {"key", 2}}, "head"),
    of("one", {{"query", 1}}, {{"query", 1}}, "query"),
};
ATTN_OP_CASES(concat, kCases);

TEST(Concat, RefusesShapesThatDifferElsewhere) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return concat(in[0], in[1], "key"); };
  EXPECT_TRUE(refuses({{{"key", 3}, {"channel", 4}}, {{"key", 3}, {"channel", 5}}}, "concat", record));
  EXPECT_TRUE(refuses({{{"query", 3}, {"channel", 4}}, {{"query", 3}, {"channel", 4}}}, "concat", record));
  EXPECT_TRUE(refuses({{{"key", 3}, {"channel", 4}}, {{"channel", 4}, {"key", 3}}}, "concat", record));
}

}  // namespace
}  // namespace attn::test
