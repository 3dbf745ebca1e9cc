#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape shape, int64_t take, Ties ties, std::vector<float> values = {}) {
  const Dim last = shape.dims().back();
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(shape, 44)},
                 .output = shape,
                 .record = [=](Graph&, const std::vector<Value>& in) { return top_k(in[0], take, ties); },
                 .formula =
                     [=](const std::vector<Operand>& in, const Place& at) {
                       int64_t before = 0;
                       for (int64_t j = 0; j < last.size; ++j) {
                         const double other = in[0].at(moved(at, last.axis, j)), own = in[0].at(at);
                         before += other > own || (ties == Ties::kFirst && other == own && j < at.at(last.axis));
                       }
                       return before < take ? 1.0 : 0.0;
                     },
                 .blind = {}};
  // Values that tie have no slope: a step would break the tie.
  if (!values.empty()) op_case.inputs[0].values = op_case.inputs[0].choices = std::move(values);
  return op_case;
}

const OpCase kCases[] = {
    of("two_of_each_row", {{"head", 2}, {"query", 3}, {"key", 5}}, 2, Ties::kAll),
    of("the_largest", {{"head", 2}, {"query", 3}, {"key", 5}}, 1, Ties::kFirst),
    of("more_than_there_are", {{"query", 3}, {"key", 4}}, 9, Ties::kAll),
    of("ties_taken", {{"query", 2}, {"key", 4}}, 2, Ties::kAll, {1, 2, 1, 1, 3, 3, 3, 0}),
    of("ties_cut", {{"query", 2}, {"key", 4}}, 2, Ties::kFirst, {1, 2, 1, 1, 3, 3, 3, 0}),
    of("one", {{"query", 1}, {"key", 1}}, 1, Ties::kAll),
};
ATTN_OP_CASES(top_k, kCases);

TEST(TopK, RefusesToTakeNothing) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}}, "top_k",
                      [](Graph&, const std::vector<Value>& in) { return top_k(in[0], 0, Ties::kAll); }));
}

}  // namespace
}  // namespace attn::test
