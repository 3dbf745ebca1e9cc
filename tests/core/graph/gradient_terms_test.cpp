#include "core/graph/gradient_terms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/catalog/catalog.h"
#include "core/graph/ops/ops.h"

namespace attn::test {
namespace {

std::vector<float> numbers(int64_t count, float step) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i) values.push_back(std::sin(static_cast<float>(i + 1) * step));
  return values;
}

// By hand: y = tanh(x w), loss = y_0 + 2 y_1; d loss/d x_0 = (1 - y_0^2) w_00 + 2 (1 - y_1^2) w_01.
TEST(GradientTerms, AreTheChainRule) {
  Graph graph;
  const Value x = graph.leaf({{axis::kQuery, 1}, {axis::kModel, 2}}, {0.5F, -0.25F}, Origin::kGiven, {});
  const Value w = graph.leaf({{axis::kModel, 2}, {axis::kChannel, 2}}, {1.0F, -2.0F, 0.5F, 0.25F}, Origin::kGiven, {});
  const Value h = matmul(x, w, axis::kModel), y = map(h, Function::kTanh);
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.run().ok());
  const auto gradients = values.gradients(y.node(), {1.0F, 2.0F});
  const std::vector<GradientTerm> terms = gradient_terms(graph, values, gradients, x.node(), 0);
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].node, h.node());
  EXPECT_FLOAT_EQ(terms[0].slope, 1.0F);
  EXPECT_FLOAT_EQ(terms[1].slope, -2.0F);
  const double y0 = std::tanh(0.375), y1 = std::tanh(-1.0625);
  EXPECT_NEAR(terms[0].upstream, 1 - y0 * y0, 1e-6);
  EXPECT_NEAR(terms[1].upstream, 2 * (1 - y1 * y1), 1e-6);
}

class EveryGradient : public testing::TestWithParam<const CatalogVariant*> {};

// For every mechanism: the products of the terms add up to the gradient of every cell asked for.
TEST_P(EveryGradient, IsTheSumOfItsTerms) {
  constexpr int64_t kTokens = 4, kWidth = 4;
  Graph graph;
  Params params(GetParam()->variant.text.params);
  for (const auto& [name, value] : {std::pair{"head_width", 2.0}, {"heads", 2.0}, {"hidden", 3.0}}) {
    if (params.has(name)) params.set_number(name, value);
  }
  Setting setting(graph, params, 1);
  setting.set_x(graph.leaf({{axis::kQuery, kTokens}, {axis::kModel, kWidth}}, numbers(kTokens * kWidth, 0.7F),
                           Origin::kGiven, {}));
  const Value out = GetParam()->variant.build(setting);
  ASSERT_TRUE(graph.status().ok());
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.run().ok());
  const auto gradients = values.gradients(out.node(), numbers(out.shape().count(), 1.3F));
  for (int node = 0; node < out.node(); ++node) {
    const std::vector<float>& gradient = gradients[static_cast<size_t>(node)];
    if (gradient.empty()) continue;
    // The first, one in the middle and the last cell: every cell of every tensor would take minutes.
    const int64_t count = graph.node(node).shape.count();
    for (const int64_t flat : {int64_t{0}, count / 2, count - 1}) {
      double sum = 0, size = 0;
      for (const GradientTerm& term : gradient_terms(graph, values, gradients, node, flat)) {
        const double product = static_cast<double>(term.slope) * static_cast<double>(term.upstream);
        sum += product, size += std::abs(product);
      }
      ASSERT_NEAR(sum, gradient[static_cast<size_t>(flat)], 1e-5 * size + 1e-6) << graph.name(node) << " cell " << flat;
    }
  }
}

std::vector<const CatalogVariant*> all() {
  std::vector<const CatalogVariant*> list;
  for (const CatalogVariant& entry : catalog_variants()) list.push_back(&entry);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Mechanism, EveryGradient, testing::ValuesIn(all()),
                         [](const auto& info) { return std::string(info.param->id); });

}  // namespace
}  // namespace attn::test
