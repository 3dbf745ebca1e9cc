#include "core/kernels/math.h"
#include "core/training/optimizer.h"

namespace attn {
namespace {

constexpr float kEpsilon = 1e-6F;  // Zeiler's, and Bahdanau et al.'s

class Adadelta final : public Optimizer {
 public:
  explicit Adadelta(float rho) : rho_(rho) {}
  int moments() const override { return 2; }
  // G = rho G + (1 - rho) g^2; d = -sqrt(D + e) / sqrt(G + e) g; D = rho D + (1 - rho) d^2; w += rate d
  void update(Parameter& parameter, double rate, int64_t) const override {
    const float factor = static_cast<float>(rate);
    float *w = parameter.values->data(), *squares = parameter.moments[0].data(), *steps = parameter.moments[1].data();
    const float* g = parameter.gradient.data();
    const size_t count = parameter.values->size();
    for (size_t i = 0; i < count; ++i) {
      squares[i] = rho_ * squares[i] + (1 - rho_) * g[i] * g[i];
      const float step =
          -kernels::square_root(steps[i] + kEpsilon) / kernels::square_root(squares[i] + kEpsilon) * g[i];
      steps[i] = rho_ * steps[i] + (1 - rho_) * step * step;
      w[i] += factor * step;
    }
  }

 private:
  float rho_;
};

}  // namespace

std::unique_ptr<Optimizer> adadelta(const Params& params) {
  return std::make_unique<Adadelta>(static_cast<float>(params.number("rho")));
}

}  // namespace attn
