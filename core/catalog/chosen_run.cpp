#include "core/catalog/chosen_run.h"

#include <string>
#include <vector>

namespace attn {
namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

const std::vector<ParamSpec>& params_of(const CatalogVariant* mechanism) {
  static const std::vector<ParamSpec> none;
  return mechanism ? mechanism->variant.text.params : none;
}

}  // namespace

ChosenRun::ChosenRun(const CatalogModel& chosen_model, const CatalogTask& chosen_task, const CatalogVariant* chosen)
    : model(chosen_model),
      task(chosen_task),
      mechanism(chosen),
      model_params(model.model.text.params),
      task_params(task.task.text.params),
      mechanism_params(params_of(mechanism)),
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
  return run;
}

Status choose_run(std::string_view model, std::string_view task, std::string_view mechanism,
                  std::unique_ptr<ChosenRun>* out) {
  const CatalogModel* found_model = find_model(model);
  if (!found_model) return {ErrorKind::kNotFound, "model", quoted(model), "a model of the catalogue"};
  const CatalogTask* found_task = find_task(task);
  if (!found_task) return {ErrorKind::kNotFound, "task", quoted(task), "a task of the catalogue"};
  if (found_model->model.takes != found_task->task.kind)
    return invalid_input("task", quoted(task), "a task of the kind that this model takes");
  const CatalogVariant* found = mechanism.empty() ? nullptr : find_variant(mechanism);
  if (!mechanism.empty()) {
    if (!found) return {ErrorKind::kNotFound, "mechanism", quoted(mechanism), "a mechanism of the catalogue"};
    if (!found_model->model.takes_mechanism)
      return invalid_input("mechanism", quoted(mechanism), "none: this model has an attention of its own");
  }
  *out = std::make_unique<ChosenRun>(*found_model, *found_task, found);
  return {};
}

}  // namespace attn
