// What every op must do, written once. A test of tests/core/graph/ops lists cases, each with the op's formula as a
// plain double loop; op_harness.cpp runs every check on each of them.
#ifndef TESTS_CORE_GRAPH_OP_HARNESS_H_
#define TESTS_CORE_GRAPH_OP_HARNESS_H_

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace attn::test {

// Where a cell lies, by axis name: the language of the formulas, and nothing of the library's index arithmetic.
using Place = std::map<std::string_view, int64_t>;
Place place_of(const Shape& shape, const Index& index);
// The same place with one coordinate set.
Place moved(Place place, std::string_view axis, int64_t to);

struct Operand {
  Shape shape;
  std::vector<float> values;
  std::vector<float> choices = {};  // the only values it may take (masks, ids); empty: any, and it has a gradient

  // Axes that the operand lacks do not matter.
  double at(const Place& place) const;
};

// Multiples of 2^-10 in [-1, 1] without 0: a step of 2^-14 for central differences is exact in float, no relu sits on
// its kink and no factor hides what it multiplies.
Operand random_operand(Shape shape, uint64_t seed);
Operand chosen_operand(Shape shape, std::vector<float> choices, uint64_t seed);

struct OpCase {
  std::string name;
  std::vector<Operand> inputs;
  Shape output;
  std::function<Value(Graph&, const std::vector<Value>&)> record;
  std::function<double(const std::vector<Operand>&, const Place&)> formula;
  // Input cells that an output cell was computed from without being moved by them: masked or saturated ones.
  std::function<bool(const OpCase&, const Index& cell, int input, const Index& at)> blind = {};
  // Where the op hands on another function's gradient on purpose: that function.
  std::function<double(const std::vector<Operand>&, const Place&)> surrogate = {};
};

// GoogleTest prints bytes otherwise.
inline void PrintTo(const OpCase& op_case, std::ostream* out) { *out << op_case.name; }

class OpTest : public testing::TestWithParam<OpCase> {};

// Registers the cases of core/graph/ops/<op>.cpp.
#define ATTN_OP_CASES(op, cases)                                 \
  INSTANTIATE_TEST_SUITE_P(op, OpTest, testing::ValuesIn(cases), \
                           [](const testing::TestParamInfo<OpCase>& info) { return info.param.name; })

// Does recording this fail with an error that names `argument`?
testing::AssertionResult refuses(const std::vector<Shape>& inputs, std::string_view argument,
                                 const std::function<Value(Graph&, const std::vector<Value>&)>& record);

}  // namespace attn::test

#endif  // TESTS_CORE_GRAPH_OP_HARNESS_H_
