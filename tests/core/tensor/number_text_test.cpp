#include "core/tensor/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace attn {
namespace {

TEST(NumberText, ReadsAsPeopleWriteIt) {
  EXPECT_EQ(number_text(64), "64");
  EXPECT_EQ(number_text(-3), "-3");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(NAN), "nan");
  EXPECT_EQ(number_text(-INFINITY), "-inf");
}

TEST(NumberText, ReadsBackAsTheSameNumber) {
  for (const double value : {1.0 / 3, 1e300, 5e-324, 123456789.125, 1e21, -2.5e-7}) {
    EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
  }
}

}  // namespace
}  // namespace attn
