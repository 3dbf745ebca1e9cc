#include "core/graph/multiplications.h"

#include <gtest/gtest.h>

#include "core/graph/ops/ops.h"

namespace attn::test {
namespace {

TEST(Multiplications, AreReadOffShapes) {
  Graph graph;
  const auto leaf = [&](Shape shape) {
    std::vector<float> zeros(static_cast<size_t>(shape.count()));
    return graph.leaf(std::move(shape), std::move(zeros), Origin::kGiven, {});
  };
  const Value x = leaf({{axis::kQuery, 3}, {axis::kModel, 4}});
  const Value w = leaf({{axis::kModel, 4}, {axis::kChannel, 5}});
  EXPECT_EQ(multiplications(graph), 0);
  const Value y = matmul(x, w, axis::kModel);  // 3 * 5 cells, 4 products each
  EXPECT_EQ(multiplications(graph), 60);
  scale(y, 0.5);  // one a cell
  EXPECT_EQ(multiplications(graph), 75);
  softmax(y);
  EXPECT_EQ(multiplications(graph), 90);
  add(y, y);  // nothing is multiplied
  rename(y, axis::kChannel, axis::kFeature);
  EXPECT_EQ(multiplications(graph), 90);
}

}  // namespace
}  // namespace attn::test
