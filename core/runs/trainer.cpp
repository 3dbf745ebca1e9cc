#include "core/runs/trainer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/runs/coding.h"
#include "core/tensor/number_text.h"
#include "core/training/schedule.h"

namespace attn {
namespace {

constexpr const char* kStepKey = "step";

std::string moment_name(const std::string& parameter, size_t moment) {
  return "moments/" + std::to_string(moment) + '/' + parameter;
}

std::vector<int64_t> sizes_of(const Shape& shape) {
  std::vector<int64_t> sizes;
  for (const Dim& dim : shape.dims()) sizes.push_back(dim.size);
  return sizes;
}

Recorder::Context training_context(const Run& run, Parameters* parameters, int64_t step, int64_t steps) {
  Recorder::Context context = context_of(run, parameters);
  context.step = step, context.steps = steps, context.training = true;
  return context;
}

Status no_examples() { return invalid_input("task", "data without examples to train on", "data with some"); }

Status not_finite(const char* what, double value, int64_t step) {
  return {ErrorKind::kDiverged, what, number_text(value) + " at step " + std::to_string(step),
          "a finite number: a lower learning rate or shorter gradients"};
}

Status put(const TensorFile& file, const std::string& name, const Shape& shape, std::vector<float>* into) {
  const NamedTensor* found = file.find(name);
  if (!found) return {ErrorKind::kBadModel, "checkpoint", "no tensor " + name, "all of the model's"};
  if (found->sizes != sizes_of(shape)) {
    std::string sizes;
    for (const int64_t size : found->sizes) sizes += (sizes.empty() ? "" : " x ") + std::to_string(size);
    return {ErrorKind::kBadModel, "checkpoint", name + " of " + sizes, shape.text()};
  }
  *into = found->values;
  return {};
}

}  // namespace

Trainer::Trainer(const Run& run, const Params& settings)
    : run_(run), settings_(settings), parameters_(run.seed), optimizer_(make_optimizer(settings)) {}

Status Trainer::prepare() {
  Status status = draw_parameters(run_, &parameters_);
  if (!status.ok()) return status;
  for (const auto& parameter : parameters_.all()) {
    parameter->moments.assign(static_cast<size_t>(optimizer_->moments()),
                              std::vector<float>(parameter->values->size()));
  }
  return {};
}

Status Trainer::step(Update* update) {
  if (parameters_.all().empty()) {
    Status status = prepare();
    if (!status.ok()) return status;
  }
  const int64_t step = step_ + 1;
  const Batch batch = run_.examples->batch(run_.seed, step, settings_.integer("batch"));
  // What a page is given of a task may have nothing to train on.
  if (batch.size() == 0) return no_examples();
  Graph graph;
  Recorder recorder(graph, training_context(run_, &parameters_, step, settings_.integer("steps")));
  const Recorded recorded = record_batch(recorder, run_, batch, settings_.number("smoothing"));
  // All of them: what this record does not read must not move by the gradient of an earlier one.
  parameters_.clear_gradients();
  const std::vector<Value>& codes = recorded.prediction.discrete.codes;
  std::vector<int> watched = recorder.measured();
  for (const Value& block : codes) watched.push_back(block.node());
  Status status = backprop_.run(graph, recorder.parameter_nodes(), recorded.loss.node(), watched);
  if (!status.ok()) return status;
  const double loss = backprop_.loss();
  if (!std::isfinite(loss)) return not_finite("loss", loss, step);
  const double norm = clip_gradients(parameters_, settings_.number("clip"));
  if (!std::isfinite(norm)) return not_finite("gradient", norm, step);
  const double rate = learning_rate(settings_, step, settings_.integer("steps"));
  keep();
  for (const auto& parameter : parameters_.all()) {
    if (parameter->learned) optimizer_->update(*parameter, rate, step);
  }
  recorder.settle(backprop_);
  status = check_finite(step);
  if (!status.ok()) {
    put_back();
    return status;
  }
  if (!codes.empty()) {
    std::vector<std::vector<float>> blocks;
    for (const Value& block : codes) blocks.push_back(backprop_.kept(block.node()));
    codes_.add(joined_codes(blocks, code_sizes(recorder).entries));
  }
  step_ = step;
  *update = {step, loss, norm, rate};
  return {};
}

std::vector<std::vector<float>*> Trainer::moved() {
  std::vector<std::vector<float>*> all;
  for (const auto& parameter : parameters_.all()) {
    all.push_back(parameter->values.get());
    for (std::vector<float>& moment : parameter->moments) all.push_back(&moment);
  }
  return all;
}

void Trainer::keep() {
  const std::vector<std::vector<float>*> all = moved();
  kept_.resize(all.size());
  for (size_t i = 0; i < all.size(); ++i) kept_[i] = *all[i];
}

void Trainer::put_back() {
  const std::vector<std::vector<float>*> all = moved();
  for (size_t i = 0; i < all.size(); ++i) all[i]->swap(kept_[i]);
}

Status Trainer::check_finite(int64_t step) const {
  const auto odd = [](const std::vector<float>& values) {
    return std::find_if(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
  };
  for (const auto& parameter : parameters_.all()) {
    const std::vector<float>& values = *parameter->values;
    if (const auto at = odd(values); at != values.end()) return not_finite("weights", static_cast<double>(*at), step);
    for (const std::vector<float>& moment : parameter->moments) {
      if (const auto at = odd(moment); at != moment.end()) return not_finite("moments", static_cast<double>(*at), step);
    }
  }
  return {};
}

TensorFile Trainer::weights() const {
  TensorFile file;
  for (const auto& parameter : parameters_.all()) {
    file.tensors.push_back({parameter->name, sizes_of(parameter->shape), *parameter->values});
  }
  return file;
}

TensorFile Trainer::checkpoint() const {
  TensorFile file = weights();
  file.metadata[kStepKey] = std::to_string(step_);
  for (const auto& parameter : parameters_.all()) {
    for (size_t i = 0; i < parameter->moments.size(); ++i) {
      file.tensors.push_back({moment_name(parameter->name, i), sizes_of(parameter->shape), parameter->moments[i]});
    }
  }
  return file;
}

Status Trainer::restore(const TensorFile& file) {
  const auto step = file.metadata.find(kStepKey);
  char* end = nullptr;
  const int64_t steps = step == file.metadata.end() ? -1 : std::strtoll(step->second.c_str(), &end, 10);
  if (steps < 0 || *end != 0) return {ErrorKind::kBadModel, "checkpoint", "no step", "a checkpoint of a training run"};
  if (parameters_.all().empty()) {
    Status status = prepare();
    if (!status.ok()) return status;
  }
  // Read whole before anything is put in place.
  std::vector<std::vector<float>> values;
  for (const auto& parameter : parameters_.all()) {
    for (size_t i = 0; i <= parameter->moments.size(); ++i) {
      const std::string name = i == 0 ? parameter->name : moment_name(parameter->name, i - 1);
      Status status = put(file, name, parameter->shape, &values.emplace_back());
      if (!status.ok()) return status;
    }
  }
  if (values.size() != file.tensors.size()) {
    return {ErrorKind::kBadModel, "checkpoint", std::to_string(file.tensors.size()) + " tensors",
            std::to_string(values.size()) + ": the same model, sizes and optimizer"};
  }
  size_t at = 0;
  for (const auto& parameter : parameters_.all()) {
    *parameter->values = std::move(values[at++]);
    for (std::vector<float>& moment : parameter->moments) moment = std::move(values[at++]);
  }
  step_ = steps;
  codes_.clear();
  return {};
}

Status Trainer::begin_with(const TensorFile& weights) {
  if (parameters_.all().empty()) {
    Status status = prepare();
    if (!status.ok()) return status;
  }
  Status status = load_weights(weights, &parameters_);
  if (!status.ok()) return status;
  for (const auto& parameter : parameters_.all()) {
    for (std::vector<float>& moment : parameter->moments) std::fill(moment.begin(), moment.end(), 0.0F);
  }
  step_ = 0;
  codes_.clear();
  return {};
}

Status load_weights(const TensorFile& file, Parameters* parameters) {
  for (const NamedTensor& tensor : file.tensors) {
    if (!parameters->find(tensor.name))
      return {ErrorKind::kBadModel, "weights", "a tensor " + tensor.name, "those that the model has"};
  }
  std::vector<std::vector<float>> values(parameters->all().size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = *parameters->all()[i];
    Status status = put(file, parameter.name, parameter.shape, &values[i]);
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < values.size(); ++i) *parameters->all()[i]->values = std::move(values[i]);
  return {};
}

Status draw_parameters(const Run& run, Parameters* parameters) {
  Graph graph;
  Recorder recorder(graph, training_context(run, parameters, 0, 0));
  record_batch(recorder, run, blank_batch(run.kind, run.examples->sizes()), 0);
  return graph.status();
}

}  // namespace attn
