#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model slicenet();
}

namespace attn::test {
namespace {

constexpr TaskSizes kSizes = {.source_pieces = 6, .target_pieces = 5, .longest_source = 5, .longest_target = 7};
constexpr int64_t kLength = 7;

struct Case {
  std::string name;
  std::vector<ParamValue> values;
};

class SliceNet : public testing::TestWithParam<Case> {};

TEST_P(SliceNet, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::slicenet(), GetParam().values, kSizes, kLength);
}

TEST_P(SliceNet, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::slicenet(), GetParam().values, kSizes, kLength);
}

const Case kCases[] = {
    {"inside", {{"layers", "1"}, {"width", "8"}, {"third", "3"}, {"fourth", "5"}}},
    {"outside", {{"layers", "2"}, {"width", "8"}, {"third", "3"}, {"fourth", "4"}, {"scale", "outside"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, SliceNet, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
