#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant causal();
Variant kv_cache();
Variant sliding_window();
}  // namespace attn::variants

namespace attn::test {
namespace {

TEST(KvCache, EqualsItsOracle) {
  at_every_corner(variants::kv_cache(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    const size_t word = static_cast<size_t>(std::min(params.integer("position"), words.tokens)) - 1;
    const size_t slots = params.choice("cache") == "ring" ? static_cast<size_t>(params.integer("slots"))
                                                          : static_cast<size_t>(words.tokens);
    const Matrix z = dot_product_head(mechanism, words, 0, width, temperature,
                                      [=](size_t i, size_t j) { return j <= i && i < j + slots; });
    ASSERT_EQ(mechanism.shape().size(axis::kQuery), 1);
    expect_near(mechanism.result(), {z[word]}, temperature);
  });
}

// The row of one word.
std::vector<float> row(const std::vector<float>& all, int64_t word, int64_t width) {
  return {all.begin() + word * width, all.begin() + (word + 1) * width};
}

// A cached step has the digits of the full pass, bit for bit.
TEST(KvCache, IsARowOfCausalAttention) {
  const Variant cached = variants::kv_cache(), full = variants::causal();
  for (const int64_t head_width : {1, 7, 64}) {
    for (const int64_t tokens : {1, 2, 5, 17, 40}) {
      const Words words = random_words(tokens, 20, 3);
      Params causal_params(full.text.params);
      ASSERT_TRUE(causal_params.set_number("head_width", static_cast<double>(head_width)).ok());
      const std::vector<float> all = Mechanism(full, causal_params, words).result();
      for (int64_t word = 0; word < tokens; ++word) {
        Params params(cached.text.params);
        ASSERT_TRUE(params.set_number("head_width", static_cast<double>(head_width)).ok());
        ASSERT_TRUE(params.set_number("position", static_cast<double>(word + 1)).ok());
        const std::vector<float> step = Mechanism(cached, params, words).result();
        const std::vector<float> wanted = row(all, word, head_width);
        ASSERT_EQ(step.size(), wanted.size());
        for (size_t c = 0; c < step.size(); ++c) ASSERT_TRUE(same_bits(step[c], wanted[c])) << "word " << word;
      }
    }
  }
}

// A ring of w slots is a window of w words; its slots come in another order, so some last bits may differ.
TEST(KvCache, ARingIsARowOfASlidingWindow) {
  const Variant cached = variants::kv_cache(), window = variants::sliding_window();
  const Words words = random_words(13, 6, 4);
  for (const double slots : {1, 2, 3, 5, 13, 20}) {
    Params window_params(window.text.params);
    ASSERT_TRUE(window_params.set_number("window", slots).ok());
    const std::vector<float> all = Mechanism(window, window_params, words).result();
    for (int64_t word = 0; word < words.tokens; ++word) {
      Params params(cached.text.params);
      ASSERT_TRUE(params.set_choice("cache", "ring").ok());
      ASSERT_TRUE(params.set_number("slots", slots).ok());
      ASSERT_TRUE(params.set_number("position", static_cast<double>(word + 1)).ok());
      const std::vector<float> step = Mechanism(cached, params, words).result(), wanted = row(all, word, 64);
      for (size_t c = 0; c < step.size(); ++c) EXPECT_NEAR(step[c], wanted[c], 1e-6) << "word " << word;
    }
  }
}

// Entry p stands in slot p mod size: TensorScatter's circular mode in ONNX.
TEST(KvCache, ARingWritesOverItsOldestSlot) {
  const Variant variant = variants::kv_cache();
  const Words words = random_words(9, 5, 6);
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_choice("cache", "ring").ok());
  Mechanism full(variant, Params(variant.text.params), words);
  ASSERT_TRUE(params.set_number("position", 7).ok());  // words 3 .. 6 from 0, slots 3 0 1 2
  Mechanism ring(variant, params, words);
  const std::vector<float> k = full.evaluate(full.graph().find("k")), kept = ring.evaluate(ring.graph().find("k_ring"));
  for (int64_t word = 3; word < 7; ++word) EXPECT_EQ(row(kept, word % 4, 64), row(k, word, 64)) << "word " << word;
}

}  // namespace
}  // namespace attn::test
