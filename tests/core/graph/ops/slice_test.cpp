#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, std::string_view along, int64_t begin, int64_t end) {
  return {.name = std::move(name),
          .inputs = {random_operand(shape, 26)},
          .output = shape.with(shape.find(along), {along, end - begin}),
          .record = [=](Graph&, const std::vector<Value>& in) { return slice(in[0], along, begin, end); },
          .formula = [=](const std::vector<Operand>& in,
                         const Place& at) { return in[0].at(moved(at, along, at.at(along) + begin)); }};
}

// A gate's columns as a state's.
const OpCase kRenamed = {
    .name = "under_another_name",
    .inputs = {random_operand({{"batch", 2}, {"query", 3}, {"feature", 6}}, 29)},
    .output = {{"batch", 2}, {"query", 3}, {"model", 2}},
    .record = [](Graph&, const std::vector<Value>& in) { return slice(in[0], "feature", 2, 4, "model"); },
    .formula = [](const std::vector<Operand>& in,
                  const Place& at) { return in[0].at(moved(at, "feature", at.at("model") + 2)); }};

const OpCase kCases[] = {
    kRenamed,
    of("some_keys", {{"head", 2}, {"key", 7}, {"channel", 3}}, "key", 2, 5),
    of("one_head", {{"head", 3}, {"query", 4}, {"key", 5}}, "head", 2, 3),
    of("first_columns", {{"query", 3}, {"channel", 5}}, "channel", 0, 2),
    of("all", {{"query", 3}, {"channel", 5}}, "query", 0, 3),
    of("one", {{"query", 1}}, "query", 0, 1),
};
ATTN_OP_CASES(slice, kCases);

TEST(Slice, RefusesRangesOutside) {
  for (const auto& [begin, end] : std::vector<std::pair<int64_t, int64_t>>{{-1, 2}, {2, 2}, {3, 2}, {2, 5}}) {
    EXPECT_TRUE(refuses({{{"query", 4}, {"key", 2}}}, "slice",
                        [=](Graph&, const std::vector<Value>& in) { return slice(in[0], "query", begin, end); }));
  }
  EXPECT_TRUE(refuses({{{"query", 4}}}, "slice",
                      [](Graph&, const std::vector<Value>& in) { return slice(in[0], "key", 0, 1); }));
  EXPECT_TRUE(refuses({{{"query", 4}, {"key", 2}}}, "slice",
                      [](Graph&, const std::vector<Value>& in) { return slice(in[0], "query", 0, 1, "key"); }));
}

}  // namespace
}  // namespace attn::test
