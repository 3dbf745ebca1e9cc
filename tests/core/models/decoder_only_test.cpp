#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model decoder_only();
}

namespace attn::test {
namespace {

class DecoderOnly : public testing::TestWithParam<TinyModel> {};

TEST_P(DecoderOnly, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::decoder_only(), GetParam().values, kTinySizes, kTinyLength);
}

TEST_P(DecoderOnly, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::decoder_only(), GetParam().values, kTinySizes, kTinyLength);
}

const TinyModel kCases[] = {
    {"norm_last", {{"layers", "2"}, {"width", "8"}, {"heads", "2"}, {"hidden", "6"}}},
    {"norm_first", {{"layers", "2"}, {"width", "8"}, {"heads", "2"}, {"hidden", "6"}, {"norm", "first"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, DecoderOnly, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<TinyModel>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
