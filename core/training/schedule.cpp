#include "core/training/schedule.h"

#include <algorithm>

#include "core/kernels/math.h"

namespace attn {

std::vector<ParamSpec> schedule_params() {
  ParamSpec rate, kind, warmup, start, every;
  rate.id = "rate", rate.label = "learning rate", rate.doc = "How far each step goes; at its highest, where it moves.";
  rate.fallback = 0.001, rate.min = 0, rate.max = 10, rate.step = 0.0001, rate.logarithmic = true;
  kind.id = "schedule", kind.label = "schedule", kind.kind = ParamKind::kChoice;
  kind.doc = "How the learning rate moves over the run.";
  kind.choices = {{"constant", "constant", "The same rate throughout."},
                  {"warmup_inverse_sqrt", "warm-up, then 1/√step", "Up in a line, then down as 1/√step."},
                  {"warmup_linear", "warm-up, then down", "Up in a line, then down in a line to 0 at the end."},
                  {"halving", "halved step by step", "Halved every so many steps, from a given step on."}};
  warmup.id = "warmup", warmup.label = "warm-up steps", warmup.doc = "Steps until the rate is at its highest.";
  warmup.kind = ParamKind::kInteger, warmup.fallback = 400, warmup.min = 1, warmup.max = 1e6, warmup.step = 1;
  warmup.when_param = "schedule", warmup.when_values = {"warmup_inverse_sqrt", "warmup_linear"};
  start.id = "decay_start", start.label = "first halving", start.doc = "The step at which the rate is first halved.";
  start.kind = ParamKind::kInteger, start.fallback = 1000, start.min = 1, start.max = 1e7, start.step = 1;
  start.when_param = "schedule", start.when_values = {"halving"};
  every = start;
  every.id = "decay_every", every.label = "steps between halvings";
  every.doc = "Steps from one halving to the next.";
  return {rate, kind, warmup, start, every};
}

double learning_rate(const Params& params, int64_t step, int64_t total) {
  const double rate = params.number("rate"), at = static_cast<double>(step);
  const double warmup = params.number("warmup");
  const std::string_view kind = params.choice("schedule");
  if (kind == "warmup_inverse_sqrt") return rate * std::min(at / warmup, kernels::square_root(warmup / at));
  if (kind == "warmup_linear") {
    const double left = (static_cast<double>(total) - at + 1) / std::max(static_cast<double>(total) - warmup + 1, 1.0);
    return rate * std::clamp(std::min(at / warmup, left), 0.0, 1.0);
  }
  double halved = rate;
  if (kind == "halving") {
    for (double next = params.number("decay_start"); next <= at && halved > 0; next += params.number("decay_every"))
      halved /= 2;
  }
  return halved;
}

}  // namespace attn
