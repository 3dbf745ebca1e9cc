#include "core/runs/decoding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/catalog/learning.h"
#include "core/runs/beam.h"
#include "core/runs/metrics.h"
#include "core/runs/settings.h"
#include "core/runs/trainer.h"

namespace attn::test {
namespace {

// Every model of sequences, untrained but for a few steps, on short strings.
class DecodingTest : public testing::TestWithParam<const CatalogModel*> {
 protected:
  DecodingTest() : model_(GetParam()->model), params_(model_.text.params), settings_(training_settings(model_)) {
    Status status;
    examples_ = task_.open(task_params_, {}, &status);
    EXPECT_TRUE(status.ok());
    run_ = {&model_, &params_, examples_.get(), TaskKind::kSequences, {}, {}, 5};
    EXPECT_TRUE(settings_.set_number("batch", 8).ok());
    trainer_ = std::make_unique<Trainer>(run_, settings_);
    Update update;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(trainer_->step(&update).ok());
    batch_ = examples_->held_out_batches(0, 3, 1).at(0);
  }

  const Model& model_;
  const Task& task_ = find_task("reverse")->task;
  Params params_, task_params_{task_.text.params}, settings_;
  std::unique_ptr<Examples> examples_;
  std::unique_ptr<Trainer> trainer_;
  attn::Run run_;
  Batch batch_;
};

TEST_P(DecodingTest, MoreBeamsFindNothingLessLikely) {
  BeamSearch one, four;
  ASSERT_TRUE(beam_search(run_, &trainer_->parameters(), batch_.source, 1, 0, 5, &one).ok());
  ASSERT_TRUE(beam_search(run_, &trainer_->parameters(), batch_.source, 4, 0, 5, &four).ok());
  EXPECT_GE(four.score, one.score - 1e-9);
}

TEST_P(DecodingTest, SharesAreThoseOfTheWholeText) {
  Decoding decoding(run_, &trainer_->parameters());
  ASSERT_TRUE(decoding.read(batch_.source).ok());
  std::vector<NextPiece> said;
  const std::vector<int64_t> text = {kStartPiece, 3, 2, 4};
  for (const int64_t piece : text) ASSERT_TRUE(decoding.next({piece}, &said).ok());

  Graph graph;
  Recorder recorder(graph, {.parameters = &trainer_->parameters(), .params = &params_, .sizes = examples_->sizes()});
  Batch whole = batch_;
  whole.target = {{{axis::kBatch, 1}, {axis::kQuery, 4}}, {3, 2, 4, 1}};
  const Recorded recorded = record_batch(recorder, run_, whole, 0);
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.run().ok());
  const int64_t pieces = recorded.prediction.output.shape().columns();
  const float* last = values.data(recorded.prediction.output.node()) + 3 * pieces;
  // The same digits, so the same log-softmax of them.
  double sum = 0;
  for (int64_t k = 0; k < pieces; ++k) sum += std::exp(static_cast<double>(last[k]));
  for (int64_t k = 0; k < pieces; ++k)
    EXPECT_NEAR(said[0].log_shares[static_cast<size_t>(k)], last[k] - std::log(sum), 2e-5) << k;
}

TEST_P(DecodingTest, SeveralPiecesAtOnceSayWhatTheySayOneByOne) {
  const std::vector<int64_t> text = {kStartPiece, 3, 2, 4, 2};
  Decoding one(run_, &trainer_->parameters()), block(run_, &trainer_->parameters());
  ASSERT_TRUE(one.read(batch_.source).ok());
  ASSERT_TRUE(block.read(batch_.source).ok());
  std::vector<NextPiece> said, last;
  ASSERT_TRUE(block.extend({{text[0], text[1]}}, &said).ok());
  ASSERT_TRUE(block.extend({{text[2], text[3], text[4]}}, &said).ok());
  ASSERT_EQ(said.size(), 3U);
  for (size_t i = 0; i < text.size(); ++i) {
    ASSERT_TRUE(one.next({text[i]}, &last).ok());
    if (i < 2) continue;
    EXPECT_EQ(said[i - 2].log_shares, last[0].log_shares) << i;
    EXPECT_EQ(said[i - 2].alignment, last[0].alignment) << i;
  }
}

TEST_P(DecodingTest, WhatIsTakenBackWasNeverSaid) {
  Decoding plain(run_, &trainer_->parameters()), wavering(run_, &trainer_->parameters());
  wavering.keep_states();
  ASSERT_TRUE(plain.read(batch_.source).ok());
  ASSERT_TRUE(wavering.read(batch_.source).ok());
  std::vector<NextPiece> right, said;
  ASSERT_TRUE(plain.extend({{kStartPiece, 3, 2, 4}}, &right).ok());
  ASSERT_TRUE(wavering.extend({{kStartPiece, 3}}, &said).ok());
  ASSERT_TRUE(wavering.extend({{2, 5, 2}}, &said).ok());
  wavering.take_back(2);
  ASSERT_TRUE(wavering.extend({{3}}, &said).ok());
  wavering.take_back(2);
  EXPECT_EQ(wavering.length(), 2);
  ASSERT_TRUE(wavering.extend({{2, 4}}, &said).ok());
  EXPECT_EQ(said[0].log_shares, right[2].log_shares);
  EXPECT_EQ(said[1].log_shares, right[3].log_shares);
}

std::vector<const CatalogModel*> models() {
  std::vector<const CatalogModel*> list;
  for (const CatalogModel& entry : catalog_models())
    if (entry.model.takes == TaskKind::kSequences && says_pieces(entry.model)) list.push_back(&entry);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Every, DecodingTest, testing::ValuesIn(models()),
                         [](const auto& info) { return std::string(info.param->id); });

TEST(Metrics, EditDistanceIsLevenshteins) {
  const auto distance = [](std::string a, std::string b) {
    return edit_distance(std::vector<float>(a.begin(), a.end()), std::vector<float>(b.begin(), b.end()));
  };
  EXPECT_EQ(distance("", ""), 0);
  EXPECT_EQ(distance("abc", ""), 3);
  EXPECT_EQ(distance("", "ab"), 2);
  EXPECT_EQ(distance("kitten", "sitting"), 3);
  EXPECT_EQ(distance("abcd", "bcda"), 2);
  EXPECT_EQ(distance("same", "same"), 0);
}

}  // namespace
}  // namespace attn::test
