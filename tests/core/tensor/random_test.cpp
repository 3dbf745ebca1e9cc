#include "core/tensor/random.h"

#include <gtest/gtest.h>

#include <set>

namespace attn {
namespace {

using Block = std::array<uint32_t, 4>;

// kat_vectors of the authors' Random123, philox4x32-10.
TEST(Philox, HasItsKnownAnswers) {
  constexpr uint64_t kOnes = ~uint64_t{0};
  EXPECT_EQ(philox(0, 0, 0), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox(kOnes, kOnes, kOnes), (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // The digits of pi: counter 243f6a88 85a308d3 13198a2e 03707344, key a4093822 299f31d0.
  EXPECT_EQ(philox(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Uniform, StaysBelowOneAndSpreads) {
  double sum = 0;
  std::set<float> seen;
  for (uint64_t i = 0; i < 4096; ++i) {
    const float u = uniform(7, stream_of("w_q"), i);
    ASSERT_GE(u, 0.0F);
    ASSERT_LT(u, 1.0F);
    sum += static_cast<double>(u);
    seen.insert(u);
  }
  EXPECT_NEAR(sum / 4096, 0.5, 0.02);  // four times the deviation of a mean of 4096, 0.29 / 64
  EXPECT_GT(seen.size(), 4080U);       // of 2^24 values half a pair is expected to meet
}

TEST(Uniform, DependsOnSeedStreamAndIndex) {
  const uint64_t q = stream_of("w_q"), k = stream_of("w_k");
  EXPECT_NE(q, k);
  EXPECT_NE(uniform(1, q, 0), uniform(2, q, 0));
  EXPECT_NE(uniform(1, q, 0), uniform(1, k, 0));
  EXPECT_NE(uniform(1, q, 0), uniform(1, q, 1));
  EXPECT_NE(uniform(1, q, 0), uniform(1, q, 4));
}

TEST(StreamOf, IsFnv1a) {
  EXPECT_EQ(stream_of(""), 0xcbf29ce484222325U);
  EXPECT_EQ(stream_of("a"), 0xaf63dc4c8601ec8cU);  // from the function's published test vectors
}

}  // namespace
}  // namespace attn
