#include "core/graph/graph.h"

#include <gtest/gtest.h>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

StepText named(std::string id) {
  StepText text;
  text.id = std::move(id);
  return text;
}

Value leaf(Graph& graph, std::string id) {
  return graph.leaf({{axis::kQuery, 2}}, {1, 2}, Origin::kGiven, named(std::move(id)));
}

TEST(Graph, IdsAreUniqueWithinAScope) {
  Graph graph;
  const Value first = leaf(graph, "q"), second = leaf(graph, "q"), third = leaf(graph, "q");
  graph.set_scope("layer_1");
  const Value deeper = leaf(graph, "q");
  EXPECT_EQ(graph.name(first.node()), "q");
  EXPECT_EQ(graph.name(second.node()), "q_2");
  EXPECT_EQ(graph.name(third.node()), "q_3");
  EXPECT_EQ(graph.name(deeper.node()), "layer_1/q");
  EXPECT_EQ(graph.find("layer_1/q"), deeper.node());
  EXPECT_EQ(graph.find("k"), -1);
}

TEST(Graph, AStepRenamesWithoutMeetingItself) {
  Graph graph;
  const Value value = leaf(graph, "q").step(named("q"));
  EXPECT_EQ(graph.name(value.node()), "q");
  EXPECT_EQ(graph.name(scale(value, 2).node()), "scale");
}

TEST(Graph, TheFirstErrorStays) {
  Graph graph;
  const Value x = leaf(graph, "x");
  const Value wrong = rename(x, axis::kKey, axis::kHead);
  EXPECT_FALSE(slice(softmax(wrong), axis::kQuery, 0, 9).shape().text().empty());  // harmless to go on with
  EXPECT_EQ(graph.status().argument, "rename");
}

TEST(Graph, ALeafHasAsManyNumbersAsItsShape) {
  Graph graph;
  const Value value = graph.leaf({{axis::kQuery, 3}}, {1, 2}, Origin::kGiven, named("x"));
  EXPECT_EQ(graph.status().argument, "x");
  EXPECT_EQ(graph.node(value.node()).values->size(), 3U);
}

}  // namespace
}  // namespace attn
