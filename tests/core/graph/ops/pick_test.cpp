#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

// Entries stand along `feature`, or along the only axis.
OpCase of(std::string name, Shape x, Shape index, Shape output) {
  const std::string_view entries = x.dims().back().axis;
  std::vector<float> ids;
  for (int64_t i = 0; i < x.columns(); ++i) ids.push_back(static_cast<float>(i));
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(x), 41), chosen_operand(std::move(index), std::move(ids), 42)},
          .output = std::move(output),
          .record = [](Graph&, const std::vector<Value>& in) { return pick(in[0], in[1]); },
          .formula = [entries](
                         const std::vector<Operand>& in,
                         const Place& at) { return in[0].at(moved(at, entries, static_cast<int64_t>(in[1].at(at)))); }};
}

const OpCase kCases[] = {
    of("a_row_for_each_query", {{"head", 2}, {"query", 3}, {"feature", 5}}, {{"query", 3}, {"key", 4}},
       {{"head", 2}, {"query", 3}, {"key", 4}}),
    of("a_table_for_each_head", {{"head", 3}, {"feature", 4}}, {{"query", 5}, {"key", 6}},
       {{"head", 3}, {"query", 5}, {"key", 6}}),
    of("an_index_for_each_head", {{"query", 3}, {"feature", 4}}, {{"head", 2}, {"query", 3}, {"key", 2}},
       {{"head", 2}, {"query", 3}, {"key", 2}}),
    of("one_row", {{"feature", 6}}, {{"query", 4}, {"key", 3}}, {{"query", 4}, {"key", 3}}),
    of("one", {{"feature", 1}}, {{"key", 1}}, {{"key", 1}}),
};
ATTN_OP_CASES(pick, kCases);

TEST(Pick, RefusesRowsThatDoNotMeet) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return pick(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"feature", 4}}, {{"query", 2}, {"key", 5}}}, "pick", record)) << "sizes";
  EXPECT_TRUE(refuses({{{"key", 3}, {"feature", 4}}, {{"query", 2}, {"key", 3}}}, "pick", record)) << "a row per key";
  EXPECT_TRUE(refuses({{{"channel", 3}, {"feature", 4}}, {{"query", 2}, {"key", 3}}}, "pick", record)) << "not last";
}

}  // namespace
}  // namespace attn::test
