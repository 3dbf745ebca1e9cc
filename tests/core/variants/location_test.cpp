#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant location();
}

namespace attn::test {
namespace {

TEST(Location, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::location(), [](Mechanism& mechanism, const Words& words, const Words& source,
                                                        const Params& params) {
    const Matrix h = matrix_of(words), read = matrix_of(source);
    const size_t places = static_cast<size_t>(params.integer("places"));
    const Matrix w = weight(mechanism, "w_a", places, h[0].size());
    // S_ts = (W_a h_t)_s
    Matrix scores = matrix(h.size(), read.size());
    for (size_t t = 0; t < h.size(); ++t) {
      for (size_t s = 0; s < std::min(read.size(), places); ++s) {
        for (size_t c = 0; c < h[0].size(); ++c) scores[t][s] += w[s][c] * h[t][c] / temperature_of(params);
      }
    }
    const Reads open = reads(params, read.size());
    const Matrix a = weights(scores, [&](size_t t, size_t s) { return s < places && open(t, s); });
    expect_near(mechanism.result(), attentional(mechanism, product(a, read), words, params), temperature_of(params));
  });
}

// Which words stand there does not matter, only where.
TEST(Location, WeightsDoNotLookAtWhatIsRead) {
  const Variant variant = variants::location();
  const Words words = random_words(3, 4, 1);
  const auto pattern = [&](uint64_t seed) {
    Mechanism mechanism(variant, Params(variant.text.params), words, random_words(5, 4, seed));
    return mechanism.evaluate(mechanism.graph().find("pattern"));
  };
  EXPECT_EQ(pattern(2), pattern(3));
}

}  // namespace
}  // namespace attn::test
