#include "tests/core/discretizers/code_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/catalog/list.h"
#include "core/graph/ops/ops.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

Discretizer find(std::string_view stem) {
  for (const DiscretizerEntry& entry : discretizer_list()) {
    if (entry.stem == stem) return entry.make();
  }
  ADD_FAILURE() << "no discretizer " << stem;
  return {};
}

void tell(Params* params, const ParamValue& told) {
  for (const ParamSpec& spec : params->specs()) {
    if (spec.id != told.param) continue;
    const std::string value(told.value);
    const Status status = spec.kind == ParamKind::kChoice ? params->set_choice(spec.id, value)
                          : spec.kind == ParamKind::kFlag ? params->set_flag(spec.id, value == "true")
                                                          : params->set_number(spec.id, std::atof(value.c_str()));
    EXPECT_TRUE(status.ok()) << status.argument << ' ' << status.got << ' ' << status.takes;
    return;
  }
  ADD_FAILURE() << "no parameter " << told.param;
}

}  // namespace

Coded::Coded(const Recorder::Context& context, const Shape& shape)
    : recorder_(graph_, context),
      x_(recorder_.parameter("x", shape, Start::zeros())),
      discrete_(quantise(recorder_, x_)) {
  if (!graph_.status().ok()) return;
  values_ = std::make_unique<Evaluation<double>>(graph_);
  EXPECT_TRUE(values_->run().ok());
}

Numbers Coded::numbers(Value value) const {
  const double* first = values_->data(value.node());
  return {first, first + value.shape().count()};
}

std::vector<Numbers> Coded::drawn() const {
  std::vector<Numbers> drawn;
  for (const Node& node : graph_.nodes()) {
    if (!node.op && node.origin == Origin::kSeeded) drawn.emplace_back(node.values->begin(), node.values->end());
  }
  return drawn;
}

Numbers Coded::gradient(Value of, const Numbers& up, std::string_view parameter) const {
  const int node = graph_.find(parameter);
  EXPECT_GE(node, 0) << parameter;
  if (node < 0) return {};
  Numbers gradient = values_->gradients(of.node(), up)[static_cast<size_t>(node)];
  if (gradient.empty()) gradient.resize(static_cast<size_t>(graph_.node(node).shape.count()));
  return gradient;
}

Value Coded::loss() const {
  const Value sum = total(discrete_.vectors);
  return discrete_.penalty.valid() ? add(sum, discrete_.penalty) : sum;
}

CodeRun::CodeRun(std::string_view stem, Shape shape, const std::vector<ParamValue>& told)
    : shape_(std::move(shape)), discretizer_(find(stem)), params_(discretizer_.text.params), no_params_(no_specs_) {
  for (const ParamValue& one : told) tell(&params_, one);
  *parameters_.get("x", shape_, Start::zeros()).values = random_numbers(shape_.count(), 1);
}

Recorder::Context CodeRun::context(bool training, int64_t step) {
  Recorder::Context context;
  context.parameters = &parameters_, context.params = &no_params_;
  context.discretization = {&discretizer_, &params_};
  context.step = step, context.steps = kSteps, context.training = training;
  return context;
}

std::unique_ptr<Coded> CodeRun::record(bool training, int64_t step) {
  return std::make_unique<Coded>(context(training, step), shape_);
}

void CodeRun::settle(Coded* coded) {
  const Value loss = coded->loss();
  Recorder& recorder = coded->recorder();
  Backprop backprop;
  ASSERT_TRUE(backprop.run(coded->graph(), recorder.parameter_nodes(), loss.node(), recorder.measured()).ok());
  recorder.settle(backprop);
}

Numbers CodeRun::of(std::string_view parameter) {
  const Parameter* found = parameters_.find(parameter);
  EXPECT_NE(found, nullptr) << parameter;
  return found == nullptr ? Numbers() : Numbers(found->values->begin(), found->values->end());
}

void CodeRun::set(std::string_view parameter, const std::vector<float>& values) {
  Parameter* found = parameters_.find(parameter);
  ASSERT_NE(found, nullptr) << parameter;
  ASSERT_EQ(found->values->size(), values.size()) << parameter;
  *found->values = values;
}

std::vector<std::vector<float>> in_float(const Graph& graph, const std::vector<Value>& values) {
  Evaluation<float> computed(graph);
  EXPECT_TRUE(computed.run().ok());
  std::vector<std::vector<float>> all;
  for (const Value value : values) {
    all.emplace_back(static_cast<size_t>(value.shape().count()));
    computed.rows(value.node(), {0, value.shape().rows()}, all.back().data());
  }
  return all;
}

void expect_near(const Numbers& got, const Numbers& wanted, double tolerance, const std::string& says) {
  ASSERT_EQ(got.size(), wanted.size()) << says;
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], wanted[i], tolerance * (1 + std::fabs(wanted[i]))) << says << ' ' << i;
}

}  // namespace attn::test
