#include "core/runs/judging.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/catalog/learning.h"
#include "core/runs/settings.h"
#include "core/runs/trainer.h"
#include "tests/core/tasks/data_file.h"

namespace attn::test {
namespace {

// A task whose data hold words and no message, as pages get them.
std::vector<uint8_t> vocabulary_alone() {
  return data_file({integers_of("vocabulary", {1, 2, 3}), integers_of("words", {}), bytes_of("classes", {}),
                    integers_of("counts", {0, 0})});
}

class JudgingTest : public testing::Test {
 protected:
  JudgingTest() {
    Status status;
    examples_ = task_.open(task_params_, data_, &status);
    EXPECT_TRUE(status.ok());
    run_ = {&model_, &params_, examples_.get(), task_.kind, {}, {}, 5};
  }

  const Model& model_ = find_model("hierarchical_attention")->model;
  const Task& task_ = find_task("spam")->task;
  const std::vector<uint8_t> data_ = vocabulary_alone();
  Params params_{model_.text.params}, task_params_{task_.text.params};
  std::unique_ptr<Examples> examples_;
  attn::Run run_;
};

TEST_F(JudgingTest, NeedsNoExampleButTrainingDoes) {
  Trainer trainer(run_, training_settings(model_));
  ASSERT_TRUE(trainer.prepare().ok());
  EXPECT_GT(trainer.parameters().count(), 0);
  Update update;
  EXPECT_EQ(trainer.step(&update).argument, "task");
}

TEST_F(JudgingTest, SharesAddUpAndPaddingHasNone) {
  Trainer trainer(run_, training_settings(model_));
  ASSERT_TRUE(trainer.prepare().ok());
  const Tensor document{{{axis::kBatch, 1}, {axis::kSentence, 2}, {axis::kWord, 3}},
                        {2, 3, 4, 5, kNoTarget, kNoTarget}};
  Judgement judged;
  ASSERT_TRUE(judge(run_, &trainer.parameters(), document, &judged).ok());
  const auto sum = [](const std::vector<float>& of) { return std::accumulate(of.begin(), of.end(), 0.0); };
  EXPECT_NEAR(sum(judged.classes), 1, 1e-6);
  EXPECT_NEAR(sum(judged.sentences), 1, 1e-6);
  ASSERT_EQ(judged.words.size(), 2U);
  EXPECT_NEAR(sum(judged.words[0]), 1, 1e-6);
  EXPECT_EQ(judged.words[1], (std::vector<float>{1, 0, 0}));
}

}  // namespace
}  // namespace attn::test
