#include "core/tensor/json.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>

namespace attn {
namespace {

TEST(Json, KeepsTheOrderOfTheCalls) {
  const int64_t index[] = {1, -2};
  Json json;
  json.begin_object()
      .field("z", "text")
      .field("a", true)
      .field("n", int64_t{1} << 53)
      .field("list", std::span<const int64_t>(index));
  json.key("nested").begin_array().number(0.5).end_array().end_object();
  EXPECT_EQ(json.str(), R"({"z":"text","a":true,"n":9007199254740992,"list":[1,-2],"nested":[0.5]})");
}

TEST(Json, NumbersThatJsonLacksAreText) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Json json;
  json.begin_array().number(kInfinity).number(-kInfinity).number(std::numeric_limits<double>::quiet_NaN()).end_array();
  EXPECT_EQ(json.str(), R"(["inf","-inf","nan"])");
}

TEST(Json, EscapesWhatWouldEndTheText) {
  Json json;
  json.begin_array().text("a\"\\\n</b>").end_array();
  EXPECT_EQ(json.str(), R"(["a\"\\\n</b>"])");
}

TEST(Json, AFloatComesBackAsItWas) {
  const float value = 0.1F;
  Json json;
  json.begin_array().number(static_cast<double>(value)).end_array();
  EXPECT_EQ(std::strtof(json.str().c_str() + 1, nullptr), value);
}

}  // namespace
}  // namespace attn
