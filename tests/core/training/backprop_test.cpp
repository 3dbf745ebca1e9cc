#include "core/training/backprop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/graph/ops/ops.h"
#include "core/training/loss.h"

namespace attn::test {
namespace {

// A graph that uses a parameter twice, a mask that needs no gradient, and a branch that leads nowhere.
struct Recorded {
  Graph graph;
  Parameters parameters{3};
  ParameterNodes nodes;
  Value loss;

  Value parameter(const char* name, const Shape& shape) {
    Parameter& made = parameters.get(name, shape, Start::glorot());
    const Value leaf = graph.shared_leaf(shape, made.values, Origin::kTrained, {});
    nodes[leaf.node()] = &made;
    return leaf;
  }

  explicit Recorded(int64_t rows) {
    const Value w = parameter("w", {{axis::kModel, 4}, {axis::kChannel, 4}});
    const Value x = parameter("x", {{axis::kQuery, rows}, {axis::kModel, 4}});
    const Value v = parameter("v", {{axis::kKey, rows}, {axis::kModel, 4}});
    const Value q = matmul(x, w, axis::kModel), k = matmul(v, w, axis::kModel);
    Band band;
    band.upper = 0;
    const Value weights = softmax(mask(matmul(q, k, axis::kChannel), band_mask(graph, rows, rows, band)));
    map(q, Function::kTanh);  // nobody reads it
    loss = total(map(matmul(weights, k, axis::kKey), Function::kTanh));
  }
};

TEST(Backprop, GradientsAreThoseOfTheEvaluation) {
  Backprop backprop;
  for (const int64_t rows : {5, 3, 7, 5}) {  // memory of one size serves the next
    Recorded recorded(rows);
    ASSERT_TRUE(backprop.run(recorded.graph, recorded.nodes, recorded.loss.node()).ok());
    Evaluation<float> values(recorded.graph);
    ASSERT_TRUE(values.run().ok());
    EXPECT_EQ(backprop.loss(), values.data(recorded.loss.node())[0]);
    const auto expected = values.gradients(recorded.loss.node(), {1.0F});
    for (const auto& [node, parameter] : recorded.nodes)
      EXPECT_EQ(parameter->gradient, expected[static_cast<size_t>(node)]) << parameter->name;
  }
}

TEST(Backprop, MemoryStopsGrowing) {
  Backprop backprop;
  Recorded recorded(6);
  ASSERT_TRUE(backprop.run(recorded.graph, recorded.nodes, recorded.loss.node()).ok());
  const int64_t after_one = backprop.bytes();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(backprop.run(recorded.graph, recorded.nodes, recorded.loss.node()).ok());
  EXPECT_EQ(backprop.bytes(), after_one);
}

TEST(Backprop, WhatIsKeptCanBeRead) {
  Backprop backprop;
  Recorded recorded(4);
  ASSERT_TRUE(backprop.run(recorded.graph, recorded.nodes, recorded.loss.node(), {recorded.loss.node()}).ok());
  EXPECT_EQ(backprop.kept(recorded.loss.node()).at(0), backprop.loss());
}

TEST(Loss, CrossEntropyIsAMeanOverTargetsThatAreThere) {
  Graph graph;
  const Value logits = graph.leaf({{axis::kQuery, 3}, {axis::kPiece, 2}}, {0, 0, 5, -5, 1, 2}, Origin::kGiven, {});
  const Value targets = graph.leaf({{axis::kQuery, 3}}, {0, -1, 1}, Origin::kGiven, {});
  const Value loss = mean_cross_entropy(logits, targets, 0);
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const double expected = (std::log(2.0) + std::log(1 + std::exp(-1.0))) / 2;
  EXPECT_NEAR(values.data(loss.node())[0], expected, 1e-12);
}

TEST(Loss, SquaredErrorIsAMean) {
  Graph graph;
  const Value x = graph.leaf({{axis::kBatch, 2}, {axis::kOne, 1}}, {1, 2}, Origin::kGiven, {});
  const Value y = graph.leaf({{axis::kBatch, 2}, {axis::kOne, 1}}, {3, 2.5}, Origin::kGiven, {});
  const Value loss = mean_squared_error(x, y);
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  EXPECT_DOUBLE_EQ(values.data(loss.node())[0], (4 + 0.25) / 2);
}

}  // namespace
}  // namespace attn::test
