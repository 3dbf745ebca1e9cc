#include "tests/core/models/model_harness.h"
#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model image_transformer();
}

namespace attn::test {
namespace {

constexpr TaskSizes kSizes = {.target_pieces = 6, .longest_target = 20, .rows = 5, .columns = 4};
constexpr int64_t kLength = 18;

struct Case {
  std::string name;
  std::vector<ParamValue> values;
};

class ImageTransformer : public testing::TestWithParam<Case> {};

TEST_P(ImageTransformer, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::image_transformer(), GetParam().values, kSizes, kLength);
}

TEST_P(ImageTransformer, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::image_transformer(), GetParam().values, kSizes, kLength);
}

const Case kCases[] = {
    {"line",
     {{"layers", "2"},
      {"width", "8"},
      {"heads", "2"},
      {"hidden", "6"},
      {"attention", "1d"},
      {"block", "4"},
      {"memory", "3"}}},
    {"rectangles",
     {{"layers", "2"},
      {"width", "8"},
      {"heads", "2"},
      {"hidden", "6"},
      {"attention", "2d"},
      {"block_rows", "2"},
      {"block_columns", "2"},
      {"above", "1"},
      {"beside", "1"}}},
    {"norm_first",
     {{"layers", "2"},
      {"width", "8"},
      {"heads", "2"},
      {"hidden", "6"},
      {"norm", "first"},
      {"block", "5"},
      {"memory", "5"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, ImageTransformer, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

// The same checks as for every model (models_test.cpp), with a small picture beside the pixels.
Batch with_small(Batch batch) {
  const int64_t rows = batch.size();
  batch.source = {{{axis::kBatch, rows}, {axis::kRow, 2}, {axis::kColumn, 2}},
                  random_numbers(static_cast<size_t>(4 * rows), 8, 0, 1)};
  return batch;
}

TEST(ImageTransformerFromSmall, LearnsFromASmallPicture) {
  const Model model = models::image_transformer();
  for (const char* norm : {"last", "first"}) {
    Params params = smallest(model);
    ASSERT_TRUE(params.set_choice("norm", norm).ok());
    Learner tiny(model, params, TaskKind::kPixels);
    check_gradients(tiny, with_small(tiny_batch(TaskKind::kPixels, 1)), /*training=*/false);
    Learner rows(model, params, TaskKind::kPixels);
    check_rows_stand_alone(rows, with_small(tiny_batch(TaskKind::kPixels, 1)));
  }
  // Which picture it is can be seen from the start, so nothing needs to be guessed.
  Learner learner(model, learnable(model), TaskKind::kPixels);
  EXPECT_LT(loss_after(learner, with_small(tiny_batch(TaskKind::kPixels, 1)), 200), 0.05F);
}

TEST(ImageTransformerFromSmall, ReadsTheSmallPicture) {
  const Model model = models::image_transformer();
  Learner learner(model, smallest(model), TaskKind::kPixels);
  Batch batch = with_small(tiny_batch(TaskKind::kPixels, 1));
  const std::vector<float> before = learner.says(batch);
  batch.source.values[0] += 0.5F;
  EXPECT_NE(learner.says(batch), before);
}

}  // namespace
}  // namespace attn::test
