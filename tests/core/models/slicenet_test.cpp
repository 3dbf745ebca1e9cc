#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model slicenet();
}

namespace attn::test {
namespace {

class SliceNet : public testing::TestWithParam<TinyModel> {};

TEST_P(SliceNet, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::slicenet(), GetParam().values, kTinySizes, kTinyLength);
}

TEST_P(SliceNet, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::slicenet(), GetParam().values, kTinySizes, kTinyLength);
}

const TinyModel kCases[] = {
    {"inside", {{"layers", "1"}, {"width", "8"}, {"third", "3"}, {"fourth", "5"}}},
    {"outside", {{"layers", "2"}, {"width", "8"}, {"third", "3"}, {"fourth", "4"}, {"scale", "outside"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, SliceNet, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<TinyModel>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
