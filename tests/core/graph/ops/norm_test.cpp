#include <cmath>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

constexpr double kEpsilon = 0x1p-7;  // large enough that a row of one cell has a slope to check

struct Row {
  double mean = 0;
  double square = 0;  // mean square of the distance to `mean`
};

Row row_of(const Operand& x, const Place& at, bool centred) {
  const Dim last = x.shape.dims().back();
  const double n = static_cast<double>(last.size);
  Row row;
  for (int64_t j = 0; centred && j < last.size; ++j) row.mean += x.at(moved(at, last.axis, j)) / n;
  for (int64_t j = 0; j < last.size; ++j) row.square += std::pow(x.at(moved(at, last.axis, j)) - row.mean, 2) / n;
  return row;
}

OpCase layer(std::string name, Shape shape) {
  const Shape vector = {shape.dims().back()};
  return {.name = "layer_" + std::move(name),
          .inputs = {random_operand(shape, 15), random_operand(vector, 16), random_operand(vector, 17)},
          .output = shape,
          .record = [](Graph&, const std::vector<Value>& in) { return layer_norm(in[0], in[1], in[2], kEpsilon); },
          .formula =
              [](const std::vector<Operand>& in, const Place& at) {
                const Row row = row_of(in[0], at, true);
                return (in[0].at(at) - row.mean) / std::sqrt(row.square + kEpsilon) * in[1].at(at) + in[2].at(at);
              },
          // A lone cell is its own mean: only the bias is left.
          .blind = [](const OpCase& c, const Index&, int input,
                      const Index&) { return c.output.columns() == 1 && input < 2; }};
}

OpCase rms(std::string name, Shape shape) {
  const Shape vector = {shape.dims().back()};
  return {.name = "rms_" + std::move(name),
          .inputs = {random_operand(shape, 18), random_operand(vector, 19)},
          .output = shape,
          .record = [](Graph&, const std::vector<Value>& in) { return rms_norm(in[0], in[1], kEpsilon); },
          .formula =
              [](const std::vector<Operand>& in, const Place& at) {
                return in[0].at(at) / std::sqrt(row_of(in[0], at, false).square + kEpsilon) * in[1].at(at);
              }};
}

const OpCase kCases[] = {
    layer("tokens", {{"query", 3}, {"model", 5}}),
    layer("heads", {{"head", 2}, {"query", 3}, {"channel", 19}}),
    layer("one", {{"query", 2}, {"model", 1}}),
    rms("tokens", {{"query", 3}, {"model", 5}}),
    rms("heads", {{"head", 2}, {"query", 3}, {"channel", 19}}),
    rms("one", {{"query", 2}, {"model", 1}}),
};
ATTN_OP_CASES(norm, kCases);

TEST(Norm, RefusesGainsOfAnotherWidth) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"model", 4}}, {{"model", 5}}}, "layer_norm",
                      [](Graph&, const std::vector<Value>& in) { return layer_norm(in[0], in[1], in[2], kEpsilon); }));
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"channel", 4}}}, "rms_norm",
                      [](Graph&, const std::vector<Value>& in) { return rms_norm(in[0], in[1], kEpsilon); }));
}

}  // namespace
}  // namespace attn::test
