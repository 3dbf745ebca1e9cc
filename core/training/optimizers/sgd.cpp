#include "core/training/optimizer.h"

namespace attn {
namespace {

class Sgd final : public Optimizer {
 public:
  explicit Sgd(float momentum) : momentum_(momentum) {}
  int moments() const override { return momentum_ > 0 ? 1 : 0; }
  void update(Parameter& parameter, double rate, int64_t) const override {
    const float step = static_cast<float>(rate);
    std::vector<float>& w = *parameter.values;
    const std::vector<float>& g = parameter.gradient;
    if (momentum_ == 0) {
      for (size_t i = 0; i < w.size(); ++i) w[i] -= step * g[i];
      return;
    }
    std::vector<float>& v = parameter.moments[0];
    for (size_t i = 0; i < w.size(); ++i) {
      v[i] = momentum_ * v[i] - step * g[i];
      w[i] += v[i];
    }
  }

 private:
  float momentum_;
};

}  // namespace

std::unique_ptr<Optimizer> sgd(const Params& params) {
  return std::make_unique<Sgd>(static_cast<float>(params.number("momentum")));
}

}  // namespace attn
