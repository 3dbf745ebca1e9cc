#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape x, std::string_view along, int64_t size, Shape output) {
  const int64_t before = x.size(along);
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(x), 44)},
          .output = std::move(output),
          .record = [=](Graph&, const std::vector<Value>& in) { return repeat(in[0], along, size); },
          .formula = [=](const std::vector<Operand>& in,
                         const Place& at) { return in[0].at(moved(at, along, at.at(along) * before / size)); }};
}

const OpCase kCases[] = {
    of("heads_in_groups", {{"head", 2}, {"key", 3}, {"channel", 4}}, "head", 6,
       {{"head", 6}, {"key", 3}, {"channel", 4}}),
    of("groups_of_two_sizes", {{"head", 2}, {"key", 3}}, "head", 5, {{"head", 5}, {"key", 3}}),
    of("a_new_axis", {{"key", 3}, {"channel", 2}}, "head", 4, {{"head", 4}, {"key", 3}, {"channel", 2}}),
    of("along_the_last", {{"query", 3}, {"key", 1}}, "key", 5, {{"query", 3}, {"key", 5}}),
    of("as_it_is", {{"head", 3}, {"key", 2}}, "head", 3, {{"head", 3}, {"key", 2}}),
};
ATTN_OP_CASES(repeat, kCases);

TEST(Repeat, RefusesToLeaveEntriesOut) {
  EXPECT_TRUE(refuses({{{"head", 4}, {"key", 2}}}, "repeat",
                      [](Graph&, const std::vector<Value>& in) { return repeat(in[0], "head", 3); }));
}

}  // namespace
}  // namespace attn::test
