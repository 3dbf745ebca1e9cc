#include "tests/core/models/model_harness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "core/attention/pipeline.h"
#include "core/catalog/learning.h"
#include "core/graph/evaluation.h"
#include "core/runs/run.h"
#include "core/training/backprop.h"
#include "core/training/optimizer.h"
#include "tests/core/layers/gradient_check.h"

namespace attn::test {
namespace {

// Whole numbers are sizes: as near to `at_most` as the model allows.
Params with_sizes(const Model& model, double at_most) {
  Params params(model.text.params);
  for (const ParamSpec& spec : model.text.params) {
    if (spec.kind != ParamKind::kInteger) continue;
    EXPECT_TRUE(params.set_number(spec.id, std::min(spec.fallback, std::max(spec.min, at_most))).ok());
  }
  return params;
}

// A parameter that needs another one is used only with it.
void make_seen(const ParamSpec& spec, Params* params) {
  for (const ParamSpec& other : params->specs()) {
    if (spec.when_param.empty() || other.id != spec.when_param) continue;
    make_seen(other, params);
    const std::string_view value = spec.when_values.front();
    if (!params->set_choice(other.id, value).ok()) params->set_flag(other.id, value == "true");
  }
}

Tensor ids_of(Shape shape, int64_t pieces, int64_t first, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tensor ids{std::move(shape), {}};
  for (int64_t i = 0; i < ids.shape.count(); ++i) {
    ids.values.push_back(
        static_cast<float>(first + static_cast<int64_t>(random() % static_cast<uint64_t>(pieces - first))));
  }
  return ids;
}

Tensor numbers_of(Shape shape, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tensor numbers{std::move(shape), {}};
  for (int64_t i = 0; i < numbers.shape.count(); ++i)
    numbers.values.push_back(static_cast<float>(random() % 1024) * 0x1p-10F);
  return numbers;
}

// Texts that end one place before each other, padded behind.
Tensor ended(Tensor ids) {
  const int64_t columns = ids.shape.columns();
  for (int64_t row = 0; row < ids.shape.rows(); ++row) {
    float* text = ids.values.data() + row * columns;
    const int64_t end = std::max<int64_t>(columns - 1 - row, 0);
    text[end] = static_cast<float>(kEndPiece);
    std::fill(text + end + 1, text + columns, kNoTarget);
  }
  return ids;
}

Value leaf_of(Graph& graph, const Tensor& tensor, const std::string& name) {
  StepText text;
  text.id = name;
  return graph.leaf(tensor.shape, tensor.values, Origin::kGiven, std::move(text));
}

Tensor places_of(const Tensor& tensor, int64_t begin, int64_t end) {
  Tensor part{tensor.shape.with(1, {axis::kQuery, end - begin}), {}};
  for (int64_t row = 0; row < tensor.shape[0].size; ++row) {
    const auto first = tensor.values.begin() + row * tensor.shape[1].size;
    part.values.insert(part.values.end(), first + begin, first + end);
  }
  return part;
}

Tensor batch_of_row(const Tensor& tensor, int64_t row) {
  const int64_t cells = tensor.shape.count() / tensor.shape[0].size;
  const auto first = tensor.values.begin() + row * cells;
  return {tensor.shape.with(0, {axis::kBatch, 1}), std::vector<float>(first, first + cells)};
}

// The numbers of [begin, end) of a batch's rows, whichever axis they stand along.
std::vector<float> of_row(const Tensor& tensor, int64_t row) {
  const int at = tensor.shape.find(axis::kBatch);
  std::vector<float> cells;
  for (int64_t i = 0; i < tensor.shape.count(); ++i) {
    if (at < 0 || tensor.shape.index(i)[static_cast<size_t>(at)] == row)
      cells.push_back(tensor.values[static_cast<size_t>(i)]);
  }
  return cells;
}

// Row by row: the output, then the first weights.
std::vector<float> told(const Tensor& output, const Tensor& weights, int64_t rows) {
  std::vector<float> all;
  for (int64_t row = 0; row < rows; ++row) {
    for (const Tensor* tensor : {&output, &weights}) {
      if (tensor->values.empty()) continue;
      const std::vector<float> cells = of_row(*tensor, row);
      all.insert(all.end(), cells.begin(), cells.end());
    }
  }
  return all;
}

void expect_same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(std::bit_cast<uint32_t>(a[i]), std::bit_cast<uint32_t>(b[i]))
        << "number " << i << ": " << a[i] << " and " << b[i];
}

// Tensors joined along their axis `query`.
void append_places(Tensor* all, const Tensor& more) {
  if (all->values.empty()) {
    *all = more;
    return;
  }
  const int at = more.shape.find(axis::kQuery);
  const int64_t inner = more.shape.stride(at), outer = more.shape.count() / (inner * more.shape[at].size);
  const int64_t first = all->shape[at].size * inner, second = more.shape[at].size * inner;
  Tensor joined{all->shape.with(at, {axis::kQuery, all->shape[at].size + more.shape[at].size}), {}};
  for (int64_t o = 0; o < outer; ++o) {
    joined.values.insert(joined.values.end(), all->values.begin() + o * first, all->values.begin() + (o + 1) * first);
    joined.values.insert(joined.values.end(), more.values.begin() + o * second, more.values.begin() + (o + 1) * second);
  }
  *all = std::move(joined);
}

}  // namespace

Params smallest(const Model& model) { return with_sizes(model, 0); }

// 16: wide enough for a few examples in a few hundred steps, without dropout, which is there to make this harder.
Params learnable(const Model& model) {
  Params params = with_sizes(model, 16);
  if (params.has("dropout")) {
    EXPECT_TRUE(params.set_number("dropout", 0).ok());
  }
  return params;
}

std::vector<ModelForm> model_forms(const Model& model, const Params& base) {
  std::vector<ModelForm> forms = {{"as it is", base}};
  for (const ParamSpec& spec : model.text.params) {
    const size_t values = spec.kind == ParamKind::kFlag ? 2 : spec.choices.size();
    for (size_t value = 0; value < values; ++value) {
      if (value == static_cast<size_t>(spec.fallback)) continue;
      ModelForm form{std::string(spec.id), base};
      make_seen(spec, &form.params);
      if (spec.kind == ParamKind::kFlag) {
        EXPECT_TRUE(form.params.set_flag(spec.id, value == 1).ok());
      } else {
        EXPECT_TRUE(form.params.set_choice(spec.id, spec.choices[value].value).ok());
        form.says += "=" + std::string(spec.choices[value].value);
      }
      forms.push_back(std::move(form));
    }
    if (spec.id == "dropout") {
      ModelForm form{"dropout", base};
      EXPECT_TRUE(form.params.set_number(spec.id, 0.25).ok());
      forms.push_back(std::move(form));
    }
  }
  return forms;
}

TaskSizes tiny_sizes(TaskKind kind) {
  TaskSizes sizes;
  sizes.target_pieces = kind == TaskKind::kDocuments ? 2 : 6;
  if (kind == TaskKind::kSequences) sizes.source_pieces = 7, sizes.longest_source = 5, sizes.longest_target = 4;
  if (kind == TaskKind::kNumbers) sizes.features = 2, sizes.longest_source = 5, sizes.target_pieces = 0;
  if (kind == TaskKind::kPictures) sizes.rows = sizes.columns = 12, sizes.longest_target = 4;
  if (kind == TaskKind::kDocuments) sizes.source_pieces = 9, sizes.longest_source = 12;
  if (kind == TaskKind::kPixels) sizes.rows = 4, sizes.columns = 4, sizes.longest_target = 16;
  if (kind == TaskKind::kCopies) sizes.rows = sizes.columns = 6, sizes.target_pieces = 0;
  return sizes;
}

Batch tiny_batch(TaskKind kind, uint64_t seed) {
  constexpr Dim kRows{axis::kBatch, 3};
  const TaskSizes sizes = tiny_sizes(kind);
  Batch batch;
  switch (kind) {
    case TaskKind::kSequences:
      batch.source = ids_of({kRows, {axis::kKey, 5}}, sizes.source_pieces, kFirstPiece, seed);
      batch.target = ended(ids_of({kRows, {axis::kQuery, 4}}, sizes.target_pieces, kFirstPiece, seed + 1));
      break;
    case TaskKind::kNumbers:
      batch.source = numbers_of({kRows, {axis::kTime, 5}, {axis::kFeature, 2}}, seed);
      batch.target = numbers_of({kRows, {axis::kOne, 1}}, seed + 1);
      break;
    case TaskKind::kPictures:
      batch.source = numbers_of({kRows, {"row", sizes.rows}, {"column", sizes.columns}}, seed);
      batch.target = ended(ids_of({kRows, {axis::kQuery, 4}}, sizes.target_pieces, kFirstPiece, seed + 1));
      break;
    case TaskKind::kDocuments:
      batch.source = ids_of({kRows, {"sentence", 3}, {"word", 4}}, sizes.source_pieces, 0, seed);
      for (size_t i = 3; i < batch.source.values.size(); i += 4)
        batch.source.values[i] = kNoTarget;                                // shorter sentences
      for (size_t i = 8; i < 12; ++i) batch.source.values[i] = kNoTarget;  // and a shorter document
      batch.target = {{kRows}, {0, 1, 1}};
      break;
    case TaskKind::kPixels:
      batch.target = ids_of({kRows, {axis::kQuery, sizes.rows * sizes.columns}}, sizes.target_pieces, 0, seed);
      break;
    case TaskKind::kCopies:
      batch.source = batch.target = numbers_of({kRows, {"row", sizes.rows}, {"column", sizes.columns}}, seed);
      break;
  }
  return batch;
}

Batch one_row(const Batch& batch, int64_t row) {
  Batch one;
  if (!batch.source.values.empty()) one.source = batch_of_row(batch.source, row);
  one.target = batch_of_row(batch.target, row);
  return one;
}

Learner::Learner(const Model& model, const Params& params, TaskKind kind, uint64_t seed)
    : model_(model), params_(params), kind_(kind), parameters_(seed) {
  if (model.discretizer.empty()) return;
  // The one whose gradients are derivatives: the others jump, and let pass what they say they do.
  const CatalogDiscretizer* found = discretizer_of_file("gumbel_softmax");
  EXPECT_NE(found, nullptr);
  discretizer_params_ = std::make_unique<Params>(found->discretizer.text.params);
  EXPECT_TRUE(discretizer_params_->set_number("bits", 3).ok());
  discretization_ = {&found->discretizer, discretizer_params_.get()};
}

Recorder::Context Learner::context(bool training, int64_t step) {
  Recorder::Context context;
  context.parameters = &parameters_, context.params = &params_;
  context.sizes = tiny_sizes(kind_), context.discretization = discretization_;
  context.training = training, context.step = step;
  return context;
}

Learner::Record Learner::record(const Batch& batch, bool training, int64_t step) {
  Record record;
  record.recorder = std::make_unique<Recorder>(*record.graph, context(training, step));
  Recorder& r = *record.recorder;
  Run run;
  run.model = &model_, run.kind = kind_;
  const Recorded recorded = record_batch(r, run, batch, /*smoothing=*/0);
  record.prediction = recorded.prediction, record.loss = recorded.loss;
  EXPECT_TRUE(record.graph->status().ok()) << record.graph->status().argument << ": " << record.graph->status().got
                                           << "; takes " << record.graph->status().takes;
  return record;
}

std::vector<float> Learner::says(const Batch& batch) {
  const Record record = this->record(batch, /*training=*/false);
  Evaluation<float> values(*record.graph);
  EXPECT_TRUE(values.run().ok());
  Tensor weights;
  if (!record.prediction.attention.empty()) weights = computed(values, record.prediction.attention[0]);
  return told(computed(values, record.prediction.output), weights, batch.size());
}

std::vector<float> Learner::says_in_parts(const Batch& batch, const std::vector<int64_t>& parts) {
  std::map<std::string, Tensor> memory, carried;
  {
    Graph graph;
    Recorder recorder(graph, context(false, 0));
    const Memory made = model_.encode(recorder, leaf_of(graph, batch.source, "source"));
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    for (const auto& [name, value] : made) memory[name] = computed(values, value);
  }
  const Tensor inputs = shifted(batch.target);
  Tensor output, weights;
  int64_t begin = 0;
  for (const int64_t places : parts) {
    Graph graph;
    Recorder recorder(graph, context(false, 0));
    Memory given;
    for (const auto& [name, tensor] : memory) given[name] = leaf_of(graph, tensor, "memory_" + name);
    for (const auto& [name, tensor] : carried) recorder.give(name, leaf_of(graph, tensor, "carried_" + name));
    const Prediction prediction =
        model_.decode(recorder, given, leaf_of(graph, places_of(inputs, begin, begin + places), "inputs"));
    begin += places;
    EXPECT_TRUE(graph.status().ok()) << graph.status().argument << ": " << graph.status().got;
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    append_places(&output, computed(values, prediction.output));
    if (!prediction.attention.empty()) append_places(&weights, computed(values, prediction.attention[0]));
    carried.clear();
    for (const auto& [name, value] : recorder.left()) {
      // Beams pick rows of what is carried.
      EXPECT_TRUE(value.shape()[0].axis == axis::kBatch || value.shape().find(axis::kBatch) >= 0) << name;
      carried[name] = computed(values, value);
    }
  }
  return told(output, weights, batch.size());
}

void check_gradients(Learner& learner, const Batch& batch, bool training) {
  learner.record(batch, training);  // asks for all parameters
  shake(learner.parameters(), 0.25, 3);
  const Learner::Record record = learner.record(batch, training);
  check_gradients(*record.graph, record.recorder->parameter_nodes(), record.loss, /*cells_of_each=*/3);
}

void check_rows_stand_alone(Learner& learner, const Batch& batch) {
  learner.says(batch);
  shake(learner.parameters(), 0.25, 5);
  const std::vector<float> together = learner.says(batch);
  std::vector<float> alone;
  for (int64_t row = 0; row < batch.size(); ++row) {
    const std::vector<float> said = learner.says(one_row(batch, row));
    alone.insert(alone.end(), said.begin(), said.end());
  }
  for (const float value : together) ASSERT_TRUE(std::isfinite(value));
  expect_same_bits(together, alone);
}

void check_parts(Learner& learner, const Batch& batch) {
  learner.says(batch);
  shake(learner.parameters(), 0.25, 9);
  const std::vector<float> at_once = learner.says(batch);
  expect_same_bits(at_once, learner.says_in_parts(batch, {4}));
  expect_same_bits(at_once, learner.says_in_parts(batch, {1, 1, 1, 1}));
  expect_same_bits(at_once, learner.says_in_parts(batch, {1, 2, 1}));
}

float loss_after(Learner& learner, const Batch& batch, int64_t steps) {
  static const std::vector<ParamSpec> specs = optimizer_params();
  const Params params(specs);  // Adam, gradients clipped at 1
  const auto optimizer = make_optimizer(params);
  Backprop backprop;
  float loss = 0;
  for (int64_t step = 1; step <= steps; ++step) {
    const Learner::Record record = learner.record(batch, /*training=*/true, step);
    const ParameterNodes& nodes = record.recorder->parameter_nodes();
    learner.parameters().clear_gradients();
    EXPECT_TRUE(backprop.run(*record.graph, nodes, record.loss.node(), record.recorder->measured()).ok());
    record.recorder->settle(backprop);
    loss = backprop.loss();
    clip_gradients(learner.parameters(), params.number("clip"));
    for (const auto& parameter : learner.parameters().all()) {
      parameter->moments.resize(static_cast<size_t>(optimizer->moments()),
                                std::vector<float>(parameter->values->size()));
      if (parameter->learned) optimizer->update(*parameter, 0.01, step);  // a few examples bear long steps
    }
  }
  return loss;
}

}  // namespace attn::test
