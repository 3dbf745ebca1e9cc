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

// Three parts of 1, 2 and 3 places.
OpCase of_three(std::string name, std::string_view along) {
  const auto part = [&](int64_t size) {
    return Shape{{"batch", 2}, {"query", 2}, {"model", 4}}.with(along == "model" ? 2 : 1, {along, size});
  };
  return {
      .name = std::move(name),
      .inputs = {random_operand(part(1), 26), random_operand(part(2), 27), random_operand(part(3), 28)},
      .output = part(6),
      .record = [along](Graph&, const std::vector<Value>& in) { return concat(in, along); },
      .formula =
          [=](const std::vector<Operand>& in, const Place& at) {
            const int64_t i = at.at(along);
            return i < 1 ? in[0].at(at) : i < 3 ? in[1].at(moved(at, along, i - 1)) : in[2].at(moved(at, along, i - 3));
          }};
}

const OpCase kCases[] = {
    of_three("steps_of_a_recurrence", "query"),
    of_three("columns_of_three", "model"),
    of("cached_keys_and_new_ones", {{"head", 2}, {"key", 5}, {"channel", 3}}, {{"head", 2}, {"key", 1}, {"channel", 3}},
       "key"),
    of("columns", {{"query", 3}, {"model", 2}}, {{"query", 3}, {"model", 5}}, "model"),
    of("heads", {{"head", 1}, {"query", 3}, {"key", 2}}, {{"head", 2}, {"query", 3}, {"key", 2}}, "head"),
    of("one", {{"query", 1}}, {{"query", 1}}, "query"),
};
ATTN_OP_CASES(concat, kCases);

TEST(Concat, LeavesOnePartAsItIs) {
  Graph graph;
  const Value x = graph.leaf({{"query", 2}}, {1, 2}, Origin::kGiven, {});
  EXPECT_EQ(concat(std::vector<Value>{x}, "query").node(), x.node());
}

TEST(Concat, RefusesShapesThatDifferElsewhere) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return concat(in[0], in[1], "key"); };
  EXPECT_TRUE(refuses({{{"key", 3}, {"channel", 4}}, {{"key", 3}, {"channel", 5}}}, "concat", record));
  EXPECT_TRUE(refuses({{{"query", 3}, {"channel", 4}}, {{"query", 3}, {"channel", 4}}}, "concat", record));
  EXPECT_TRUE(refuses({{{"key", 3}, {"channel", 4}}, {{"channel", 4}, {"key", 3}}}, "concat", record));
}

}  // namespace
}  // namespace attn::test
