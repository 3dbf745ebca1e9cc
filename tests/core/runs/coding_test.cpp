#include "core/runs/coding.h"

#include "tests/core/runs/coding_case.h"

namespace attn::test {
namespace {

constexpr int64_t kShown = 7;

class Coding : public CodingTest {
 protected:
  void look() {
    ASSERT_TRUE(code_shape(trainer_->run(), parameters(), &shape_).ok());
    batches_ = chosen_->examples->held_out_batches(0, kShown, 4);
    ASSERT_TRUE(code_pictures(trainer_->run(), parameters(), batches_, &coded_).ok());
  }

  CodeShape shape_;
  std::vector<Batch> batches_;
  Coded coded_;
};

TEST_P(Coding, TellsVectorsCodesAndPicturesOfEveryPlace) {
  train(3);
  look();
  const auto places = static_cast<size_t>(kShown * shape_.rows * shape_.columns);
  EXPECT_EQ(shape_.rows * 4, digits::kSide + 2);  // halved twice, rounded up
  EXPECT_EQ(coded_.count, kShown);
  EXPECT_EQ(coded_.vectors.size(), places * static_cast<size_t>(shape_.width));
  EXPECT_EQ(coded_.codes.size(), places);
  EXPECT_EQ(coded_.pictures.size(), static_cast<size_t>(kShown * digits::kPixels));
  for (const int64_t code : coded_.codes) {
    EXPECT_GE(code, 0);
    EXPECT_LT(code, shape_.codes());
  }
}

TEST_P(Coding, TheErrorIsTheMeanSquareOverPixels) {
  train(2);
  look();
  double sum = 0;
  size_t at = 0;
  for (const Batch& batch : batches_) {
    for (const float wanted : batch.target.values) {
      const double apart = static_cast<double>(coded_.pictures[at++]) - static_cast<double>(wanted);
      sum += apart * apart;
    }
  }
  ASSERT_EQ(at, coded_.pictures.size());
  EXPECT_NEAR(coded_.error, sum / static_cast<double>(at), 1e-12);
}

// The codes hold all that the decoder reads: nothing passes beside them.
TEST_P(Coding, ThePictureOfItsCodesIsTheReconstruction) {
  train(4);
  look();
  std::vector<float> drawn;
  ASSERT_TRUE(draw_codes(trainer_->run(), parameters(), shape_, coded_.codes, &drawn).ok());
  ASSERT_EQ(drawn.size(), coded_.pictures.size());
  for (size_t i = 0; i < drawn.size(); ++i) EXPECT_NEAR(drawn[i], coded_.pictures[i], 1e-6) << i;
}

TEST_P(Coding, OtherCodesMakeAnotherPicture) {
  train(4);
  look();
  std::vector<float> drawn, table;
  ASSERT_TRUE(code_vectors(trainer_->run(), parameters(), shape_, &table).ok());
  std::vector<int64_t> codes(coded_.codes.begin(), coded_.codes.begin() + shape_.rows * shape_.columns);
  codes[0] = (codes[0] + 1) % shape_.codes();
  ASSERT_TRUE(draw_codes(trainer_->run(), parameters(), shape_, codes, &drawn).ok());
  EXPECT_FALSE(std::equal(drawn.begin(), drawn.end(), coded_.pictures.begin()));
}

// Asked by themselves, vectors take the codes that they take within the model.
TEST_P(Coding, VectorsTakeTheSameCodesByThemselves) {
  train(4);
  look();
  std::vector<int64_t> numbers;
  ASSERT_TRUE(codes_of(trainer_->run(), parameters(), shape_, coded_.vectors, &numbers).ok());
  EXPECT_EQ(numbers, coded_.codes);
}

TEST_P(Coding, BlocksBecomeOneNumberAndBack) {
  const CodeSizes sizes = chosen_->discretizer->discretizer.sizes(chosen_->discretizer_params);
  int64_t all = 1;
  for (int64_t block = 0; block < sizes.blocks; ++block) all *= sizes.entries;
  std::vector<int64_t> numbers;
  for (int64_t number = 0; number < all; ++number) numbers.push_back(number);
  EXPECT_EQ(joined_codes(codes_in_blocks(numbers, sizes), sizes.entries), numbers);
}

TEST_P(Coding, AsksForNoParameterThatIsNotTrained) {
  const int64_t before = parameters()->count();
  look();
  std::vector<float> table;
  ASSERT_TRUE(code_vectors(trainer_->run(), parameters(), shape_, &table).ok());
  EXPECT_EQ(parameters()->count(), before);
  EXPECT_EQ(table.size(), static_cast<size_t>(shape_.codes() * shape_.width));
}

// The window counts what the batches took, every vector once.
TEST_P(Coding, TheWindowCountsTheVectorsOfTheLatestBatches) {
  train(3);
  look();
  const std::vector<int64_t> counts = trainer_->codes().counts(shape_.codes());
  int64_t sum = 0;
  for (const int64_t count : counts) sum += count;
  EXPECT_EQ(trainer_->codes().batches(), 3);
  EXPECT_EQ(sum, 3 * 8 * shape_.rows * shape_.columns);
  ASSERT_TRUE(trainer_->begin_with(trainer_->weights()).ok());
  EXPECT_EQ(trainer_->codes().batches(), 0);
}

INSTANTIATE_TEST_SUITE_P(Every, Coding, every_discretizer(), discretizer_name);

TEST(TakesNearest, SaysWhetherAnyOtherCodeIsNearer) {
  const std::vector<float> table = {0, 0, 1, 0, 0, 1};
  const std::vector<float> vectors = {0.1F, 0.1F, 0.9F, 0.2F, 0.4F, 0.7F};
  EXPECT_TRUE(takes_nearest(vectors, std::vector<int64_t>{0, 1, 2}, table, 2));
  EXPECT_FALSE(takes_nearest(vectors, std::vector<int64_t>{0, 1, 1}, table, 2));
  // as far from both
  EXPECT_TRUE(takes_nearest(std::vector<float>{0.5F, 0}, std::vector<int64_t>{1}, table, 2));
  EXPECT_FALSE(takes_nearest(vectors, std::vector<int64_t>{0, 1, 2}, {}, 2));
}

}  // namespace
}  // namespace attn::test
