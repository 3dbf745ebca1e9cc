#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant key_value();
}

namespace attn::test {
namespace {

void check(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Aligned in = aligned(mechanism, words, source, "scaled", params);
  const Reads open = reads(params, in.values.size());
  Matrix a = weights(in.scores, open);
  if (params.choice("normaliser") != "softmax") {
    for (size_t i = 0; i < a.size(); ++i) {
      double sum = 0;
      for (size_t j = 0; j < a[i].size(); ++j) sum += open(i, j) ? std::fabs(in.scores[i][j]) : 0;
      if (params.choice("normaliser") == "none") sum = 1;
      for (size_t j = 0; j < a[i].size(); ++j) a[i][j] = open(i, j) && sum > 0 ? in.scores[i][j] / sum : 0;
    }
  }
  expect_near(mechanism.result(), product(a, in.values), temperature_of(params));
}

TEST(KeyValue, EqualsItsOracle) { at_every_corner_of_two_texts(variants::key_value(), check); }

// The masks of every normaliser, which corners meet one at a time.
TEST(KeyValue, EveryNormaliserUnderEveryMask) {
  const Variant variant = variants::key_value();
  for (const char* normaliser : {"softmax", "l1", "none"}) {
    for (const char* mask : {"none", "causal", "padding"}) {
      for (const double padding : {2, 64}) {
        const Words words = random_words(5, 4, 1);
        Params params(variant.text.params);
        ASSERT_TRUE(params.set_choice("normaliser", normaliser).ok() && params.set_choice("mask", mask).ok());
        ASSERT_TRUE(params.set_number("padding", padding).ok());
        Mechanism mechanism(variant, params, words);
        check(mechanism, words, words, params);
        if (padding == 64 && std::string(mask) == "padding") {
          for (const float value : mechanism.result()) EXPECT_EQ(value, 0.0F) << normaliser << ": nothing to read";
        }
      }
    }
  }
}

}  // namespace
}  // namespace attn::test
