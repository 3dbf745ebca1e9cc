// What a run is made of, chosen by name from the catalogue: the same for the page and for the command line.
#ifndef CORE_CATALOG_CHOSEN_RUN_H_
#define CORE_CATALOG_CHOSEN_RUN_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/catalog/learning.h"
#include "core/runs/run.h"
#include "core/runs/settings.h"

namespace attn {

// Parameters stand at their defaults until somebody sets them; examples are opened after that.
struct ChosenRun {
  ChosenRun(const CatalogModel& model, const CatalogTask& task, const CatalogVariant* mechanism,
            const CatalogDiscretizer* discretizer);

  // Runs point into what they are made of.
  ChosenRun(const ChosenRun&) = delete;
  ChosenRun& operator=(const ChosenRun&) = delete;

  // The task's examples, from its data.
  Status open(std::span<const uint8_t> data);
  Run run(uint64_t seed) const;

  const CatalogModel& model;
  const CatalogTask& task;
  const CatalogVariant* mechanism;        // in place of the model's own attention, or null
  const CatalogDiscretizer* discretizer;  // null for models that discretize nothing
  Params model_params, task_params, mechanism_params, discretizer_params, settings;
  std::unique_ptr<Examples> examples;
};

// What is chosen, by id; `mechanism` and `discretizer` may be empty.
struct RunChoice {
  std::string_view model, task, mechanism, discretizer;
};
// Refuses what does not exist, and what does not go together.
Status choose_run(const RunChoice& choice, std::unique_ptr<ChosenRun>* out);

}  // namespace attn

#endif  // CORE_CATALOG_CHOSEN_RUN_H_
