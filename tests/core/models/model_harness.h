// What every model must do, whatever it is made of. models_test.cpp runs these on each model of the list, so a new one
// is covered without a word.
#ifndef TESTS_CORE_MODELS_MODEL_HARNESS_H_
#define TESTS_CORE_MODELS_MODEL_HARNESS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/layers/model.h"

namespace attn::test {

// Sizes as small as a model allows: where it is differentiated. And small ones that can still learn a few examples.
Params smallest(const Model& model);
Params learnable(const Model& model);

struct ModelForm {
  std::string says;
  Params params;
};
// `base`, then every other choice and switch, one at a time, and dropout where there is some.
std::vector<ModelForm> model_forms(const Model& model, const Params& base);

// A few examples of the kind, of different lengths where targets are padded.
TaskSizes tiny_sizes(TaskKind kind);
Batch tiny_batch(TaskKind kind, uint64_t seed);

// A model with its parameters on one record after the other.
class Learner {
 public:
  Learner(const Model& model, const Params& params, TaskKind kind, uint64_t seed = 1);

  // One record of a batch with its loss.
  struct Record {
    std::unique_ptr<Graph> graph = std::make_unique<Graph>();
    std::unique_ptr<Recorder> recorder;
    Prediction prediction;
    Value loss;  // [one]
  };
  Record record(const Batch& batch, bool training, int64_t step = 0);

  // What the model says about a batch's rows: the output's numbers, then those of its first weights.
  std::vector<float> says(const Batch& batch);
  // The same, the targets read in parts of so many places.
  std::vector<float> says_in_parts(const Batch& batch, const std::vector<int64_t>& parts);

  Parameters& parameters() { return parameters_; }

 private:
  Recorder::Context context(bool training, int64_t step);

  const Model& model_;
  Params params_;
  TaskKind kind_;
  std::unique_ptr<Params> discretizer_params_;
  Discretization discretization_;
  Parameters parameters_;
};

// Row `row` of a batch alone.
Batch one_row(const Batch& batch, int64_t row);

// The checks; each fails through GoogleTest.
void check_gradients(Learner& learner, const Batch& batch, bool training);
void check_rows_stand_alone(Learner& learner, const Batch& batch);
void check_parts(Learner& learner, const Batch& batch);
// The loss on the batch after so many steps of Adam.
float loss_after(Learner& learner, const Batch& batch, int64_t steps);

}  // namespace attn::test

#endif  // TESTS_CORE_MODELS_MODEL_HARNESS_H_
