// What back-propagation cannot say about a hard choice: the gradient of its expected cost, estimated from one sample.
// Williams 1992, "Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement Learning"; with the
// baseline and the entropy term of Xu et al. 2015, "Show, Attend and Tell", section 4.1.
#ifndef CORE_ATTENTION_REINFORCE_H_
#define CORE_ATTENTION_REINFORCE_H_

#include <cstdint>
#include <vector>

namespace attn {

struct Reinforce {
  // How much a choice's cost counts (lambda_r) and how much the spread of the weights is rewarded (lambda_e). The code
  // of Xu et al. has 1/10 and 0.002; 1 and 0 give the plain estimate.
  double cost_weight = 1;
  double entropy_weight = 0;
  // Taken from every cost. Any number that does not depend on the choice leaves the mean as it is; one near the mean
  // cost makes the estimate steadier.
  double baseline = 0;

  // After a sample: b <- 0.9 b + 0.1 cost.
  void learn_baseline(double cost) { baseline = 0.9 * baseline + 0.1 * cost; }
};

// The estimate of d(expected cost)/d(weights), to be handed to `Evaluation::gradients` as the gradient of the weights
// [..., key]: in each row (cost - b) s / a where the sample s is 1, plus the entropy's log a + 1. Rows in which nothing
// was chosen have none. `cost` is what the sample cost: one number for all rows that it depends on.
template <class T>
std::vector<T> reinforce_gradient(const Reinforce& options, const std::vector<T>& weights, const std::vector<T>& chosen,
                                  double cost);

}  // namespace attn

#endif  // CORE_ATTENTION_REINFORCE_H_
