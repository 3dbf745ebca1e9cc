#include "tests/core/models/no_future_leak.h"

namespace attn::models {
Model decoder_only();
}

namespace attn::test {
namespace {

constexpr TaskSizes kSizes = {.source_pieces = 6, .target_pieces = 5, .longest_source = 5, .longest_target = 7};
constexpr int64_t kLength = 7;

struct Case {
  std::string name;
  std::vector<ParamValue> values;
};

class DecoderOnly : public testing::TestWithParam<Case> {};

TEST_P(DecoderOnly, NothingWrittenLaterIsRead) {
  expect_no_future_leak(models::decoder_only(), GetParam().values, kSizes, kLength);
}

TEST_P(DecoderOnly, GradientsEqualCentralDifferences) {
  expect_true_gradients(models::decoder_only(), GetParam().values, kSizes, kLength);
}

const Case kCases[] = {
    {"norm_last", {{"layers", "2"}, {"width", "8"}, {"heads", "2"}, {"hidden", "6"}}},
    {"norm_first", {{"layers", "2"}, {"width", "8"}, {"heads", "2"}, {"hidden", "6"}, {"norm", "first"}}},
};
INSTANTIATE_TEST_SUITE_P(Kinds, DecoderOnly, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
