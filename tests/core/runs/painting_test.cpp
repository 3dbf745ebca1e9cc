// Pixels drawn one by one, against the model asked about the whole picture at once.
#include "core/runs/painting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/catalog/learning.h"
#include "core/runs/settings.h"
#include "core/runs/trainer.h"
#include "tests/core/tasks/digits_data.h"

namespace attn::test {
namespace {

// A small model in each of its forms, a few steps old, and the first held-out digits.
struct Case {
  const char* attention;
  const char* goal;
};

class Painting : public testing::TestWithParam<Case> {
 protected:
  Painting() : model_(find_model("image_transformer")->model), params_(model_.text.params) {
    const auto [attention, goal] = GetParam();
    for (const auto& [id, value] : {std::pair("layers", 2), {"width", 8}, {"heads", 2}, {"hidden", 8}})
      EXPECT_TRUE(params_.set_number(id, value).ok());
    EXPECT_TRUE(params_.set_choice("attention", attention).ok());
    EXPECT_TRUE(task_params_.set_choice("goal", goal).ok());
    Status status;
    data_ = data_file(small_digits());
    examples_ = task_.open(task_params_, data_, &status);
    EXPECT_TRUE(status.ok());
    run_ = {&model_, &params_, examples_.get(), TaskKind::kPixels, {}, {}, 5};
    EXPECT_TRUE(settings_.set_number("batch", 4).ok());
    trainer_ = std::make_unique<Trainer>(run_, settings_);
    Update update;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(trainer_->step(&update).ok());
  }

  // Held-out digits as pictures; their small picture is the first one's.
  Pictures digits(int64_t count, size_t pixels) const {
    const Batch batch = examples_->held_out_batches(0, count, static_cast<int64_t>(count)).at(0);
    Pictures pictures;
    for (int64_t i = 0; i < count; ++i) {
      std::vector<int64_t>& levels = pictures.levels.emplace_back();
      const float* ids = batch.target.values.data() + i * batch.target.shape.columns();
      for (size_t p = 0; p < pixels; ++p) levels.push_back(static_cast<int64_t>(ids[p]) - kFirstPiece);
    }
    const Tensor& source = batch.source;
    if (source.shape.rank() > 0) {
      pictures.small.shape = {source.shape[1], source.shape[2]};
      pictures.small.values.assign(source.values.begin(),
                                   source.values.begin() + source.shape[1].size * source.shape[2].size);
    }
    return pictures;
  }
  Status next(const Pictures& so_far, double temperature, std::vector<NextPixel>* said) {
    Remembered nothing;
    return next_pixel(run_, &trainer_->parameters(), so_far, temperature, &nothing, said);
  }

  const Model& model_;
  const Task& task_ = find_task("digit_completion")->task;
  Params params_, task_params_{task_.text.params}, settings_{training_settings(model_)};
  std::vector<uint8_t> data_;
  std::unique_ptr<Examples> examples_;
  std::unique_ptr<Trainer> trainer_;
  attn::Run run_;
};

TEST_P(Painting, SharesAreThoseOfTheWholePicture) {
  const Pictures whole = digits(2, 196);
  std::vector<std::vector<float>> logs;
  ASSERT_TRUE(log_shares(run_, &trainer_->parameters(), whole, &logs).ok());
  for (const size_t place : {0U, 1U, 13U, 14U, 28U, 100U, 195U}) {
    Pictures so_far = whole;
    for (std::vector<int64_t>& levels : so_far.levels) levels.resize(place);
    std::vector<NextPixel> said;
    ASSERT_TRUE(next(so_far, 1, &said).ok());
    for (size_t i = 0; i < 2; ++i) {
      const auto level = static_cast<size_t>(whole.levels[i][place]);
      EXPECT_NEAR(std::log(said[i].shares[level]), logs[i][place], 1e-5) << place;  // float shares of about 0.1
      EXPECT_NEAR(std::accumulate(said[i].shares.begin(), said[i].shares.end(), 0.0), 1, 1e-6);
    }
  }
}

TEST_P(Painting, GoesOnWithTheSameDigits) {
  const Pictures whole = digits(2, 196);
  Remembered remembered;
  // Two pixels at a time here and there, and back to fewer: then all is read anew.
  for (const size_t place : {0U, 1U, 2U, 13U, 14U, 15U, 27U, 28U, 30U, 57U, 195U, 60U, 61U}) {
    Pictures so_far = whole;
    for (std::vector<int64_t>& levels : so_far.levels) levels.resize(place);
    std::vector<NextPixel> cheap, anew;
    ASSERT_TRUE(next_pixel(run_, &trainer_->parameters(), so_far, 1, &remembered, &cheap).ok());
    ASSERT_TRUE(next(so_far, 1, &anew).ok());
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(cheap[i].shares, anew[i].shares) << place;
      EXPECT_EQ(cheap[i].looks, anew[i].looks) << place;
      EXPECT_EQ(cheap[i].reading, anew[i].reading) << place;
    }
  }
}

TEST_P(Painting, AnotherPictureIsReadFromItsBeginning) {
  Pictures so_far = digits(2, 40);
  Remembered remembered;
  std::vector<NextPixel> said, anew;
  ASSERT_TRUE(next_pixel(run_, &trainer_->parameters(), so_far, 1, &remembered, &said).ok());
  for (std::vector<int64_t>& levels : so_far.levels) levels[5] = levels[5] == 0 ? 1 : 0, levels.push_back(2);
  ASSERT_TRUE(next_pixel(run_, &trainer_->parameters(), so_far, 1, &remembered, &said).ok());
  ASSERT_TRUE(next(so_far, 1, &anew).ok());
  EXPECT_EQ(said[1].shares, anew[1].shares);
}

TEST_P(Painting, LooksAtPixelsBeforeIt) {
  std::vector<NextPixel> said;
  ASSERT_TRUE(next(digits(2, 40), 1, &said).ok());
  for (const NextPixel& pixel : said) {
    ASSERT_EQ(pixel.looks.size(), 2U * 40);
    for (int64_t layer = 0; layer < 2; ++layer) {
      const auto first = pixel.looks.begin() + layer * 40;
      const double sum = std::accumulate(first, first + 40, 0.0);
      EXPECT_GT(sum, 0.1);
      EXPECT_LT(sum, 1.00001);
    }
    const bool doubles = std::string(GetParam().goal) == "double";
    ASSERT_EQ(pixel.reading.size(), doubles ? 2U * 49 : 0U);
    EXPECT_NEAR(std::accumulate(pixel.reading.begin(), pixel.reading.end(), 0.0), doubles ? 2 : 0, 1e-5);
  }
}

TEST_P(Painting, APictureDoesNotDependOnTheOthers) {
  const Pictures together = digits(3, 50);
  std::vector<NextPixel> all, one;
  ASSERT_TRUE(next(together, 0.7, &all).ok());
  Pictures alone = together;
  alone.levels = {together.levels[1]};
  ASSERT_TRUE(next(alone, 0.7, &one).ok());
  EXPECT_EQ(all[1].shares, one[0].shares);
  EXPECT_EQ(all[1].looks, one[0].looks);
}

TEST_P(Painting, WithoutTemperatureTheLikeliestHasAll) {
  const Pictures so_far = digits(1, 30);
  std::vector<NextPixel> warm, cold;
  ASSERT_TRUE(next(so_far, 1, &warm).ok());
  ASSERT_TRUE(next(so_far, 0, &cold).ok());
  const auto best = std::max_element(warm[0].shares.begin(), warm[0].shares.end()) - warm[0].shares.begin();
  EXPECT_EQ(cold[0].shares[static_cast<size_t>(best)], 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, Painting,
                         testing::Values(Case{"1d", "complete"}, Case{"2d", "complete"}, Case{"1d", "double"}),
                         [](const testing::TestParamInfo<Case>& info) {
                           return std::string(info.param.goal) + info.param.attention;
                         });

TEST(DrawLevel, FollowsTheSharesAndRepeats) {
  const std::vector<float> shares = {0.5F, 0, 0.3F, 0.2F};
  std::vector<int64_t> counts(4);
  for (int64_t place = 0; place < 10'000; ++place) {
    const int64_t level = draw_level(shares, 7, 1, place);
    EXPECT_EQ(level, draw_level(shares, 7, 1, place));
    ++counts[static_cast<size_t>(level)];
  }
  EXPECT_EQ(counts[1], 0);
  // Five deviations of 10,000 draws are 250.
  EXPECT_NEAR(static_cast<double>(counts[0]), 5000, 250);
  EXPECT_NEAR(static_cast<double>(counts[2]), 3000, 250);
}

TEST(ChooseCandidate, WeighsByLikelihood) {
  const std::vector<double> likelihoods = {-1001, -1000, -1002};
  std::vector<int64_t> counts(3);
  for (uint64_t seed = 0; seed < 10'000; ++seed)
    ++counts[static_cast<size_t>(choose_candidate(likelihoods, seed).candidate)];
  const Chosen chosen = choose_candidate(likelihoods, 1);
  EXPECT_NEAR(chosen.weights[0] / chosen.weights[1], std::exp(-1), 1e-9);
  EXPECT_NEAR(std::accumulate(chosen.weights.begin(), chosen.weights.end(), 0.0), 1, 1e-12);
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(static_cast<double>(counts[i]), 10'000 * chosen.weights[i], 250);
  EXPECT_TRUE(choose_candidate({}, 1).weights.empty());
}

}  // namespace
}  // namespace attn::test
