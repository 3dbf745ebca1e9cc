#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

// Forward substitution, row by row up to the wanted one.
double formula(const std::vector<Operand>& in, const Place& at) {
  std::vector<double> x;
  for (int64_t i = 0; i <= at.at("key"); ++i) {
    double value = in[1].at(moved(at, "key", i));
    for (int64_t j = 0; j < i; ++j)
      value += in[0].at(moved(moved(at, "query", i), "key", j)) * x[static_cast<size_t>(j)];
    x.push_back(value);
  }
  return x.back();
}

OpCase of(std::string name, Shape lower, Shape right) {
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(lower), 38), random_operand(right, 39)},
          .output = right,
          .record = [](Graph&, const std::vector<Value>& in) { return unit_lower_solve(in[0], in[1]); },
          .formula = formula};
}

const OpCase kCases[] = {
    of("heads", {{"head", 2}, {"query", 4}, {"key", 4}}, {{"head", 2}, {"key", 4}, {"channel", 3}}),
    of("plain", {{"query", 6}, {"key", 6}}, {{"key", 6}, {"channel", 2}}),
    of("one", {{"query", 1}, {"key", 1}}, {{"key", 1}, {"channel", 1}}),
};
ATTN_OP_CASES(unit_lower_solve, kCases);

TEST(UnitLowerSolve, RefusesWhatIsNotSquare) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return unit_lower_solve(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"key", 4}, {"channel", 2}}}, "unit_lower_solve", record));
  EXPECT_TRUE(refuses({{{"query", 4}, {"key", 4}}, {{"query", 4}, {"channel", 2}}}, "unit_lower_solve", record));
  EXPECT_TRUE(refuses({{{"head", 2}, {"query", 4}, {"key", 4}}, {{"head", 3}, {"key", 4}, {"channel", 2}}},
                      "unit_lower_solve", record));
}

}  // namespace
}  // namespace attn::test
