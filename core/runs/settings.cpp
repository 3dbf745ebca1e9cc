#include "core/runs/settings.h"

#include <cstdlib>
#include <string>

#include "core/attention/pipeline.h"
#include "core/training/optimizer.h"
#include "core/training/schedule.h"

namespace attn {

const std::vector<ParamSpec>& training_specs() {
  static const std::vector<ParamSpec> specs = [] {
    std::vector<ParamSpec> list = {
        shared::whole_number("steps", "steps", "How many updates the run has.", 2000, 1, 10'000'000),
        shared::whole_number("batch", "batch", "Examples in each update.", 32, 1, 1024),
        shared::number("smoothing", "label smoothing", "The share of every target that is spread over all pieces.", 0,
                       0, 0.5, 0.01)};
    append(&list, optimizer_params());
    append(&list, schedule_params());
    return list;
  }();
  return specs;
}

Params training_settings(const Model& model) {
  Params params(training_specs());
  // That every model's are taken is tested (tests/core/runs/settings_test.cpp).
  for (const ParamValue& value : model.training) set_from_text(&params, value.param, value.value);
  return params;
}

Status set_from_text(Params* params, std::string_view id, std::string_view value) {
  for (const ParamSpec& spec : params->specs()) {
    if (spec.id != id) continue;
    if (spec.kind == ParamKind::kChoice) return params->set_choice(id, value);
    if (spec.kind == ParamKind::kFlag && (value == "true" || value == "false")) {
      return params->set_flag(id, value == "true");
    }
    const std::string text(value);
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != 0) return invalid_input("params." + std::string(id), '"' + text + '"', "a number");
    return params->set_number(id, number);
  }
  return invalid_input("params." + std::string(id), '"' + std::string(value) + '"', "no such parameter");
}

}  // namespace attn
