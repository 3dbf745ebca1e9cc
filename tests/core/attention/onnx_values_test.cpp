#include "core/attention/onnx_values.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace attn::onnx {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

int64_t find(const std::vector<float>& values, Beside beside = Beside::kNothing) {
  return find_odd(values.data(), static_cast<int64_t>(values.size()), beside);
}

TEST(OnnxValues, FindsTheFirstNumberThatIsNotFinite) {
  EXPECT_EQ(find({}), -1);
  const float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(find({0, -0.0F, most, -most, least, -least}), -1);
  // Longer than the blocks that are looked at together.
  for (const int64_t at : {0, 1, 4095, 4096, 9999}) {
    for (const float odd : {kInf, -kInf, kNan, -kNan}) {
      std::vector<float> values(10000, -1.5F);
      values.back() = kNan;
      values[static_cast<size_t>(at)] = odd;
      EXPECT_EQ(find(values), at);
    }
  }
}

TEST(OnnxValues, LeavesOutWhatHasAMeaning) {
  EXPECT_EQ(find({1, -kInf, kInf}, Beside::kMinusInfinity), 2);
  EXPECT_EQ(find({1, -kInf, kNan}, Beside::kMinusInfinity), 2);
  EXPECT_EQ(find({kNan, -kNan, kInf}, Beside::kNan), 2);
  EXPECT_EQ(find({kNan, -kInf}, Beside::kNan), 1);
}

TEST(OnnxValues, NamesTheNumberAndItsPlace) {
  const std::vector<float> values = {0, -kInf, kNan};
  const Status odd = check_values("q", {values.data(), {3}});
  EXPECT_EQ(odd.argument, "q");
  EXPECT_EQ(odd.got, "-inf at position 1");
  EXPECT_EQ(odd.takes, "finite numbers");
  EXPECT_EQ(check_values("mask", {values.data(), {3}}, Beside::kMinusInfinity).got, "nan at position 2");
  EXPECT_TRUE(check_values("q", {values.data(), {1}}).ok());
  EXPECT_TRUE(check_values("q", {}).ok()) << "an input that was not given";
}

}  // namespace
}  // namespace attn::onnx
