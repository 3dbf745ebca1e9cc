#include "core/kernels/math.h"
#include "core/training/optimizer.h"

namespace attn {
namespace {

// The paper's; Vaswani et al. 2017 take 1e-9, which float gradients do not tell apart.
constexpr float kEpsilon = 1e-8F;

// By squaring: the same digits after any restart.
double power(double base, int64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) result *= base;
  }
  return result;
}

class Adam final : public Optimizer {
 public:
  Adam(double beta1, double beta2, double decay) : beta1_(beta1), beta2_(beta2), decay_(decay) {}
  int moments() const override { return 2; }
  // m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2; w -= rate (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + e)
  void update(Parameter& parameter, double rate, int64_t step) const override {
    const float b1 = static_cast<float>(beta1_), b2 = static_cast<float>(beta2_);
    const float scale = static_cast<float>(rate / (1 - power(beta1_, step)));
    const float correction = static_cast<float>(1 / (1 - power(beta2_, step)));
    const float shrink = static_cast<float>(rate * decay_);
    float *w = parameter.values->data(), *m = parameter.moments[0].data(), *v = parameter.moments[1].data();
    const float* g = parameter.gradient.data();
    const size_t count = parameter.values->size();
    for (size_t i = 0; i < count; ++i) {
      m[i] = b1 * m[i] + (1 - b1) * g[i];
      v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
      const float before = w[i];
      w[i] -= scale * m[i] / (kernels::square_root(v[i] * correction) + kEpsilon) + shrink * before;
    }
  }

 private:
  double beta1_, beta2_, decay_;
};

}  // namespace

std::unique_ptr<Optimizer> adam(const Params& params) {
  const bool decays = params.choice("optimizer") == "adamw";
  return std::make_unique<Adam>(params.number("beta1"), params.number("beta2"), decays ? params.number("decay") : 0);
}

}  // namespace attn
