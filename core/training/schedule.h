// The learning rate of every step.
#ifndef CORE_TRAINING_SCHEDULE_H_
#define CORE_TRAINING_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "core/attention/params.h"

namespace attn {

// Parameters `rate`, `schedule`, `warmup`, `decay_start`, `decay_every`; see the specs' own words.
std::vector<ParamSpec> schedule_params();

// Of step 1, 2, ...:
// - constant: rate
// - warmup_inverse_sqrt (Vaswani et al. 2017, section 5.3, with the peak given instead of the width):
//   rate * min(step / warmup, sqrt(warmup / step))
// - halving (Sutskever et al. 2014; Luong et al. 2015): rate * 2^-k, where k counts how often `decay_every` steps have
//   passed since `decay_start`
// - warmup_linear: up over `warmup` steps, then down to 0 at step `total`
double learning_rate(const Params& params, int64_t step, int64_t total);

}  // namespace attn

#endif  // CORE_TRAINING_SCHEDULE_H_
