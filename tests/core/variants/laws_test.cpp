// Every law of every mechanism, found in the catalogue.
#include <algorithm>
#include <numeric>

#include "core/catalog/docs.h"
#include "tests/core/variants/mechanism.h"

namespace attn::test {
namespace {

class Laws : public testing::TestWithParam<CatalogVariant> {
 protected:
  // Calls check(law, words, seed) for the entry's laws of one kind, at several sizes and seeds.
  template <class F>
  static void for_each(LawKind kind, F check) {
    for (const Law& law : docs_of(GetParam().stem).laws) {
      if (law.kind != kind) continue;
      SCOPED_TRACE(law.says);
      for (const auto& [tokens, width] : {std::pair{1, 3}, {2, 8}, {5, 3}, {17, 20}}) {
        for (const uint64_t seed : {1, 2}) check(law, random_words(tokens, width, seed + 10), seed);
      }
    }
  }
  static Mechanism under(const Law& law, const Words& words, uint64_t seed) {
    return Mechanism(GetParam().variant, params_with(GetParam().variant.text.params, law.params), words, seed);
  }
};

TEST_P(Laws, RowsSumToOne) {
  for_each(LawKind::kRowsSumToOne, [](const Law& law, const Words& words, uint64_t seed) {
    Mechanism mechanism = under(law, words, seed);
    const int pattern = pattern_of(mechanism.graph());
    ASSERT_GE(pattern, 0) << "no step of the stage normalise";
    const std::vector<float> weights = mechanism.evaluate(pattern);
    const int64_t columns = mechanism.graph().node(pattern).shape.columns();
    for (auto row = weights.begin(); row != weights.end(); row += columns) {
      // Each weight and the sum they were divided by are rounded: some 1e-7 each, and errors partly cancel.
      EXPECT_NEAR(std::accumulate(row, row + columns, 0.0), 1.0, 1e-6);
    }
  });
}

TEST_P(Laws, RowsSumToAtMostOne) {
  for_each(LawKind::kRowsSumToAtMostOne, [](const Law& law, const Words& words, uint64_t seed) {
    Mechanism mechanism = under(law, words, seed);
    const int pattern = pattern_of(mechanism.graph());
    ASSERT_GE(pattern, 0) << "no step of the stage normalise";
    const std::vector<float> weights = mechanism.evaluate(pattern);
    const int64_t columns = mechanism.graph().node(pattern).shape.columns();
    for (auto row = weights.begin(); row != weights.end(); row += columns) {
      EXPECT_LE(std::accumulate(row, row + columns, 0.0), 1.0 + 1e-6);
      EXPECT_GE(*std::min_element(row, row + columns), 0.0F);
    }
  });
}

TEST_P(Laws, NoFutureLeak) {
  for_each(LawKind::kNoFutureLeak, [](const Law& law, const Words& words, uint64_t seed) {
    const Mechanism whole = under(law, words, seed);
    const std::vector<float> before = whole.result();
    for (int64_t word = 0; word < words.tokens; ++word) {
      Words other = words;  // another future
      for (size_t i = static_cast<size_t>((word + 1) * words.width); i < other.values.size(); ++i)
        other.values[i] += 1.0F;
      const std::vector<float> after = under(law, other, seed).result();
      for (const int64_t cell : cells_of_word(whole.shape(), word)) {
        ASSERT_TRUE(same_bits(before[static_cast<size_t>(cell)], after[static_cast<size_t>(cell)])) << "word " << word;
      }
    }
  });
}

// Decoding word by word gives the digits of the whole pass: where nothing leaks back, a prefix is all there is to know.
TEST_P(Laws, ACachedStepEqualsTheFullPass) {
  for_each(LawKind::kNoFutureLeak, [](const Law& law, const Words& words, uint64_t seed) {
    const Mechanism whole = under(law, words, seed);
    const std::vector<float> all = whole.result();
    for (int64_t tokens = 1; tokens < words.tokens; ++tokens) {
      std::vector<int64_t> first(static_cast<size_t>(tokens));
      std::iota(first.begin(), first.end(), 0);
      const Mechanism prefix = under(law, picked(words, first), seed);
      const std::vector<float> part = prefix.result();
      for (const int64_t word : first) {
        const std::vector<int64_t> here = cells_of_word(prefix.shape(), word),
                                   there = cells_of_word(whole.shape(), word);
        for (size_t i = 0; i < here.size(); ++i) {
          ASSERT_TRUE(same_bits(part[static_cast<size_t>(here[i])], all[static_cast<size_t>(there[i])]))
              << "word " << word << " of " << tokens;
        }
      }
    }
  });
}

TEST_P(Laws, EqualsAnother) {
  for_each(LawKind::kEquals, [](const Law& law, const Words& words, uint64_t seed) {
    const CatalogVariant* other = other_of(law);
    ASSERT_NE(other, nullptr) << law.other;
    const Mechanism one = under(law, words, seed);
    const Mechanism two(other->variant, params_with(other->variant.text.params, law.other_params), words, seed);
    ASSERT_EQ(one.shape(), two.shape());
    const std::vector<float> a = one.result(), b = two.result();
    // Equal in exact arithmetic; the order of roundings may differ.
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5F * (1 + std::fabs(b[i])));
  });
}

TEST_P(Laws, OrderBlind) {
  for_each(LawKind::kOrderBlind, [](const Law& law, const Words& words, uint64_t seed) {
    std::vector<int64_t> order(static_cast<size_t>(words.tokens));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
    const Mechanism straight = under(law, words, seed), shuffled = under(law, picked(words, order), seed);
    const std::vector<float> a = straight.result(), b = shuffled.result();
    const bool pooled = straight.shape().size(axis::kQuery) == 1;  // one result for the whole text
    for (size_t word = 0; word < order.size(); ++word) {
      const std::vector<int64_t> from = cells_of_word(straight.shape(), pooled ? 0 : order[word]);
      const std::vector<int64_t> to = cells_of_word(shuffled.shape(), pooled ? 0 : static_cast<int64_t>(word));
      for (size_t i = 0; i < from.size(); ++i) {
        const float wanted = a[static_cast<size_t>(from[i])];
        // Sums over words run in another order: some roundings of 6e-8 differ.
        EXPECT_NEAR(b[static_cast<size_t>(to[i])], wanted, 1e-5F * (1 + std::fabs(wanted)));
      }
    }
  });
}

ATTN_FOR_EVERY_VARIANT(Laws);

}  // namespace
}  // namespace attn::test
