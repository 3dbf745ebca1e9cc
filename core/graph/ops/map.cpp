// One function applied to every cell.
#include <string>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/same_shape.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/math.h"

namespace attn {
namespace {

struct Named {
  Function function;
  std::string_view name;
  kernels::Unary kernel;
};

constexpr Named kNames[] = {
    {Function::kExp, "exp", kernels::Unary::kExp},
    {Function::kLog, "log", kernels::Unary::kLog},
    {Function::kTanh, "tanh", kernels::Unary::kTanh},
    {Function::kSigmoid, "sigmoid", kernels::Unary::kSigmoid},
    {Function::kRelu, "relu", kernels::Unary::kRelu},
    {Function::kSilu, "silu", kernels::Unary::kSilu},
    {Function::kElu, "elu", kernels::Unary::kElu},
    {Function::kGelu, "gelu", kernels::Unary::kGelu},
    {Function::kGeluTanh, "gelu_tanh", kernels::Unary::kGeluTanh},
    {Function::kSquareRoot, "sqrt", kernels::Unary::kSquareRoot},
    {Function::kEluPlusOne, "elu_plus_one", kernels::Unary::kEluPlusOne},
    {Function::kSoftplus, "softplus", kernels::Unary::kSoftplus},
    {Function::kLogSigmoid, "log_sigmoid", kernels::Unary::kLogSigmoid},
    {Function::kFloor, "floor", kernels::Unary::kFloor},
    {Function::kPositive, "positive", kernels::Unary::kPositive},
    {Function::kAbsolute, "absolute", kernels::Unary::kAbsolute},
    {Function::kLeakyRelu, "leaky_relu", kernels::Unary::kLeakyRelu},
    {Function::kReciprocal, "reciprocal", kernels::Unary::kReciprocal},
};

// dy/dx from x and y.
template <class T>
T slope(Function function, T x, T y) {
  constexpr T kHalf = T(0.5), kRootHalf = T(0.70710678118654752), kInverseRootTwoPi = T(0.39894228040143268);
  constexpr T kRootTwoOverPi = T(0.79788456080286536), kCubic = T(0.044715);  // constants of the GELU paper
  switch (function) {
    case Function::kExp:
      return y;
    case Function::kLog:
      return T(1) / x;
    case Function::kTanh:
      return T(1) - y * y;
    case Function::kSigmoid:
      return y * (T(1) - y);
    case Function::kRelu:
      return x > T(0) ? T(1) : T(0);
    case Function::kSilu: {
      const T s = kernels::sigmoid(x);
      return s * (T(1) + x * (T(1) - s));
    }
    case Function::kElu:
      return x > T(0) ? T(1) : y + T(1);
    case Function::kGelu:
      return kHalf * (T(1) + kernels::erf(x * kRootHalf)) + x * kInverseRootTwoPi * kernels::exp(-kHalf * x * x);
    case Function::kGeluTanh: {
      const T t = kernels::tanh(kRootTwoOverPi * (x + kCubic * x * x * x));
      return kHalf * (T(1) + t) + kHalf * x * (T(1) - t * t) * kRootTwoOverPi * (T(1) + T(3) * kCubic * x * x);
    }
    case Function::kSquareRoot:
      return kHalf / y;
    case Function::kEluPlusOne:
      return x > T(0) ? T(1) : y;
    case Function::kSoftplus:
      return kernels::sigmoid(x);
    case Function::kLogSigmoid:
      return kernels::sigmoid(-x);
    case Function::kFloor:
    case Function::kPositive:
      return T(0);  // steps: flat but where they jump
    case Function::kAbsolute:
      return x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0);
    case Function::kLeakyRelu:
      return x > T(0) ? T(1) : T(0.01);
    case Function::kReciprocal:
      return -y * y;
  }
  return T(0);
}

class Map final : public SameShapeOp<Map> {
 public:
  explicit Map(Named named) : named_(named) {}
  std::string_view name() const override { return named_.name; }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * 16;  // an exponential is about 16 multiply-adds
  }
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    kernels::apply(named_.kernel, inputs[0].row(output.rows.begin), output.data,
                   output.rows.count() * output.shape->columns());
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    if (named_.function == Function::kRelu || named_.function == Function::kLeakyRelu) {
      // Two slopes and no branch: two thirds of the time where a layer has millions of cells.
      const T above = slope(named_.function, T(1), T(1)), below = slope(named_.function, T(-1), T(0));
      const T *x = args.inputs[0].data, *dy = args.output_gradient;
      T* dx = args.input_gradients[0];
      for (int64_t i = 0; i < args.output.shape->count(); ++i) dx[i] += dy[i] * (x[i] > T(0) ? above : below);
      return;
    }
    for (int64_t i = 0; i < args.output.shape->count(); ++i) {
      args.input_gradients[0][i] +=
          args.output_gradient[i] * slope(named_.function, args.inputs[0].data[i], args.output.data[i]);
    }
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = this->explain_cell("map", cells, cell);
    result.facts = {{"fn", 0, std::string(named_.name)}};
    return result;
  }

 private:
  Named named_;
};

}  // namespace

Value map(Value x, Function function) {
  for (const Named& named : kNames) {
    if (named.function == function) return x.graph().apply(std::make_unique<Map>(named), {x});
  }
  return x;
}

}  // namespace attn
