#include "core/attention/reinforce.h"

#include "core/kernels/math.h"

namespace attn {

template <class T>
std::vector<T> reinforce_gradient(const Reinforce& options, const std::vector<T>& weights, const std::vector<T>& chosen,
                                  double cost) {
  std::vector<T> gradient(weights.size());
  const T reward = static_cast<T>(options.cost_weight * (cost - options.baseline));
  const T spread = static_cast<T>(options.entropy_weight);
  for (size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > T(0))) continue;  // never chosen, and moving it moves nothing
    // d(cost log a)/da of what was chosen
    if (chosen[i] != T(0)) gradient[i] += reward / weights[i];
    // d(a log a)/da, the entropy's negative
    if (spread != T(0)) gradient[i] += spread * (kernels::log(weights[i]) + T(1));
  }
  return gradient;
}

template std::vector<float> reinforce_gradient<float>(const Reinforce&, const std::vector<float>&,
                                                      const std::vector<float>&, double);
template std::vector<double> reinforce_gradient<double>(const Reinforce&, const std::vector<double>&,
                                                        const std::vector<double>&, double);

}  // namespace attn
