// The digits of all kernels, pinned.
#include <gtest/gtest.h>

#include "core/kernels/threads.h"
#include "tests/core/kernels/kernel_digest.h"

namespace attn::kernels {
namespace {

// Found equal for g++ 12 at -O1, -O3 and -O3 -march=native, clang++ 14 with
// -march=native and em++ 3.1.69 -msimd128. Change it only together with a kernel
// whose order of operations was changed on purpose: shared links and recorded
// runs change their last digits then.
constexpr uint64_t kExpected = 0x9810674dce6b0663;

TEST(Digest, OneThread) { EXPECT_EQ(kernel_digest(), kExpected); }

TEST(Digest, ManyThreads) {
  set_threads(3);
  set_parallel_threshold(0);
  EXPECT_EQ(kernel_digest(), kExpected);
  set_threads(1);
}

}  // namespace
}  // namespace attn::kernels
