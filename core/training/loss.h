// What training makes small, recorded like everything else.
#ifndef CORE_TRAINING_LOSS_H_
#define CORE_TRAINING_LOSS_H_

#include "core/graph/ops/ops.h"

namespace attn {

// Cross-entropy per target of logits [..., piece] against targets [...], a mean over the targets that are there (not
// kNoTarget); of shape [one]. `each` is given what every target costs, [...].
Value mean_cross_entropy(Value logits, Value targets, double smoothing, Value* each = nullptr);
// mean of (x - y)^2; of shape [one].
Value mean_squared_error(Value x, Value y);

}  // namespace attn

#endif  // CORE_TRAINING_LOSS_H_
