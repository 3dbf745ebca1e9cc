#include "tests/core/variants/oracle_errors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace attn::test {
namespace {

struct Errors {
  long long cells = 0;
  double absolute = 0;
  double relative = 0;
};

// "core/variants/rotary_test.cpp" -> "rotary"
std::string id_of(const testing::TestInfo& test) {
  std::string stem = test.file();
  stem = stem.substr(stem.find_last_of("/\\") + 1);
  return stem.substr(0, stem.rfind("_test"));
}

class Record final : public testing::Environment {
 public:
  void add(const std::string& id, double absolute, double relative) {
    const std::lock_guard lock(mutex_);
    Errors& errors = of_[id];
    ++errors.cells;
    errors.absolute = std::max(errors.absolute, absolute), errors.relative = std::max(errors.relative, relative);
  }

  // In one write to the file's end: processes that end together do not write into each other's lines.
  void TearDown() override {
    const char* const path = std::getenv("ATTN_ORACLE_ERRORS");
    if (!path || of_.empty()) return;
    std::string lines;
    for (const auto& [id, errors] : of_) {
      char numbers[96];
      std::snprintf(numbers, sizeof numbers, "\t%lld\t%.9g\t%.9g\n", errors.cells, errors.absolute, errors.relative);
      lines += id + numbers;
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    ASSERT_GE(file, 0) << path;
    EXPECT_EQ(write(file, lines.data(), lines.size()), static_cast<ssize_t>(lines.size())) << path;
    EXPECT_EQ(close(file), 0);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Errors> of_;
};

// GoogleTest owns it, and tears it down after the last test.
Record* const record = static_cast<Record*>(testing::AddGlobalTestEnvironment(new Record));

}  // namespace

void record_error(double got, double wanted) {
  const double error = std::fabs(got - wanted);
  if (const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info())
    record->add(id_of(*test), error, error / (1 + std::fabs(wanted)));
}

}  // namespace attn::test
