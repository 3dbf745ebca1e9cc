#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase mask_of(std::string name, int64_t queries, int64_t keys, bool (*allowed)(int64_t, int64_t)) {
  return {.name = std::move(name),
          .inputs = {},
          .output = {{"query", queries}, {"key", keys}},
          .record = [=](Graph& graph,
                        const std::vector<Value>&) { return rule_mask(graph, queries, keys, allowed, "As told."); },
          .formula = [=](const std::vector<Operand>&,
                         const Place& at) { return allowed(at.at("query"), at.at("key")) ? 1.0 : 0.0; }};
}

OpCase table_of(std::string name, Shape shape) {
  return {.name = std::move(name),
          .inputs = {},
          .output = shape,
          .record =
              [=](Graph& graph, const std::vector<Value>&) {
                return rule_table(
                    graph, shape,
                    [](const Index& at) {
                      double number = 0.25;
                      for (const int64_t i : at) number = 10 * number + static_cast<double>(i);
                      return number;
                    },
                    "Digits of the place.");
              },
          .formula =
              [shape](const std::vector<Operand>&, const Place& at) {
                double number = 0.25;
                for (const Dim& dim : shape.dims()) number = 10 * number + static_cast<double>(at.at(dim.axis));
                return number;
              }};
}

const OpCase kBlocks = {
    .name = "mask_of_blocks",
    .inputs = {},
    .output = {{"row", 2}, {"query", 3}, {"key", 4}},
    .record =
        [](Graph& graph, const std::vector<Value>&) {
          return rule_mask(
              graph, {{"row", 2}, {"query", 3}, {"key", 4}}, [](const Index& at) { return at[2] <= at[1] + at[0]; },
              "As told.");
        },
    .formula = [](const std::vector<Operand>&,
                  const Place& at) { return at.at("key") <= at.at("query") + at.at("row") ? 1.0 : 0.0; }};

const OpCase kCases[] = {
    kBlocks,
    mask_of("every_third_key", 5, 7, [](int64_t i, int64_t j) { return (i + j) % 3 == 0; }),
    mask_of("nothing", 3, 2, [](int64_t, int64_t) { return false; }),
    mask_of("one", 1, 1, [](int64_t, int64_t) { return true; }),
    table_of("pairs_for_each_head", {{"head", 2}, {"query", 3}, {"key", 4}}),
    table_of("vector", {{"head", 5}}),
    table_of("single", {{"query", 1}, {"channel", 1}}),
};
ATTN_OP_CASES(rule, kCases);

TEST(Rule, KnowsWhatIsAMask) {
  Graph graph;
  const Value mask = rule_mask(graph, 2, 2, [](int64_t, int64_t) { return true; }, "All.");
  const Value table = rule_table(graph, {{"query", 2}}, [](const Index&) { return 1.0; }, "Ones.");
  EXPECT_TRUE(graph.node(mask.node()).op->makes_mask());
  EXPECT_FALSE(graph.node(table.node()).op->makes_mask());
}

}  // namespace
}  // namespace attn::test
