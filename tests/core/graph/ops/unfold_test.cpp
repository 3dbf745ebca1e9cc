#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape input, std::string_view along, Windows windows, Shape output) {
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(input), 31)},
          .output = std::move(output),
          .record = [=](Graph&, const std::vector<Value>& in) { return unfold(in[0], along, windows); },
          .formula =
              [=](const std::vector<Operand>& in, const Place& at) {
                const int64_t place = at.at(along) * windows.stride - windows.left + at.at("time") * windows.dilation;
                const bool inside = place >= 0 && place < in[0].shape.size(along);
                return inside ? in[0].at(moved(at, along, place)) : 0.0;
              }};
}

const OpCase kCases[] = {
    of("windows_of_three", {{"query", 5}, {"model", 2}}, "query", {.width = 3},
       {{"query", 3}, {"time", 3}, {"model", 2}}),
    of("causal", {{"query", 4}, {"model", 3}}, "query", {.width = 3, .left = 2},
       {{"query", 4}, {"time", 3}, {"model", 3}}),
    of("dilated", {{"query", 7}, {"model", 2}}, "query", {.width = 3, .dilation = 2, .left = 4},
       {{"query", 7}, {"time", 3}, {"model", 2}}),
    of("blocks", {{"head", 2}, {"key", 7}, {"channel", 2}}, "key", {.width = 3, .stride = 3, .right = 2},
       {{"head", 2}, {"key", 3}, {"time", 3}, {"channel", 2}}),
    of("a_last_part_is_dropped", {{"key", 8}, {"channel", 2}}, "key", {.width = 3, .stride = 3},
       {{"key", 2}, {"time", 3}, {"channel", 2}}),
    of("an_axis_in_front", {{"key", 5}, {"head", 2}, {"channel", 3}}, "key", {.width = 2, .left = 1, .right = 1},
       {{"key", 6}, {"time", 2}, {"head", 2}, {"channel", 3}}),
    of("wider_than_the_text", {{"query", 1}, {"model", 2}}, "query", {.width = 4, .left = 3},
       {{"query", 1}, {"time", 4}, {"model", 2}}),
    of("beyond_the_text", {{"query", 2}, {"model", 2}}, "query", {.width = 1, .left = 2, .right = 2},
       {{"query", 6}, {"time", 1}, {"model", 2}}),
    of("one", {{"query", 1}, {"model", 1}}, "query", {}, {{"query", 1}, {"time", 1}, {"model", 1}}),
};
ATTN_OP_CASES(unfold, kCases);

TEST(Unfold, RefusesWhatHasNoWindows) {
  const auto with = [](std::string_view along, Windows windows) {
    return [=](Graph&, const std::vector<Value>& in) { return unfold(in[0], along, windows); };
  };
  const std::vector<Shape> words = {{{"query", 3}, {"model", 4}}};
  EXPECT_TRUE(refuses(words, "unfold", with("key", {}))) << "another axis";
  EXPECT_TRUE(refuses(words, "unfold", with("model", {}))) << "the last axis";
  EXPECT_TRUE(refuses(words, "unfold", with("query", {.width = 4}))) << "too short";
  EXPECT_TRUE(refuses(words, "unfold", with("query", {.stride = 0}))) << "no step";
  EXPECT_TRUE(refuses({{{"query", 3}, {"time", 2}, {"model", 4}}}, "unfold", with("query", {}))) << "time twice";
}

}  // namespace
}  // namespace attn::test
