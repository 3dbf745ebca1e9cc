// How a run is trained: one schema for the page's controls, the command line and manifests.
#ifndef CORE_RUNS_SETTINGS_H_
#define CORE_RUNS_SETTINGS_H_

#include <string_view>
#include <vector>

#include "core/attention/params.h"
#include "core/layers/model.h"

namespace attn {

// steps, batch, smoothing, and those of optimizer and schedule.
const std::vector<ParamSpec>& training_specs();
// The defaults, then what the model's paper wants otherwise.
Params training_settings(const Model& model);

// Sets a parameter from text: "0.5", "true", "causal".
Status set_from_text(Params* params, std::string_view id, std::string_view value);

}  // namespace attn

#endif  // CORE_RUNS_SETTINGS_H_
