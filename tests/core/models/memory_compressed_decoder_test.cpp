#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model memory_compressed_decoder();
}

namespace attn::test {
namespace {

class MemoryCompressedDecoder : public testing::TestWithParam<TinyModel> {};

TEST_P(MemoryCompressedDecoder, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::memory_compressed_decoder(), GetParam().values, kTinySizes, kTinyLength);
}

TEST_P(MemoryCompressedDecoder, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::memory_compressed_decoder(), GetParam().values, kTinySizes, kTinyLength);
}

const TinyModel kCases[] = {
    {"paper", {{"layers", "2"}, {"width", "8"}, {"heads", "2"}, {"hidden", "6"}, {"block", "3"}, {"factor", "2"}}},
    {"code",
     {{"layers", "2"},
      {"width", "8"},
      {"heads", "2"},
      {"hidden", "6"},
      {"block", "4"},
      {"factor", "3"},
      {"form", "code"},
      {"reads", "previous"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, MemoryCompressedDecoder, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<TinyModel>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
