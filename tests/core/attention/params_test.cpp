#include "core/attention/params.h"

#include <gtest/gtest.h>

#include <limits>

namespace attn {
namespace {

const std::vector<ParamSpec>& specs() {
  static const std::vector<ParamSpec> all = [] {
    ParamSpec number, integer, choice, flag;
    number.id = "temperature", number.fallback = 1, number.min = 0.01, number.max = 100;
    integer.id = "heads", integer.kind = ParamKind::kInteger, integer.fallback = 4, integer.min = 1, integer.max = 16;
    choice.id = "mask", choice.kind = ParamKind::kChoice, choice.fallback = 1;
    choice.choices = {{"none", "None", ""}, {"causal", "Causal", ""}};
    flag.id = "bias", flag.kind = ParamKind::kFlag, flag.fallback = 1;
    return std::vector<ParamSpec>{number, integer, choice, flag};
  }();
  return all;
}

TEST(Params, StartWithTheirDefaults) {
  const Params params(specs());
  EXPECT_EQ(params.number("temperature"), 1.0);
  EXPECT_EQ(params.integer("heads"), 4);
  EXPECT_EQ(params.choice("mask"), "causal");
  EXPECT_TRUE(params.flag("bias"));
}

TEST(Params, TakeWhatTheSchemaAllows) {
  Params params(specs());
  EXPECT_TRUE(params.set_number("temperature", 0.01).ok());
  EXPECT_TRUE(params.set_number("heads", 16).ok());
  EXPECT_TRUE(params.set_choice("mask", "none").ok());
  EXPECT_TRUE(params.set_flag("bias", false).ok());
  EXPECT_EQ(params.number("temperature"), 0.01);
  EXPECT_EQ(params.integer("heads"), 16);
  EXPECT_EQ(params.choice("mask"), "none");
  EXPECT_FALSE(params.flag("bias"));
}

void expect_refused(const Status& status, const std::string& argument, const std::string& got,
                    const std::string& takes) {
  EXPECT_EQ(status.kind, ErrorKind::kInvalidInput);
  EXPECT_EQ(status.argument, argument);
  EXPECT_EQ(status.got, got);
  EXPECT_EQ(status.takes, takes);
}

TEST(Params, SayWhatIsWrongAndWhatIsTaken) {
  Params params(specs());
  const std::string range = "a number from 0.01 to 100", whole = "a whole number from 1 to 16";
  expect_refused(params.set_number("temperature", 0), "params.temperature", "0", range);
  expect_refused(params.set_number("temperature", 1e-7), "params.temperature", "1e-7", range);
  expect_refused(params.set_number("temperature", 1e300), "params.temperature", "1e300", range);
  expect_refused(params.set_number("temperature", std::numeric_limits<double>::quiet_NaN()), "params.temperature",
                 "nan", range);
  expect_refused(params.set_number("heads", 2.5), "params.heads", "2.5", whole);
  expect_refused(params.set_number("heads", -1), "params.heads", "-1", whole);
  expect_refused(params.set_choice("mask", "nonsense"), "params.mask", "\"nonsense\"", "one of none causal");
  expect_refused(params.set_number("mask", 0), "params.mask", "0", "one of none causal");
  expect_refused(params.set_choice("heads", "4"), "params.heads", "\"4\"", whole);
  expect_refused(params.set_number("bias", 1), "params.bias", "1", "true or false");
  expect_refused(params.set_flag("heads", true), "params.heads", "true", whole);
  expect_refused(params.set_flag("nothing", true), "params.nothing", "true", "no such parameter");
  EXPECT_EQ(params.integer("heads"), 4) << "a refused value changes nothing";
}

TEST(Params, AskingForWhatIsNotThereIsHarmless) {
  const Params params(specs());
  EXPECT_EQ(params.choice("nothing"), "");
  EXPECT_EQ(params.choice("temperature"), "");
  EXPECT_EQ(params.number("nothing"), 0.0);
  EXPECT_EQ(params.integer("nothing"), 0);
  EXPECT_FALSE(params.flag("nothing"));
}

TEST(Params, AppendKeepsTheOrder) {
  std::vector<ParamSpec> all = {specs()[0]};
  append(&all, {specs()[2], specs()[1]});
  append(&all, {});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].id, "mask");
  EXPECT_EQ(all[1].choices.size(), 2U);
  EXPECT_EQ(all[2].id, "heads");
}

}  // namespace
}  // namespace attn
