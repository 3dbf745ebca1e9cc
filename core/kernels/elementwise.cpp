#include "core/kernels/elementwise.h"

namespace attn::kernels {

template <class T>
void apply(Unary function, const T* x, T* y, int64_t n) {
  using V = Lanes<T>;
  switch (function) {
    case Unary::kExp:
      return map(x, y, n, [](V v) { return exp(v); });
    case Unary::kLog:
      return map(x, y, n, [](V v) { return log(v); });
    case Unary::kTanh:
      return map(x, y, n, [](V v) { return tanh(v); });
    case Unary::kSigmoid:
      return map(x, y, n, [](V v) { return sigmoid(v); });
    case Unary::kErf:
      return map(x, y, n, [](V v) { return erf(v); });
    case Unary::kSin:
      return map(x, y, n, [](V v) { return sin(v); });
    case Unary::kCos:
      return map(x, y, n, [](V v) { return cos(v); });
    case Unary::kSquareRoot:
      return map(x, y, n, [](V v) { return square_root(v); });
    case Unary::kRelu:
      return map(x, y, n, [](V v) { return relu(v); });
    case Unary::kSilu:
      return map(x, y, n, [](V v) { return silu(v); });
    case Unary::kElu:
      return map(x, y, n, [](V v) { return elu(v); });
    case Unary::kGelu:
      return map(x, y, n, [](V v) { return gelu(v); });
    case Unary::kGeluTanh:
      return map(x, y, n, [](V v) { return gelu_tanh(v); });
    case Unary::kEluPlusOne:
      return map(x, y, n, [](V v) { return elu_plus_one(v); });
    case Unary::kSoftplus:
      return map(x, y, n, [](V v) { return softplus(v); });
    case Unary::kLogSigmoid:
      return map(x, y, n, [](V v) { return log_sigmoid(v); });
    case Unary::kFloor:
      return map(x, y, n, [](V v) { return floor(v); });
    case Unary::kPositive:
      return map(x, y, n, [](V v) { return positive(v); });
    case Unary::kAbsolute:
      return map(x, y, n, [](V v) { return absolute(v); });
    case Unary::kLeakyRelu:
      return map(x, y, n, [](V v) { return leaky_relu(v); });
    case Unary::kReciprocal:
      return map(x, y, n, [](V v) { return reciprocal(v); });
  }
}

template void apply<float>(Unary, const float*, float*, int64_t);
template void apply<double>(Unary, const double*, double*, int64_t);

}  // namespace attn::kernels
