// What weights are worth on held-out examples.
#ifndef CORE_CLI_TRAIN_MEASURE_H_
#define CORE_CLI_TRAIN_MEASURE_H_

#include "core/catalog/chosen_run.h"
#include "core/cli/train/options.h"
#include "core/runs/metrics.h"
#include "core/tensor/json.h"

namespace attn::cli {

// The first `options.score` held-out examples, each piece asked for with the right ones before it.
Score scored(const Options& options, const Run& run, Parameters* parameters);

// The object `metrics` of a manifest (TrainedMetrics in web/engine/types/learning.ts): `scored`, and for models that
// decode the first `options.decode` examples said from their beginning, by length of the source.
void write_metrics(Json& json, const Options& options, const ChosenRun& chosen, const Run& run, Parameters* parameters);

}  // namespace attn::cli

#endif  // CORE_CLI_TRAIN_MEASURE_H_
