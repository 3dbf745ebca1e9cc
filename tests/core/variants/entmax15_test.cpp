#include "tests/core/variants/sparse_oracle.h"

namespace attn::variants {
Variant entmax15();
Variant scaled_dot_product();
Variant sparsemax();
}  // namespace attn::variants

namespace attn::test {
namespace {

TEST(Entmax15, EqualsItsOracle) { expect_sparse_attention(variants::entmax15(), 0.5, 2); }

// Of the same scores it reads at least what sparsemax reads, and at most what the softmax reads: everything open.
TEST(Entmax15, ReadsMoreThanSparsemaxAndLessThanTheSoftmax) {
  int64_t more = 0, fewer = 0;
  for (const char* mask : {"none", "causal", "padding"}) {
    for (const char* temperature : {"0.01", "0.2", "1", "100"}) {
      for (const int64_t tokens : {1, 2, 5, 12, 19}) {
        const auto pattern = [&](const Variant& variant) {
          const Params params = params_with(variant.text.params, {{"temperature", temperature}, {"mask", mask}});
          Mechanism mechanism(variant, params, random_words(tokens, 6, 3));
          return mechanism.evaluate(pattern_of(mechanism.graph()));
        };
        const std::vector<float> all = pattern(variants::scaled_dot_product()), some = pattern(variants::entmax15()),
                                 few = pattern(variants::sparsemax());
        for (size_t i = 0; i < some.size(); ++i) {
          EXPECT_TRUE(some[i] > 0.0F || few[i] == 0.0F) << mask << " at " << temperature << ", cell " << i;
          EXPECT_TRUE(all[i] > 0.0F || some[i] == 0.0F) << mask << " at " << temperature << ", cell " << i;
          more += some[i] > 0.0F && few[i] == 0.0F, fewer += all[i] > 0.0F && some[i] == 0.0F;
        }
      }
    }
  }
  EXPECT_GT(more, 100) << "it reads no more than sparsemax";
  EXPECT_GT(fewer, 100) << "it reads no less than the softmax";
}

}  // namespace
}  // namespace attn::test
