#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

const Shape kHeads = {{"head", 2}, {"query", 3}, {"channel", 5}};

OpCase of(std::string name, Shape input, Shape output, std::function<Value(Value)> record,
          std::function<Place(const Place&)> source) {
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(input), 21)},
          .output = std::move(output),
          .record = [record](Graph&, const std::vector<Value>& in) { return record(in[0]); },
          .formula = [source](const std::vector<Operand>& in, const Place& at) { return in[0].at(source(at)); }};
}

const OpCase kCases[] = {
    of(
        "transposed", {{"query", 3}, {"key", 5}}, {{"key", 5}, {"query", 3}},
        [](Value x) { return rearrange(x, {"key", "query"}); }, [](const Place& at) { return at; }),
    of(
        "turned_round", kHeads, {{"channel", 5}, {"query", 3}, {"head", 2}},
        [](Value x) { return rearrange(x, {"channel", "query", "head"}); }, [](const Place& at) { return at; }),
    of("heads_side_by_side", kHeads, {{"query", 3}, {"feature", 10}}, concat_heads,
       [](const Place& at) { return moved(moved(at, "head", at.at("feature") / 5), "channel", at.at("feature") % 5); }),
    of(
        "all_in_one_row", kHeads, {{"feature", 30}},
        [](Value x) { return rearrange(x, {"query", "head", "channel"}, 3, "feature"); },
        [](const Place& at) {
          const int64_t f = at.at("feature");
          return Place{{"query", f / 10}, {"head", f / 5 % 2}, {"channel", f % 5}};
        }),
    of(
        "merged_under_its_last_name", kHeads, {{"channel", 5}, {"query", 6}},
        [](Value x) { return rearrange(x, {"channel", "head", "query"}, 2); },
        [](const Place& at) { return moved(moved(at, "head", at.at("query") / 3), "query", at.at("query") % 3); }),
    of(
        "merged_before_the_last", kHeads, {{"key", 6}, {"channel", 5}},
        [](Value x) { return rearrange(x, {"query", "head", "channel"}, 2, "key", 1); },
        [](const Place& at) { return moved(moved(at, "head", at.at("key") % 2), "query", at.at("key") / 2); }),
    of(
        "queries_read_as_keys", {{"query", 7}, {"model", 3}}, {{"key", 7}, {"model", 3}},
        [](Value x) { return rename(x, "query", "key"); },
        [](const Place& at) { return moved(at, "query", at.at("key")); }),
    of(
        "several_axes_renamed", {{"query", 7}, {"model", 3}}, {{"key", 7}, {"channel", 3}},
        [](Value x) { return rename(x, {{"query", "key"}, {"model", "channel"}}); },
        [](const Place& at) { return moved(moved(at, "query", at.at("key")), "model", at.at("channel")); }),
    of(
        "one", {{"query", 1}, {"key", 1}}, {{"key", 1}, {"query", 1}},
        [](Value x) { return rearrange(x, {"key", "query"}); }, [](const Place& at) { return at; }),
};
ATTN_OP_CASES(rearrange, kCases);

TEST(Rearrange, RefusesOtherAxesThanTheTensorHas) {
  const std::vector<Shape> input = {{{"query", 3}, {"key", 4}}};
  EXPECT_TRUE(refuses(input, "rearrange",
                      [](Graph&, const std::vector<Value>& in) { return rearrange(in[0], {"query", "head"}); }));
  EXPECT_TRUE(
      refuses(input, "rearrange", [](Graph&, const std::vector<Value>& in) { return rearrange(in[0], {"query"}); }));
  EXPECT_TRUE(refuses(input, "rearrange",
                      [](Graph&, const std::vector<Value>& in) { return rearrange(in[0], {"key", "key"}); }));
  EXPECT_TRUE(refuses(input, "rearrange", [](Graph&, const std::vector<Value>& in) { return concat_heads(in[0]); }));
  EXPECT_TRUE(
      refuses(input, "rename", [](Graph&, const std::vector<Value>& in) { return rename(in[0], "head", "key"); }));
  EXPECT_TRUE(
      refuses(input, "rename", [](Graph&, const std::vector<Value>& in) { return rename(in[0], "query", "key"); }));
}

}  // namespace
}  // namespace attn::test
