#include "core/layers/recorder.h"

#include "core/graph/ops/ops.h"
#include "core/tensor/random.h"

namespace attn {

namespace {

std::string in_scope(const Graph& graph, std::string_view name) {
  std::string full = graph.scope();
  if (!full.empty()) full += '/';
  return full.append(name);
}

// Zeros in place of a parameter that has another shape than the one asked for, which is the graph's error.
Value of_another_shape(Graph& graph, const std::string& full, const Parameter& parameter, const Shape& shape) {
  graph.fail(invalid_input(full, parameter.shape.text(), shape.text()));
  return graph.leaf(shape, std::vector<float>(static_cast<size_t>(shape.count())), Origin::kTrained, {});
}

}  // namespace

Value Recorder::leaf_of(Parameter& parameter, const std::string& full, StepText text) {
  const Value leaf = graph_.shared_leaf(parameter.shape, parameter.values, Origin::kTrained, std::move(text),
                                        /*table=*/context_.tables);
  leaves_[full] = leaf;
  return leaf;
}

Value Recorder::parameter(std::string_view name, const Shape& shape, Start start, StepText text) {
  const std::string full = in_scope(graph_, name);
  const auto known = leaves_.find(full);
  if (known != leaves_.end()) return known->second;
  Parameter& parameter = context_.parameters->get(full, shape, start);
  if (parameter.shape != shape) return of_another_shape(graph_, full, parameter, shape);
  text.id = name;
  const Value leaf = leaf_of(parameter, full, std::move(text));
  nodes_[leaf.node()] = &parameter;
  return leaf;
}

double Recorder::progress() const {
  if (!context_.training || context_.steps == 0) return 1;
  return std::min(1.0, static_cast<double>(context_.step) / static_cast<double>(context_.steps));
}

Value Recorder::running(std::string_view name, const Shape& shape, Start start, StepText text) {
  const std::string full = in_scope(graph_, name);
  const auto known = leaves_.find(full);
  if (known != leaves_.end()) return known->second;
  Parameter& parameter = context_.parameters->get(full, shape, start);
  parameter.learned = false;
  text.id = name;
  const Value leaf = parameter.shape == shape ? leaf_of(parameter, full, std::move(text))
                                              : of_another_shape(graph_, full, parameter, shape);
  running_[leaf.node()] = &parameter;
  return leaf;
}

void Recorder::follow(Value running, Value measured, double keep) {
  followed_.push_back({running_.at(running.node()), measured.node(), keep});
}

std::vector<int> Recorder::measured() const {
  std::vector<int> nodes;
  for (const Running& one : followed_) nodes.push_back(one.measured);
  return nodes;
}

void Recorder::settle(const Backprop& backprop) const {
  for (const Running& one : followed_) {
    std::vector<float>& values = *one.parameter->values;
    const std::vector<float>& measured = backprop.kept(one.measured);
    const float keep = static_cast<float>(one.keep);
    for (size_t i = 0; i < values.size(); ++i) values[i] = keep * values[i] + (1.0F - keep) * measured[i];
  }
}

uint64_t Recorder::draw_seed() {
  // Philox spreads neighbours far apart, so counting is enough: fewer than 2^20 draws a record. Runs begin their
  // counting far from one another (2^64 / the golden ratio, Knuth), so that no two seeds share draws; seed 1 begins
  // at 1.
  constexpr uint64_t kApart = 0x9E3779B97F4A7C15U;
  return (context_.seed - 1) * kApart + 1 + (static_cast<uint64_t>(context_.step) << 20) + ++drawn_;
}

Value Recorder::draws(const Shape& shape) {
  std::vector<float> values(static_cast<size_t>(shape.count()));
  const uint64_t seed = draw_seed(), stream = stream_of("draws");
  for (size_t i = 0; i < values.size(); i += 4) {
    const std::array<uint32_t, 4> bits = philox(seed, stream, i / 4);
    for (size_t j = i; j < std::min(i + 4, values.size()); ++j)
      values[j] = static_cast<float>(bits[j - i] >> 8) * 0x1p-24F;
  }
  return graph_.leaf(shape, std::move(values), Origin::kSeeded, named("draws", "u"));
}

Value Recorder::noise(const Shape& shape, Init kind) {
  return graph_.leaf(shape, initial_weights(kind, shape, "noise", draw_seed()), Origin::kSeeded, named("noise", "g"));
}

Value Recorder::dropout(Value x, double rate) {
  if (!training() || rate <= 0) return x;
  const Shape& shape = x.shape();
  std::vector<float> keeps(static_cast<size_t>(shape.count()));
  const uint64_t seed = draw_seed(), stream = stream_of("dropout");
  const uint32_t below = static_cast<uint32_t>(rate * 0x1p32);
  const float grown = static_cast<float>(1.0 / (1.0 - rate));
  for (size_t i = 0; i < keeps.size(); i += 4) {
    const std::array<uint32_t, 4> bits = philox(seed, stream, i / 4);
    for (size_t j = i; j < std::min(i + 4, keeps.size()); ++j) keeps[j] = bits[j - i] < below ? 0.0F : grown;
  }
  const Value mask = graph_.leaf(shape, std::move(keeps), Origin::kSeeded, named("dropout", "m"));
  return multiply(x, mask);
}

Value Recorder::carried(const std::string& name, Value first) {
  const auto found = given_.find(name);
  return found == given_.end() ? first : found->second;
}

Scope::Scope(Recorder& recorder, std::string_view name) : graph_(recorder.graph()), outer_(graph_.scope()) {
  graph_.set_scope(outer_.empty() ? std::string(name) : outer_ + '/' + std::string(name));
}

}  // namespace attn
