// What is trained, on what, and how.
#ifndef CORE_RUNS_RUN_H_
#define CORE_RUNS_RUN_H_

#include <cstdint>
#include <memory>

#include "core/graph/evaluation.h"
#include "core/layers/model.h"
#include "core/training/task.h"

namespace attn {

// The parts live elsewhere (the catalogue, the caller) and longer.
struct Run {
  const Model* model = nullptr;
  const Params* model_params = nullptr;
  const Examples* examples = nullptr;
  TaskKind kind = TaskKind::kSequences;
  Mechanism mechanism;
  uint64_t seed = 1;
  // Decoding: where a model chooses, it draws as while it trains (Recorder::Context).
  bool draws_choices = false;
};

// A batch recorded with its loss: the same for training, scoring and the stepper.
struct Recorded {
  Prediction prediction;
  Value targets;  // as in the batch
  Value loss;     // of shape [one], penalty included
};
Recorded record_batch(Recorder& recorder, const Run& run, const Batch& batch, double smoothing);

// A node's numbers, once they are computed.
Tensor computed(const Evaluation<float>& values, Value value);

// A batch of one example with nothing in it, as long as examples of such a task can be: what a model is recorded on
// where no example is at hand.
Batch blank_batch(TaskKind kind, const TaskSizes& sizes);

// What a decoder reads: kStartPiece, then the targets but the last.
Tensor shifted(const Tensor& target);

}  // namespace attn

#endif  // CORE_RUNS_RUN_H_
