#include "core/layers/convolution.h"

#include "tests/core/models/recorded_model.h"

namespace attn::test {
namespace {

struct Case {
  int64_t rows, columns, kernel, stride;
};

class ConvolutionTest : public testing::TestWithParam<Case> {};

TEST_P(ConvolutionTest, EqualsTheSumOverItsWindow) {
  const auto [rows, columns, kernel, stride] = GetParam();
  constexpr int64_t kBatch = 2, kIn = 3, kOut = 4;
  Graph graph;
  Parameters parameters(1);
  Recorder recorder(graph, {.parameters = &parameters});
  const Shape shape = {{"batch", kBatch}, {"row", rows}, {"column", columns}, {"model", kIn}};
  const std::vector<float> x = random_numbers(static_cast<size_t>(shape.count()), 1);
  const Value y = convolution(recorder, "c", graph.leaf(shape, x, Origin::kGiven, {}),
                              {.width = kOut, .kernel = kernel, .stride = stride});
  ASSERT_TRUE(graph.status().ok()) << graph.status().argument;
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const int64_t high = (rows + stride - 1) / stride, wide = (columns + stride - 1) / stride;
  ASSERT_EQ(y.shape(), (Shape{{"batch", kBatch}, {"row", high}, {"column", wide}, {"model", kOut}}));
  const std::vector<float>& w = *parameters.find("c/w")->values;
  const int64_t above = std::max<int64_t>((high - 1) * stride + kernel - rows, 0) / 2;
  const int64_t beside = std::max<int64_t>((wide - 1) * stride + kernel - columns, 0) / 2;
  for (int64_t flat = 0; flat < y.shape().count(); ++flat) {
    const Index at = y.shape().index(flat);
    double sum = 0;
    for (int64_t i = 0; i < kernel; ++i) {
      for (int64_t j = 0; j < kernel; ++j) {
        for (int64_t c = 0; c < kIn; ++c) {
          const int64_t row = at[1] * stride + i - above, column = at[2] * stride + j - beside;
          if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
          sum += static_cast<double>(x[static_cast<size_t>(((at[0] * rows + row) * columns + column) * kIn + c)]) *
                 static_cast<double>(w[static_cast<size_t>(((i * kernel + j) * kIn + c) * kOut + at[3])]);
        }
      }
    }
    EXPECT_NEAR(values.data(y.node())[flat], sum, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ConvolutionTest,
                         testing::Values(Case{4, 5, 3, 1}, Case{7, 6, 3, 2}, Case{8, 9, 5, 1}, Case{3, 10, 5, 3}));

class SeparableTest : public testing::TestWithParam<bool> {};

TEST_P(SeparableTest, FiltersEveryChannelThenMixesThem) {
  const bool causal = GetParam();
  constexpr int64_t kLength = 9, kIn = 3, kOut = 4, kKernel = 3, kDilation = 2;
  Graph graph;
  Parameters parameters(1);
  Recorder recorder(graph, {.parameters = &parameters});
  const std::vector<float> x = random_numbers(kLength * kIn, 1);
  const Value y = separable_convolution(
      recorder, "c", graph.leaf({{"batch", 1}, {"query", kLength}, {"model", kIn}}, x, Origin::kGiven, {}),
      {.width = kOut, .kernel = kKernel, .dilation = kDilation, .causal = causal});
  ASSERT_TRUE(graph.status().ok()) << graph.status().argument;
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const std::vector<float>& depth = *parameters.find("c/depthwise")->values;
  const std::vector<float>& point = *parameters.find("c/pointwise/w")->values;
  for (int64_t i = 0; i < kLength; ++i) {
    for (int64_t o = 0; o < kOut; ++o) {
      double sum = 0;
      for (int64_t c = 0; c < kIn; ++c) {
        for (int64_t t = 0; t < kKernel; ++t) {
          const int64_t from = i + (t - (causal ? kKernel - 1 : kKernel / 2)) * kDilation;
          if (from < 0 || from >= kLength) continue;
          sum += static_cast<double>(x[static_cast<size_t>(from * kIn + c)]) *
                 static_cast<double>(depth[static_cast<size_t>(t * kIn + c)]) *
                 static_cast<double>(point[static_cast<size_t>(c * kOut + o)]);
        }
      }
      EXPECT_NEAR(values.data(y.node())[i * kOut + o], sum, 1e-12);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Directions, SeparableTest, testing::Bool());

}  // namespace
}  // namespace attn::test
