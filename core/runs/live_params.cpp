#include "core/runs/live_params.h"

#include <algorithm>

#include "core/runs/trainer.h"

namespace attn {

Status begins_alike(const Run& run, const Params& discretizer_params) {
  Status fixed = invalid_input("discretizer_params", "another start or another size",
                               "parameters that do not change what the run began with");
  if (!run.discretization.discretizer) return fixed;
  Run other = run;
  other.discretization.params = &discretizer_params;
  Parameters now(run.seed), then(run.seed);
  Status status = draw_parameters(run, &now);
  if (status.ok()) status = draw_parameters(other, &then);
  if (!status.ok()) return status;
  const auto alike = [](const auto& a, const auto& b) {
    return a->name == b->name && a->shape == b->shape && a->learned == b->learned && *a->values == *b->values;
  };
  return std::equal(now.all().begin(), now.all().end(), then.all().begin(), then.all().end(), alike) ? Status{} : fixed;
}

}  // namespace attn
