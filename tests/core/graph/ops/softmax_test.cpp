#include <cmath>
#include <limits>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

double formula(const std::vector<Operand>& in, const Place& at) {
  const Dim last = in[0].shape.dims().back();
  double max = static_cast<double>(kMasked), sum = 0;
  for (int64_t j = 0; j < last.size; ++j) max = std::max(max, in[0].at(moved(at, last.axis, j)));
  for (int64_t j = 0; j < last.size; ++j) sum += std::exp(in[0].at(moved(at, last.axis, j)) - max);
  return max == static_cast<double>(kMasked) ? 0.0 : std::exp(in[0].at(at) - max) / sum;
}

// Where the own score is masked nothing but that score matters; a lone score always weighs 1.
bool blind(const OpCase& c, const Index& cell, int, const Index& at) {
  if (cell != at) return std::isinf(c.inputs[0].at(place_of(c.output, cell)));
  for (int64_t j = 0; j < c.output.columns(); ++j) {
    Index other = cell;
    other.back() = j;
    if (j != cell.back() && std::isfinite(c.inputs[0].at(place_of(c.output, other)))) return false;
  }
  return std::isfinite(c.inputs[0].at(place_of(c.output, cell)));
}

OpCase of(std::string name, Shape shape, std::vector<size_t> masked = {}, float spread = 1) {
  OpCase op_case{.name = std::move(name),
                 .inputs = {random_operand(shape, 13)},
                 .output = shape,
                 .record = [](Graph&, const std::vector<Value>& in) { return softmax(in[0]); },
                 .formula = formula,
                 .blind = blind};
  for (float& value : op_case.inputs[0].values) value *= spread;
  for (const size_t cell : masked) op_case.inputs[0].values[cell] = kMasked;
  return op_case;
}

const OpCase kCases[] = {
    of("heads", {{"head", 2}, {"query", 3}, {"key", 5}}),
    of("long_row", {{"query", 2}, {"key", 37}}),
    of("some_masked", {{"query", 3}, {"key", 4}}, {1, 2, 3, 6, 11}),
    of("a_row_without_anything_to_read", {{"query", 3}, {"key", 3}}, {3, 4, 5}),
    of("spread_scores", {{"query", 3}, {"key", 7}}, {}, 8),
    of("one", {{"query", 1}, {"key", 1}}),
};
ATTN_OP_CASES(softmax, kCases);

}  // namespace
}  // namespace attn::test
