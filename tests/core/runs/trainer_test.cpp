#include "core/runs/trainer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/learning.h"
#include "core/runs/metrics.h"
#include "core/runs/settings.h"

namespace attn::test {
namespace {

// A small run of the first model of sequences on the first task of them: what is tested here holds for all.
class TrainerTest : public testing::Test {
 protected:
  TrainerTest() {
    for (const auto& [name, value] : {std::pair{"width", 8.0}, {"hidden", 16.0}, {"heads", 2.0}, {"layers", 1.0}})
      if (params_.has(name)) EXPECT_TRUE(params_.set_number(name, value).ok());
    EXPECT_TRUE(settings_.set_number("batch", 4).ok());
    EXPECT_TRUE(settings_.set_number("steps", 40).ok());
    Status status;
    examples_ = task_.open(task_params_, {}, &status);
    EXPECT_TRUE(status.ok());
    run_ = {&model_, &params_, examples_.get(), TaskKind::kSequences, {}, {}, 5};
  }

  std::vector<float> numbers(Trainer& trainer) {
    std::vector<float> all;
    for (const auto& parameter : trainer.parameters().all())
      all.insert(all.end(), parameter->values->begin(), parameter->values->end());
    return all;
  }

  const Model& model_ = find_model("transformer")->model;
  const Task& task_ = find_task("reverse")->task;
  Params params_{model_.text.params}, task_params_{task_.text.params}, settings_ = training_settings(model_);
  std::unique_ptr<Examples> examples_;
  attn::Run run_;
};

TEST_F(TrainerTest, ARunFromACheckpointGoesOnBitForBit) {
  Update update;
  Trainer whole(run_, settings_), first(run_, settings_), second(run_, settings_);
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(whole.step(&update).ok());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(first.step(&update).ok());
  TensorFile file;
  ASSERT_TRUE(read_safetensors(write_safetensors(first.checkpoint(), Precision::kF32), &file).ok());
  ASSERT_TRUE(second.restore(file).ok());
  EXPECT_EQ(second.steps_done(), 5);
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(second.step(&update).ok());
  EXPECT_EQ(numbers(second), numbers(whole));
}

TEST_F(TrainerTest, TheSeedDecidesEverything) {
  Update update;
  Trainer a(run_, settings_), b(run_, settings_);
  attn::Run other = run_;
  other.seed = 6;
  Trainer c(other, settings_);
  for (Trainer* trainer : {&a, &b, &c}) ASSERT_TRUE(trainer->step(&update).ok());
  EXPECT_EQ(numbers(a), numbers(b));
  EXPECT_NE(numbers(a), numbers(c));
}

TEST_F(TrainerTest, LossGoesDown) {
  Update update;
  ASSERT_TRUE(settings_.set_number("rate", 0.01).ok());
  ASSERT_TRUE(settings_.set_number("warmup", 10).ok());
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.prepare().ok());
  const std::vector<Batch> held_out = examples_->held_out_batches(0, 100, 32);
  Score before, after;
  ASSERT_TRUE(score(run_, &trainer.parameters(), held_out, &before).ok());
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(trainer.step(&update).ok());
  ASSERT_TRUE(score(run_, &trainer.parameters(), held_out, &after).ok());
  EXPECT_LT(after.loss, before.loss);
  EXPECT_GT(after.accuracy, before.accuracy);
}

TEST_F(TrainerTest, WhatIsNotFiniteIsNamedAndChangesNothing) {
  Update update;
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.step(&update).ok());
  (*trainer.parameters().all()[0]->values)[0] = 1e38F;
  (*trainer.parameters().all()[0]->values)[1] = -1e38F;
  for (float& value : *trainer.parameters().all()[1]->values) value = 1e38F;
  const std::vector<float> before = numbers(trainer);
  const Status status = trainer.step(&update);
  EXPECT_EQ(status.kind, ErrorKind::kDiverged);
  EXPECT_TRUE(status.argument == "loss" || status.argument == "gradient") << status.argument;
  EXPECT_NE(status.got.find("at step 2"), std::string::npos) << status.got;
  EXPECT_EQ(numbers(trainer), before);
  EXPECT_EQ(trainer.steps_done(), 1);
}

// The first row of a table of source pieces is the start, which no source has: it decides neither loss nor gradient.
TEST_F(TrainerTest, AnUpdateThatLeavesNoFiniteWeightsIsTakenBack) {
  ASSERT_TRUE(settings_.set_choice("optimizer", "sgd").ok());
  Update update;
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.step(&update).ok());
  Parameter& table = *trainer.parameters().find("encoder/embedding/table");
  (*table.values)[0] = 3e38F, table.moments[0][0] = 3e38F;
  const std::vector<float> before = numbers(trainer);
  const std::vector<NamedTensor> all_before = trainer.checkpoint().tensors;
  const Status status = trainer.step(&update);
  EXPECT_EQ(status.kind, ErrorKind::kDiverged);
  EXPECT_EQ(status.argument, "weights");
  EXPECT_NE(status.got.find("at step 2"), std::string::npos) << status.got;
  EXPECT_EQ(numbers(trainer), before);
  const TensorFile after = trainer.checkpoint();
  for (size_t i = 0; i < all_before.size(); ++i)
    EXPECT_EQ(after.tensors[i].values, all_before[i].values) << all_before[i].name;
  EXPECT_EQ(trainer.steps_done(), 1);
  // And goes on once it is mended, as a run does that never saw it.
  (*table.values)[0] = 0, table.moments[0][0] = 0;
  EXPECT_TRUE(trainer.step(&update).ok());
  EXPECT_EQ(update.step, 2);
}

TEST_F(TrainerTest, WhatAStepDoesNotReadHasNoGradient) {
  Update update;
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.prepare().ok());
  Parameter& unread = trainer.parameters().get("unread", {{axis::kOne, 1}}, Start::ones());
  unread.gradient = {1};
  unread.moments.assign(2, {0});
  ASSERT_TRUE(trainer.step(&update).ok());
  EXPECT_EQ(unread.gradient, std::vector<float>{0});
  EXPECT_EQ(*unread.values, std::vector<float>{1});
}

TEST_F(TrainerTest, WeightsOfOthersAreRefusedWhole) {
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.prepare().ok());
  const std::vector<float> before = numbers(trainer);
  TensorFile more = trainer.weights(), fewer = more;
  for (NamedTensor& tensor : more.tensors) tensor.values[0] += 1;
  fewer = more;
  more.tensors.push_back({"decoder/layer_9/w", {1}, {0}});
  fewer.tensors.pop_back();
  for (const TensorFile& file : {more, fewer}) {
    EXPECT_EQ(load_weights(file, &trainer.parameters()).kind, ErrorKind::kBadModel);
    EXPECT_EQ(numbers(trainer), before);
  }
  EXPECT_EQ(load_weights(more, &trainer.parameters()).got, "a tensor decoder/layer_9/w");
}

TEST_F(TrainerTest, WeightsAloneBeginARunAnew) {
  Update update;
  Trainer used(run_, settings_), fresh(run_, settings_);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(used.step(&update).ok());
  const TensorFile weights = used.weights();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(used.step(&update).ok());
  for (Trainer* trainer : {&used, &fresh}) {
    ASSERT_TRUE(trainer->begin_with(weights).ok());
    EXPECT_EQ(trainer->steps_done(), 0);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(trainer->step(&update).ok());
    EXPECT_EQ(update.step, 3);
  }
  EXPECT_EQ(numbers(used), numbers(fresh));
}

TEST_F(TrainerTest, CheckpointsOfOthersAreRefusedWhole) {
  Update update;
  Trainer trainer(run_, settings_);
  ASSERT_TRUE(trainer.step(&update).ok());
  const std::vector<float> before = numbers(trainer);
  TensorFile without = trainer.checkpoint(), resized = without, stepless = without;
  without.tensors.pop_back();
  resized.tensors[0].sizes = {1, 1};
  resized.tensors[0].values = {0};
  stepless.metadata.clear();
  for (const TensorFile& file : {without, resized, stepless}) {
    EXPECT_EQ(trainer.restore(file).kind, ErrorKind::kBadModel);
    EXPECT_EQ(numbers(trainer), before);
  }
}

TEST_F(TrainerTest, AnyAttentionOfTheCatalogueCanBePutIn) {
  Update update;
  const CatalogVariant* mechanism = find_variant("relative_position");
  ASSERT_NE(mechanism, nullptr);
  const Params params(mechanism->variant.text.params);
  run_.mechanism = {mechanism->variant.build, &params, mechanism->variant.batched};
  Trainer trainer(run_, settings_);
  const Status status = trainer.step(&update);
  ASSERT_TRUE(status.ok()) << status.argument << ": " << status.got;
  EXPECT_NE(trainer.parameters().find("encoder/layer_1/self/attention/w_distance_k"), nullptr);
}

}  // namespace
}  // namespace attn::test
