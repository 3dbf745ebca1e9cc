#include <cmath>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Function function, double (*formula)(double),
          Shape shape = {{"head", 2}, {"query", 3}, {"key", 5}}, bool positive = false) {
  OpCase op_case{
      .name = std::move(name),
      .inputs = {random_operand(shape, 14)},
      .output = shape,
      .record = [function](Graph&, const std::vector<Value>& in) { return map(in[0], function); },
      .formula = [formula](const std::vector<Operand>& in, const Place& at) { return formula(in[0].at(at)); }};
  // Wider than 1, so that both tails are seen; roots and logarithms away from 0, where they are steep.
  for (float& value : op_case.inputs[0].values) value = positive ? std::fabs(value) + 0.25F : value * 4;
  return op_case;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double gelu_tanh(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

// Functions that jump: half a step away from their whole numbers; a positive number made larger stays positive.
OpCase of_steps(std::string name, Function function, double (*formula)(double)) {
  OpCase op_case = of(std::move(name), function, formula);
  for (float& value : op_case.inputs[0].values) value += 0x1p-9F;
  if (function == Function::kPositive) {
    op_case.blind = [](const OpCase& c, const Index&, int, const Index& at) {
      return c.inputs[0].at(place_of(c.output, at)) > 0;
    };
  }
  return op_case;
}

const Shape kSmall = {{"query", 1}}, kPositive = {{"query", 3}, {"key", 7}};

const OpCase kCases[] = {
    of("exp", Function::kExp, [](double x) { return std::exp(x); }),
    of(
        "log", Function::kLog, [](double x) { return std::log(x); }, kPositive, true),
    of("tanh", Function::kTanh, [](double x) { return std::tanh(x); }),
    of("sigmoid", Function::kSigmoid, sigmoid),
    of("relu", Function::kRelu, [](double x) { return std::max(x, 0.0); }),
    of("silu", Function::kSilu, [](double x) { return x * sigmoid(x); }),
    of("elu", Function::kElu, [](double x) { return x > 0 ? x : std::expm1(x); }),
    of("gelu", Function::kGelu, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }),
    of("gelu_tanh", Function::kGeluTanh, gelu_tanh),
    of(
        "square_root", Function::kSquareRoot, [](double x) { return std::sqrt(x); }, kPositive, true),
    of("elu_plus_one", Function::kEluPlusOne, [](double x) { return x > 0 ? x + 1 : std::exp(x); }),
    of("softplus", Function::kSoftplus, [](double x) { return std::log1p(std::exp(x)); }),
    of("log_sigmoid", Function::kLogSigmoid, [](double x) { return -std::log1p(std::exp(-x)); }),
    of_steps("floor", Function::kFloor, [](double x) { return std::floor(x); }),
    of_steps("positive", Function::kPositive, [](double x) { return x > 0 ? 1.0 : 0.0; }),
    of("absolute", Function::kAbsolute, [](double x) { return std::fabs(x); }),
    of("leaky_relu", Function::kLeakyRelu, [](double x) { return x > 0 ? x : 0.01 * x; }),
    of(
        "reciprocal", Function::kReciprocal, [](double x) { return 1 / x; }, kPositive, true),
    of(
        "one", Function::kTanh, [](double x) { return std::tanh(x); }, kSmall),
};
ATTN_OP_CASES(map, kCases);

}  // namespace
}  // namespace attn::test
