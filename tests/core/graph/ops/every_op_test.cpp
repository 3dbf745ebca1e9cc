// An op without cases of the harness is not tested: this fails for it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace attn::test {
namespace {

bool has_cases(const std::string& op) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    if (all.GetTestSuite(i)->name() == op + "/OpTest") return true;
  }
  return false;
}

TEST(EveryOp, HasItsTest) {
  const std::filesystem::path ops = "core/graph/ops";
  ASSERT_TRUE(std::filesystem::exists(ops)) << "tests run in the repository's root";
  for (const auto& file : std::filesystem::directory_iterator(ops)) {
    if (file.path().extension() != ".cpp") continue;
    const std::string op = file.path().stem();
    EXPECT_TRUE(std::filesystem::exists("tests/core/graph/ops/" + op + "_test.cpp")) << op;
    EXPECT_TRUE(has_cases(op)) << "ATTN_OP_CASES(" << op << ", ...) is nowhere";
  }
}

}  // namespace
}  // namespace attn::test
