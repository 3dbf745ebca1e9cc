#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant global_local();
}

namespace attn::test {
namespace {

// Is the cell readable by window or global words alone, in blocks?
bool surely(size_t i, size_t j, const Params& params) {
  const int64_t block = params.integer("block"), globals = params.integer("globals");
  const int64_t a = static_cast<int64_t>(i) / block, b = static_cast<int64_t>(j) / block;
  return a < globals || b < globals || std::abs(a - b) <= params.integer("window");
}

TEST(GlobalLocal, EqualsItsOracle) {
  at_every_corner(variants::global_local(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t width = static_cast<size_t>(params.integer("head_width")), n = static_cast<size_t>(words.tokens);
    // What chance added is read from the record; another test says how it may look.
    const std::vector<float> mask = mechanism.evaluate(mechanism.graph().find("mask"));
    const auto reads = [&](size_t i, size_t j) { return surely(i, j, params) || mask.at(i * n + j) == 1.0F; };
    const bool shared = params.choice("global_weights") == "shared";
    // A lone word is global: the other words' projections are not even there.
    const Matrix z =
        shared || n > 1 ? dot_product_head(mechanism, words, 0, width, temperature, reads) : matrix(n, width);
    if (shared) return expect_near(mechanism.result(), z, temperature);

    // Rows of global words come from projections of their own.
    const Matrix x = matrix_of(words);
    const Matrix q = product(x, weight(mechanism, "w_q_global", x[0].size(), width));
    const Matrix k = product(x, weight(mechanism, "w_k_global", x[0].size(), width));
    const Matrix v = product(x, weight(mechanism, "w_v_global", x[0].size(), width));
    Matrix scores = matrix(n, n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
      }
    }
    const Matrix global = product(weights(scores, [](size_t, size_t) { return true; }), v);
    Matrix both = z;
    both[0] = global[0];
    expect_near(mechanism.result(), both, temperature);
  });
}

TEST(GlobalLocal, ChanceAddsAsManyBlocksAsAskedAndTheSameEveryTime) {
  const Variant variant = variants::global_local();
  for (const Corner& corner : corners(variant.text.params)) {
    SCOPED_TRACE(corner.says);
    const int64_t n = 40, block = corner.params.integer("block"), blocks = (n + block - 1) / block;
    Mechanism mechanism(variant, corner.params, random_words(n, 3, 1)),
        again(variant, corner.params, random_words(n, 3, 2)),
        reseeded(variant, corner.params, random_words(n, 3, 1), 8);
    const std::vector<float> mask = mechanism.evaluate(mechanism.graph().find("mask"));
    EXPECT_EQ(mask, again.evaluate(again.graph().find("mask"))) << "chance hangs on the words";
    int64_t surprises = 0;
    for (int64_t i = 0; i < blocks; ++i) {
      int64_t sure = 0, chosen = 0;
      for (int64_t j = 0; j < blocks; ++j) {
        const bool known = surely(static_cast<size_t>(i * block), static_cast<size_t>(j * block), corner.params);
        const bool read = mask.at(static_cast<size_t>(i * block * n + j * block)) == 1.0F;
        EXPECT_TRUE(read || !known);
        sure += known, chosen += read && !known;
        // A block is read by all words of another, or by none.
        for (int64_t a = i * block; a < std::min((i + 1) * block, n); ++a) {
          for (int64_t b = j * block; b < std::min((j + 1) * block, n); ++b)
            EXPECT_EQ(mask.at(static_cast<size_t>(a * n + b)) == 1.0F, read);
        }
      }
      EXPECT_EQ(chosen, std::min(corner.params.integer("random_keys"), blocks - sure)) << "block " << i;
      surprises += chosen;
    }
    if (surprises > 30 && surprises < blocks * blocks / 2) {
      EXPECT_NE(mask, reseeded.evaluate(reseeded.graph().find("mask"))) << "the seed does not matter";
    }
  }
}

}  // namespace
}  // namespace attn::test
