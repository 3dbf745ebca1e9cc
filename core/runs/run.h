// What is trained, on what, and how.
#ifndef CORE_RUNS_RUN_H_
#define CORE_RUNS_RUN_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

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
  Discretization discretization;
  uint64_t seed = 1;
  // Decoding: where a model chooses, it draws as while it trains (Recorder::Context).
  bool draws_choices = false;
};

// What records of a run have in common; who trains says so and at which step.
Recorder::Context context_of(const Run& run, Parameters* parameters);

// What is given to a record: a batch's source, what a decoder reads, what a call before left.
Value given(Graph& graph, const Tensor& tensor, std::string_view id, std::string_view symbol);

// A batch recorded with its loss: the same for training, scoring and the stepper.
struct Recorded {
  Prediction prediction;
  Value targets;  // as in the batch, or what the model is asked instead
  Value loss;     // of shape [one], penalty included
};
Recorded record_batch(Recorder& recorder, const Run& run, const Batch& batch, double smoothing);

// A node's numbers, once they are computed.
Tensor computed(const Evaluation<float>& values, Value value);

// A batch of one example with nothing in it, as long as examples of such a task can be: what a model is recorded on
// where no example is at hand.
Batch blank_batch(TaskKind kind, const TaskSizes& sizes);

std::vector<float> row_of(const Tensor& tensor, int64_t row);
// A target's pieces without the end and what is behind it.
std::vector<float> without_end(std::vector<float> pieces);

// After so many pieces a text that does not end is stopped: a little behind the longest there is, so that one that ends
// late is still heard to its end, and one that never ends costs no more than that. WER and PER of all manifests are
// counted with this limit.
int64_t longest_said(const TaskSizes& sizes);

}  // namespace attn

#endif  // CORE_RUNS_RUN_H_
