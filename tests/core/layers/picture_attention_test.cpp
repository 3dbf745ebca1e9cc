#include "core/layers/picture_attention.h"

#include <cmath>

#include "tests/core/models/recorded_model.h"

namespace attn::test {
namespace {

struct Case {
  std::string name;
  int64_t pixels;
  PictureBlocks blocks;
};

constexpr int64_t kBatch = 2, kHeads = 2, kModel = 4, kChannels = 2;

// What a pixel reads, in words of the paper: its rectangle, a margin above on the whole width, a margin to the left; of
// all that nothing that comes later in the raster.
bool reads(const PictureBlocks& b, int64_t i, int64_t j) {
  const int64_t top = i / b.width - i / b.width % b.block_rows, left = i % b.width - i % b.width % b.block_columns;
  const int64_t row = j / b.width, column = j % b.width;
  const bool above =
      row >= top - b.above && row < top && column >= left - b.beside && column < left + b.block_columns + b.beside;
  const bool beside =
      row >= top && row < top + b.block_rows && column >= left - b.beside && column < left + b.block_columns;
  return j <= i && (above || beside);
}

class PictureAttentionTest : public testing::TestWithParam<Case> {};

TEST_P(PictureAttentionTest, EqualsAllPairsWithAMask) {
  const Case& c = GetParam();
  const int64_t n = c.pixels;
  Graph graph;
  Parameters parameters(1);
  Recorder recorder(graph, {.parameters = &parameters});
  const std::vector<float> x = random_numbers(static_cast<size_t>(kBatch * n * kModel), 1, -2, 2);
  const Value in = graph.leaf({{"batch", kBatch}, {"query", n}, {"model", kModel}}, x, Origin::kGiven, {});
  const Attended out = picture_attention(recorder, "a", in, {kHeads, c.blocks});
  ASSERT_TRUE(graph.status().ok()) << graph.status().argument << graph.status().got;
  ASSERT_EQ(out.output.shape(), in.shape());
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const auto projected = [&](const char* name, int64_t batch, int64_t head, int64_t i, int64_t channel) {
    const std::vector<float>& w = *parameters.find(name)->values;
    double sum = 0;
    for (int64_t m = 0; m < kModel; ++m) {
      sum += static_cast<double>(x[static_cast<size_t>((batch * n + i) * kModel + m)]) *
             static_cast<double>(w[static_cast<size_t>((head * kModel + m) * kChannels + channel)]);
    }
    return sum;
  };
  const std::vector<float>& w_o = *parameters.find("a/w_o")->values;
  for (int64_t batch = 0; batch < kBatch; ++batch) {
    for (int64_t i = 0; i < n; ++i) {
      std::vector<double> result(kModel);
      for (int64_t head = 0; head < kHeads; ++head) {
        double sum = 0;
        std::vector<double> z(kChannels);
        for (int64_t j = 0; j < n; ++j) {
          if (!reads(c.blocks, i, j)) continue;
          double score = 0;
          for (int64_t ch = 0; ch < kChannels; ++ch)
            score += projected("a/w_q", batch, head, i, ch) * projected("a/w_k", batch, head, j, ch);
          const double weight = std::exp(score / std::sqrt(static_cast<double>(kChannels)));
          sum += weight;
          for (int64_t ch = 0; ch < kChannels; ++ch)
            z[static_cast<size_t>(ch)] += weight * projected("a/w_v", batch, head, j, ch);
        }
        for (int64_t ch = 0; ch < kChannels; ++ch) {
          for (int64_t m = 0; m < kModel; ++m) {
            const double w = static_cast<double>(w_o[static_cast<size_t>((head * kChannels + ch) * kModel + m)]);
            result[static_cast<size_t>(m)] += z[static_cast<size_t>(ch)] / sum * w;
          }
        }
      }
      for (int64_t m = 0; m < kModel; ++m)
        EXPECT_NEAR(values.data(out.output.node())[(batch * n + i) * kModel + m], result[static_cast<size_t>(m)], 1e-9);
    }
  }
}

// Where a key stands: weights put there are the weights of all pairs, and those that belong nowhere are 0.
TEST_P(PictureAttentionTest, KeysSayWhichPixelTheyAre) {
  const Case& c = GetParam();
  const int64_t n = c.pixels;
  Graph graph;
  Parameters parameters(1);
  Recorder recorder(graph, {.parameters = &parameters});
  const std::vector<float> x = random_numbers(static_cast<size_t>(n * kModel), 1, -2, 2);
  const Value in = graph.leaf({{"batch", 1}, {"query", n}, {"model", kModel}}, x, Origin::kGiven, {});
  const PictureAttention layer = {1, c.blocks};
  const Attended out = picture_attention(recorder, "a", in, layer);
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const int64_t keys = out.weights.shape().columns();
  for (int64_t i = 0; i < n; ++i) {
    std::vector<int> told(static_cast<size_t>(n));
    for (int64_t key = 0; key < keys; ++key) {
      const int64_t j = layer.place_of_key(i, key, n);
      const double weight = values.data(out.weights.node())[i * keys + key];
      if (j < 0) {
        EXPECT_EQ(weight, 0) << i << ' ' << key;
        continue;
      }
      EXPECT_EQ(weight > 0, reads(c.blocks, i, j)) << i << ' ' << j;
      ++told[static_cast<size_t>(j)];
    }
    for (int64_t j = 0; j < n; ++j) EXPECT_LE(told[static_cast<size_t>(j)], 1);
  }
}

const Case kCases[] = {
    {"line", 12, {12, 1, 4, 0, 4}},
    {"line_cut_short", 10, {10, 1, 4, 0, 3}},
    {"line_without_memory", 7, {7, 1, 3, 0, 0}},
    {"rectangles", 24, {6, 2, 3, 1, 1}},
    {"rectangles_that_do_not_fit", 35, {7, 2, 3, 2, 1}},
    {"last_row_cut_short", 17, {6, 2, 2, 1, 2}},
    {"one_pixel", 1, {6, 2, 3, 1, 1}},
};
INSTANTIATE_TEST_SUITE_P(Cuts, PictureAttentionTest, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

}  // namespace
}  // namespace attn::test
