#include "core/runs/code_use.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn::test {
namespace {

TEST(CodeUse, PerplexityOfEvenUseIsTheNumberOfCodesInUse) {
  EXPECT_NEAR(perplexity({5, 5, 5, 5}), 4, 1e-12);
  EXPECT_NEAR(perplexity({7, 0, 7, 0}), 2, 1e-12);
  EXPECT_NEAR(perplexity({9, 0, 0, 0}), 1, 1e-12);
  EXPECT_EQ(perplexity({0, 0}), 0);
}

TEST(CodeUse, PerplexityIsTheExponentialOfTheEntropy) {
  const std::vector<int64_t> counts = {1, 2, 3, 0, 14};
  double entropy = 0;
  for (const int64_t count : counts) {
    const double p = static_cast<double>(count) / 20;
    if (p > 0) entropy -= p * std::log(p);
  }
  EXPECT_NEAR(perplexity(counts), std::exp(entropy), 1e-12);
  EXPECT_EQ(dead_codes(counts), 1);
}

TEST(CodeUse, TheWindowForgetsTheOldestBatch) {
  CodeWindow window;
  window.add({3, 3});
  for (int64_t i = 1; i < CodeWindow::kBatches; ++i) window.add({0, 1});
  EXPECT_EQ(window.counts(4), (std::vector<int64_t>{CodeWindow::kBatches - 1, CodeWindow::kBatches - 1, 0, 2}));
  window.add({1, 1});
  EXPECT_EQ(window.batches(), CodeWindow::kBatches);
  EXPECT_EQ(window.counts(4), (std::vector<int64_t>{CodeWindow::kBatches - 1, CodeWindow::kBatches + 1, 0, 0}));
  window.clear();
  EXPECT_EQ(window.counts(2), (std::vector<int64_t>{0, 0}));
}

}  // namespace
}  // namespace attn::test
