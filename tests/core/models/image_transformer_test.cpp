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

}  // namespace
}  // namespace attn::test
