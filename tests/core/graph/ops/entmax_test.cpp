#include <cmath>
#include <limits>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// Weights for a threshold, found by bisection: no sorting, no closed form.
double formula(const std::vector<Operand>& in, const Place& at, bool squared) {
  const Dim last = in[0].shape.dims().back();
  const double power = squared ? 2 : 1, scale = squared ? 0.5 : 1;
  std::vector<double> z;
  double max = static_cast<double>(kMasked);
  for (int64_t j = 0; j < last.size; ++j) z.push_back(scale * in[0].at(moved(at, last.axis, j)));
  for (const double value : z) max = std::max(max, value);
  if (max == static_cast<double>(kMasked)) return 0;
  double low = max - 1, high = max;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    double sum = 0;
    for (const double value : z) sum += std::pow(std::max(value - middle, 0.0), power);
    (sum > 1 ? low : high) = middle;
  }
  return std::pow(std::max(z[static_cast<size_t>(at.at(last.axis))] - low, 0.0), power);
}

OpCase of(std::string name, Shape shape, bool squared, float spread = 1, std::vector<size_t> masked = {}) {
  OpCase op_case{
      .name = std::move(name),
      .inputs = {random_operand(shape, 48)},
      .output = shape,
      .record = [=](Graph&, const std::vector<Value>& in) { return squared ? entmax15(in[0]) : sparsemax(in[0]); },
      .formula = [=](const std::vector<Operand>& in,
                     const Place& at) { return std::round(formula(in, at, squared) * 1e14) / 1e14; },
      .blind = {}};
  for (float& value : op_case.inputs[0].values) value *= spread;
  for (const size_t cell : masked) op_case.inputs[0].values[cell] = kMasked;
  return op_case;
}

const OpCase kCases[] = {
    of("sparsemax", {{"head", 2}, {"query", 3}, {"key", 5}}, false),
    of("entmax15", {{"head", 2}, {"query", 3}, {"key", 5}}, true),
    of("sparsemax_of_a_long_row", {{"query", 2}, {"key", 37}}, false, 2),
    of("entmax15_of_a_long_row", {{"query", 2}, {"key", 37}}, true, 4),
    of("sparsemax_some_masked", {{"query", 3}, {"key", 4}}, false, 1, {1, 2, 3, 6, 8, 9, 10, 11}),
    of("entmax15_some_masked", {{"query", 3}, {"key", 4}}, true, 1, {1, 2, 3, 6, 8, 9, 10, 11}),
    of("one", {{"query", 1}, {"key", 1}}, true),
};
ATTN_OP_CASES(entmax, kCases);

std::vector<double> run(const std::vector<float>& row, bool squared) {
  Graph graph;
  const Value x =
      graph.leaf({{"query", 1}, {"key", static_cast<int64_t>(row.size())}}, row, Origin::kGiven, StepText{});
  const Value p = squared ? entmax15(x) : sparsemax(x);
  Evaluation<double> values(graph);
  EXPECT_TRUE(values.run().ok());
  return {values.data(p.node()), values.data(p.node()) + row.size()};
}

// By hand. sparsemax([1, 0.5, -1]): threshold 0.25. 1.5-entmax([2, 0]): with z = [1, 0], (1 - t)^2 + t^2 = 1 at t = 0.
TEST(Entmax, EqualsWhatIsFoundByHand) {
  const std::vector<double> sparse = run({1, 0.5, -1}, false);
  EXPECT_NEAR(sparse[0], 0.75, 1e-15);
  EXPECT_NEAR(sparse[1], 0.25, 1e-15);
  EXPECT_EQ(sparse[2], 0);
  const std::vector<double> squared = run({2, 0}, true);
  EXPECT_NEAR(squared[0], 1, 1e-15);
  EXPECT_EQ(squared[1], 0);
}

// Masked entries weigh exactly 0 and change no bit of the others.
TEST(Entmax, MaskedEntriesChangeNothing) {
  for (const bool squared : {false, true}) {
    const std::vector<double> bare = run({0.3F, -0.2F, 0.1F}, squared);
    const std::vector<double> masked = run({kMasked, 0.3F, -0.2F, kMasked, 0.1F}, squared);
    EXPECT_EQ(masked, (std::vector<double>{0, bare[0], bare[1], 0, bare[2]}));
  }
}

// However large the scores: only differences to the largest matter.
TEST(Entmax, FarFromZeroStaysExact) {
  EXPECT_EQ(run({1e9F, 1e9F - 64}, false), (std::vector<double>{1, 0}));
  for (const double weight : run({1e9F, 1e9F}, true)) EXPECT_NEAR(weight, 0.5, 1e-15);
}

}  // namespace
}  // namespace attn::test
