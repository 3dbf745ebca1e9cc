// Training, one update at a time.
#ifndef CORE_RUNS_TRAINER_H_
#define CORE_RUNS_TRAINER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/runs/code_use.h"
#include "core/runs/run.h"
#include "core/training/optimizer.h"
#include "core/training/safetensors.h"

namespace attn {

struct Update {
  int64_t step = 0;
  double loss = 0;           // of the batch, smoothing and penalty included
  double gradient_norm = 0;  // before clipping
  double rate = 0;
};

class Trainer {
 public:
  // Nothing is drawn before the first step, or before `prepare`.
  Trainer(const Run& run, const Params& settings);

  // Draws all parameters; no example is needed.
  Status prepare();

  // One update, or a status that says what is not finite (loss, gradient, weights, moments); then everything is as it
  // was before the step.
  Status step(Update* update);

  int64_t steps_done() const { return step_; }
  Parameters& parameters() { return parameters_; }
  const Run& run() const { return run_; }
  const Params& settings() const { return settings_; }
  // From now on, while it trains.
  Status set_rate(double rate) { return settings_.set_number("rate", rate); }
  int64_t bytes() const { return backprop_.bytes(); }
  // Codes that the latest batches took; empty for models that make nothing discrete.
  const CodeWindow& codes() const { return codes_; }

  // Everything that the next step depends on; a run restored from it goes on bit for bit. `metadata` is kept beside it.
  TensorFile checkpoint() const;
  Status restore(const TensorFile& file);
  // The parameters alone, as they are shipped. Taken over, they begin a run anew: at step 0, with no moments.
  TensorFile weights() const;
  Status begin_with(const TensorFile& weights);

 private:
  // All numbers that an update moves.
  std::vector<std::vector<float>*> moved();
  void keep();
  void put_back();
  Status check_finite(int64_t step) const;

  Run run_;
  Params settings_;
  Parameters parameters_;
  std::unique_ptr<Optimizer> optimizer_;
  Backprop backprop_;
  CodeWindow codes_;
  std::vector<std::vector<float>> kept_;  // `moved` before the update, in memory that the next one uses again
  int64_t step_ = 0;
};

// Puts the numbers of a file of weights in place; refuses names and shapes that the parameters do not have, and a file
// that lacks one.
Status load_weights(const TensorFile& file, Parameters* parameters);
// Draws every parameter that a run has, so that weights can be loaded into them: by the sizes of its task alone.
Status draw_parameters(const Run& run, Parameters* parameters);

}  // namespace attn

#endif  // CORE_RUNS_TRAINER_H_
