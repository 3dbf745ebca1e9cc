#include "core/catalog/chosen_run.h"

#include <string>
#include <vector>

namespace attn {
namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

const std::vector<ParamSpec> kNone;

const std::vector<ParamSpec>& params_of(const CatalogVariant* mechanism) {
  return mechanism ? mechanism->variant.text.params : kNone;
}

const std::vector<ParamSpec>& params_of(const CatalogDiscretizer* discretizer) {
  return discretizer ? discretizer->discretizer.text.params : kNone;
}

}  // namespace

ChosenRun::ChosenRun(const CatalogModel& chosen_model, const CatalogTask& chosen_task,
                     const CatalogVariant* chosen_mechanism, const CatalogDiscretizer* chosen_discretizer)
    : model(chosen_model),
      task(chosen_task),
      mechanism(chosen_mechanism),
      discretizer(chosen_discretizer),
      model_params(model.model.text.params),
      task_params(task.task.text.params),
      mechanism_params(params_of(mechanism)),
      discretizer_params(params_of(discretizer)),
      settings(training_settings(model.model)) {}

Status ChosenRun::open(std::span<const uint8_t> data) {
  Status status;
  examples = task.task.open(task_params, data, &status);
  return status;
}

Run ChosenRun::run(uint64_t seed) const {
  Run run;
  run.model = &model.model, run.model_params = &model_params, run.examples = examples.get();
  run.kind = task.task.kind, run.seed = seed;
  if (mechanism) run.mechanism = {mechanism->variant.build, &mechanism_params, mechanism->variant.batched};
  if (discretizer) run.discretization = {&discretizer->discretizer, &discretizer_params};
  return run;
}

Status choose_run(const RunChoice& choice, std::unique_ptr<ChosenRun>* out) {
  const CatalogModel* model = find_model(choice.model);
  if (!model) return {ErrorKind::kNotFound, "model", quoted(choice.model), "a model of the catalogue"};
  const CatalogTask* task = find_task(choice.task);
  if (!task) return {ErrorKind::kNotFound, "task", quoted(choice.task), "a task of the catalogue"};
  if (model->model.takes != task->task.kind)
    return invalid_input("task", quoted(choice.task), "a task of the kind that this model takes");
  const CatalogVariant* mechanism = choice.mechanism.empty() ? nullptr : find_variant(choice.mechanism);
  if (!choice.mechanism.empty()) {
    if (!mechanism)
      return {ErrorKind::kNotFound, "mechanism", quoted(choice.mechanism), "a mechanism of the catalogue"};
    if (!model->model.takes_mechanism)
      return invalid_input("mechanism", quoted(choice.mechanism), "none: this model has an attention of its own");
  }
  const CatalogDiscretizer* discretizer = nullptr;
  if (!choice.discretizer.empty()) {
    discretizer = find_discretizer(choice.discretizer);
    if (!discretizer)
      return {ErrorKind::kNotFound, "discretizer", quoted(choice.discretizer), "a discretizer of the catalogue"};
    if (model->model.discretizer.empty())
      return invalid_input("discretizer", quoted(choice.discretizer), "none: nothing in this model is made discrete");
  } else if (!model->model.discretizer.empty()) {
    discretizer = discretizer_of_file(model->model.discretizer);
  }
  *out = std::make_unique<ChosenRun>(*model, *task, mechanism, discretizer);
  return {};
}

}  // namespace attn
