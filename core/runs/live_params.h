// Which parameters may move while a run goes on.
#ifndef CORE_RUNS_LIVE_PARAMS_H_
#define CORE_RUNS_LIVE_PARAMS_H_

#include "core/runs/run.h"

namespace attn {

// Would the run have begun with the same numbers under other parameters of its discretizer? Those that change what it
// is made of, or how it starts, cannot be changed on the way: the answer is then an error.
Status begins_alike(const Run& run, const Params& discretizer_params);

}  // namespace attn

#endif  // CORE_RUNS_LIVE_PARAMS_H_
