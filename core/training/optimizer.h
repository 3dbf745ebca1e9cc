// How gradients become steps. An optimizer keeps what it remembers in each parameter's `moments`, so that a checkpoint
// of the parameters is a checkpoint of it.
#ifndef CORE_TRAINING_OPTIMIZER_H_
#define CORE_TRAINING_OPTIMIZER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/attention/params.h"
#include "core/training/parameters.h"

namespace attn {

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // How many numbers it remembers for each of a parameter's.
  virtual int moments() const = 0;
  // Moves the numbers by their gradient; `step` counts from 1.
  virtual void update(Parameter& parameter, double rate, int64_t step) const = 0;
};

// Parameters `optimizer` and those of each, in one schema.
std::vector<ParamSpec> optimizer_params();
std::unique_ptr<Optimizer> make_optimizer(const Params& params);

// core/training/optimizers/<name>.cpp. Stochastic gradient descent with momentum (Polyak 1964) as Sutskever et al.
// 2013 write it: v = momentum v - rate g; w += v.
std::unique_ptr<Optimizer> sgd(const Params& params);
// Kingma & Ba 2015, algorithm 1; with `decay` AdamW (Loshchilov & Hutter 2019): w -= rate decay w beside it.
std::unique_ptr<Optimizer> adam(const Params& params);
// Zeiler 2012, algorithm 1, the step times `rate` (1 in the paper).
std::unique_ptr<Optimizer> adadelta(const Params& params);

// The length of all gradients taken as one vector.
double gradient_norm(const Parameters& parameters);
// Scales all gradients so that together they are no longer than `limit` (Pascanu et al. 2013); 0 leaves them. Returns
// the length before.
double clip_gradients(Parameters& parameters, double limit);

}  // namespace attn

#endif  // CORE_TRAINING_OPTIMIZER_H_
