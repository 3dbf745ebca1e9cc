#include <cmath>
#include <limits>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// A whole row decides, and no single cell of it need change the decision.
bool decided_together(const OpCase&, const Index&, int, const Index&) { return true; }

OpCase largest(std::string name, Shape shape, std::vector<size_t> masked = {}) {
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(shape, 36)},
                 .output = shape,
                 .record = [](Graph&, const std::vector<Value>& in) { return choose_largest(in[0]); },
                 .formula =
                     [](const std::vector<Operand>& in, const Place& at) {
                       const double own = in[0].at(at);
                       bool chosen = std::isfinite(own);
                       for (int64_t j = 0; j < in[0].shape.columns(); ++j) {
                         const double other = in[0].at(moved(at, "key", j));
                         chosen = chosen && (j < at.at("key") ? other < own : other <= own);
                       }
                       return chosen ? 1.0 : 0.0;
                     },
                 .blind = decided_together};
  for (const size_t cell : masked) op_case.inputs[0].values[cell] = kMasked;
  return op_case;
}

OpCase drawn(std::string name, Shape weights, Shape draws, std::vector<size_t> masked = {}) {
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(weights, 37), random_operand(std::move(draws), 38)},
                 .output = weights,
                 .record = [](Graph&, const std::vector<Value>& in) { return choose_by_draw(in[0], in[1]); },
                 .formula =
                     [](const std::vector<Operand>& in, const Place& at) {
                       double sum = 0, before = 0;
                       for (int64_t j = 0; j < in[0].shape.columns(); ++j) {
                         const double weight = in[0].at(moved(at, "key", j));
                         sum += weight, before += j < at.at("key") ? weight : 0;
                       }
                       const double place = in[1].at(at) * sum;
                       return before <= place && place < before + in[0].at(at) ? 1.0 : 0.0;
                     },
                 .blind = decided_together};
  for (Operand& operand : op_case.inputs) {
    for (float& value : operand.values) value = std::fabs(value) * 0.999F;  // a draw is below 1
  }
  for (const size_t cell : masked) op_case.inputs[0].values[cell] = 0;
  return op_case;
}

const OpCase kCases[] = {
    largest("largest", {{"head", 2}, {"query", 3}, {"key", 5}}),
    largest("largest_of_what_is_open", {{"query", 4}, {"key", 3}}, {0, 1, 2, 4, 9, 11}),
    largest("largest_of_one", {{"query", 1}, {"key", 1}}),
    drawn("drawn", {{"query", 5}, {"key", 7}}, {{"query", 5}}),
    drawn("a_draw_for_each_head", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"head", 2}, {"query", 3}}),
    drawn("one_draw_for_all_heads", {{"head", 2}, {"query", 3}, {"key", 5}}, {{"query", 3}}),
    drawn("drawn_from_what_is_open", {{"query", 4}, {"key", 3}}, {{"query", 4}}, {0, 4, 9, 11}),
    drawn("drawn_from_one", {{"query", 1}, {"key", 1}}, {{"query", 1}}),
};
ATTN_OP_CASES(choose, kCases);

std::vector<float> result(Value value) {
  Evaluation<float> values(value.graph());
  EXPECT_TRUE(values.run().ok());
  const float* data = values.data(value.node());
  return {data, data + value.shape().count()};
}

TEST(Choose, TheFirstOfEqualsIsLargest) {
  Graph graph;
  const Value x = graph.leaf({{"query", 1}, {"key", 4}}, {1, 3, 3, 2}, Origin::kGiven, {});
  EXPECT_EQ(result(choose_largest(x)), (std::vector<float>{0, 1, 0, 0}));
}

TEST(Choose, ADrawAtTheVeryEndFallsOnTheLastOpenCell) {
  Graph graph;
  const Value weights =
      graph.leaf({{"query", 2}, {"key", 4}}, {0.3F, 0.4F, 0.3F, 0, 0, 0.1F, 0, 0.9F}, Origin::kGiven, {});
  const Value u = graph.leaf({{"query", 2}}, {1, 0}, Origin::kGiven, {});
  EXPECT_EQ(result(choose_by_draw(weights, u)), (std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0}));
}

TEST(Choose, NothingIsDrawnFromARowOfZeros) {
  Graph graph;
  const Value weights = graph.leaf({{"query", 2}, {"key", 2}}, {0, 0, 1, 1}, Origin::kGiven, {});
  const Value u = graph.leaf({{"query", 2}}, {0.5F, 0.25F}, Origin::kGiven, {});
  EXPECT_EQ(result(choose_by_draw(weights, u)), (std::vector<float>{0, 0, 1, 0}));
}

TEST(Choose, RefusesDrawsThatDoNotFitTheRows) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return choose_by_draw(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"query", 2}}}, "choose_by_draw", record)) << "sizes";
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"key", 4}}}, "choose_by_draw", record)) << "one for each column";
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"head", 2}}}, "choose_by_draw", record)) << "an axis too many";
}

}  // namespace
}  // namespace attn::test
