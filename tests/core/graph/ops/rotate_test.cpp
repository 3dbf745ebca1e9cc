#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape x, int64_t turned, Pairs pairs) {
  const std::string_view rows = x[x.rank() - 2].axis;
  const Shape table = {{"time", x[x.rank() - 2].size}, {"channel", turned}};
  return {.name = std::move(name),
          .inputs = {random_operand(x, 45), random_operand(table, 46), random_operand(table, 47)},
          .output = x,
          .record = [=](Graph&, const std::vector<Value>& in) { return rotate(in[0], in[1], in[2], pairs); },
          .formula =
              [=](const std::vector<Operand>& in, const Place& at) {
                const int64_t c = at.at("channel"), half = turned / 2;
                if (c >= turned) return in[0].at(at);
                const int64_t halves = c < half ? c + half : c - half, neighbours = c % 2 == 0 ? c + 1 : c - 1;
                const Place angle = moved(at, "time", at.at(rows));
                return in[0].at(at) * in[1].at(angle) +
                       in[0].at(moved(at, "channel", pairs == Pairs::kHalves ? halves : neighbours)) * in[2].at(angle);
              }};
}

const OpCase kCases[] = {
    of("neighbours", {{"head", 2}, {"query", 3}, {"channel", 6}}, 6, Pairs::kNeighbours),
    of("halves", {{"head", 2}, {"key", 4}, {"channel", 6}}, 6, Pairs::kHalves),
    of("some_channels_in_halves", {{"key", 5}, {"channel", 7}}, 4, Pairs::kHalves),
    of("some_channels_with_neighbours", {{"head", 3}, {"query", 2}, {"channel", 5}}, 2, Pairs::kNeighbours),
    of("one_pair", {{"query", 1}, {"channel", 2}}, 2, Pairs::kHalves),
};
ATTN_OP_CASES(rotate, kCases);

TEST(Rotate, RefusesTablesThatDoNotFit) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return rotate(in[0], in[1], in[2], Pairs::kHalves); };
  const Shape x = {{"query", 3}, {"channel", 4}};
  EXPECT_TRUE(refuses({x, {{"time", 2}, {"channel", 4}}, {{"time", 2}, {"channel", 4}}}, "rotate", record)) << "rows";
  EXPECT_TRUE(refuses({x, {{"time", 3}, {"channel", 6}}, {{"time", 3}, {"channel", 6}}}, "rotate", record)) << "wide";
  EXPECT_TRUE(refuses({x, {{"time", 3}, {"channel", 3}}, {{"time", 3}, {"channel", 3}}}, "rotate", record)) << "odd";
  EXPECT_TRUE(refuses({x, {{"time", 3}, {"channel", 4}}, {{"time", 3}, {"channel", 2}}}, "rotate", record)) << "two";
}

}  // namespace
}  // namespace attn::test
