#include "core/training/optimizer.h"

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"

namespace attn {
namespace {

ParamSpec only_for(std::vector<std::string_view> optimizers, ParamSpec spec) {
  spec.when_param = "optimizer", spec.when_values = std::move(optimizers);
  return spec;
}

}  // namespace

std::vector<ParamSpec> optimizer_params() {
  using shared::number;
  return {
      shared::choice(
          "optimizer", "optimizer", "How gradients become steps.",
          {{"adam", "Adam", "Steps of even size for every weight (Kingma & Ba 2015)."},
           {"adamw", "AdamW", "Adam, the weights shrinking a little at each step (Loshchilov & Hutter 2019)."},
           {"sgd", "SGD with momentum", "Down the gradient, with a memory of the way."},
           {"adadelta", "Adadelta", "No rate to choose: steps in the unit of the weights (Zeiler 2012)."}}),
      only_for({"sgd"}, number("momentum", "momentum", "How much of the last step goes on.", 0.9, 0, 0.999, 0.01)),
      only_for({"adam", "adamw"}, number("beta1", "β₁", "How long Adam remembers directions.", 0.9, 0, 0.999, 0.01)),
      only_for({"adam", "adamw"}, number("beta2", "β₂", "How long Adam remembers sizes.", 0.999, 0, 0.9999, 0.001)),
      only_for({"adamw"}, number("decay", "weight decay", "How fast weights shrink.", 0.01, 0, 1, 0.001)),
      only_for({"adadelta"}, number("rho", "ρ", "How long Adadelta remembers.", 0.95, 0, 0.999, 0.01)),
      number("clip", "clip gradients at", "Gradients longer than this are shortened to it; 0 leaves them.", 1, 0, 100,
             0.1),
  };
}

std::unique_ptr<Optimizer> make_optimizer(const Params& params) {
  const std::string_view kind = params.choice("optimizer");
  if (kind == "sgd") return sgd(params);
  if (kind == "adadelta") return adadelta(params);
  return adam(params);
}

double gradient_norm(const Parameters& parameters) {
  double squares = 0;
  for (const auto& parameter : parameters.all()) {
    for (const float g : parameter->gradient) squares += static_cast<double>(g) * static_cast<double>(g);
  }
  return kernels::square_root(squares);
}

double clip_gradients(Parameters& parameters, double limit) {
  const double norm = gradient_norm(parameters);
  if (limit <= 0 || !(norm > limit)) return norm;
  const float factor = static_cast<float>(limit / norm);
  for (const auto& parameter : parameters.all()) {
    for (float& g : parameter->gradient) g *= factor;
  }
  return norm;
}

}  // namespace attn
