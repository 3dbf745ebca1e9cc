// What back-propagation cannot say about hard choices, recorded beside the loss: Williams 1992, with the baseline and
// the entropy term of Xu et al. 2015, "Show, Attend and Tell", section 4.1. Gives the weights the gradient that
// core/attention/reinforce.h states.
#ifndef CORE_LAYERS_CHOICES_H_
#define CORE_LAYERS_CHOICES_H_

#include "core/layers/recorder.h"

namespace attn {

struct Choices {
  Value weights;  // the chances [batch, query, key]
  Value chosen;   // 1 where one was drawn, of the same shape
  Value counts;   // 1 where a query belongs to the example, 0 behind its end: [batch, query]
  // How much a choice's cost counts (lambda_r; 0 where nothing was drawn) and how much the spread of the weights is
  // rewarded (lambda_e).
  double cost_weight = 0;
  double entropy_weight = 0;
};

// 0 of shape [one], whose gradient makes choices likelier that cost less than the running mean `baseline` of what an
// example costs. `surprise` [batch, query] is what each target cost; like the loss, a mean over the targets.
Value choice_estimate(Recorder& r, const Choices& choices, Value surprise);

// x as a constant: nothing flows back.
Value stop_gradient(Value x);

}  // namespace attn

#endif  // CORE_LAYERS_CHOICES_H_
