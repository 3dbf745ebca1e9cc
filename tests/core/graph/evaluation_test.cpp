#include "core/graph/evaluation.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/graph/ops/ops.h"
#include "core/tensor/random.h"
#include "tests/core/graph/two_threads.h"

namespace attn {
namespace {

Value noise(Graph& graph, Shape shape) {
  std::vector<float> values(static_cast<size_t>(shape.count()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = uniform(1, graph.nodes().size(), i) - 0.5F;
  return graph.leaf(std::move(shape), std::move(values), Origin::kGiven, {});
}

// Every pair of words on a hidden layer: the tensor that is too large first.
Value pairs(Graph& graph, int64_t tokens, int64_t hidden) {
  const Value q = noise(graph, {{axis::kQuery, tokens}, {axis::kFeature, hidden}});
  const Value k = noise(graph, {{axis::kKey, tokens}, {axis::kFeature, hidden}});
  const Value v = noise(graph, {{axis::kKey, tokens}, {axis::kChannel, 3}});
  const Value weights = noise(graph, {{axis::kFeature, hidden}});
  const Value scores = dot(map(add(q, k), Function::kTanh), weights);
  return matmul(softmax(scores), v, axis::kKey);
}

std::vector<float> all_rows(const Graph& graph, EvaluationLimits limits, int node) {
  Evaluation<float> values(graph, limits);
  EXPECT_TRUE(values.run().ok());
  std::vector<float> rows(static_cast<size_t>(graph.node(node).shape.count()));
  values.rows(node, {0, graph.node(node).shape.rows()}, rows.data());
  return rows;
}

TEST(Evaluation, RefusesTooMuchBeforeAllocating) {
  Graph graph;
  band_mask(graph, int64_t{1} << 20, int64_t{1} << 10, {});
  Evaluation<float> values(graph, {.whole_cells = int64_t{1} << 40, .total_bytes = int64_t{1} << 30});
  const Status status = values.run();
  EXPECT_EQ(status.kind, ErrorKind::kTooLarge);
  EXPECT_NE(status.got.find("4096 MB"), std::string::npos) << status.got;
  EXPECT_EQ(values.arena().capacity(), 0U);
}

TEST(Evaluation, SaysSoWhenMemoryIsShort) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer ends a program that asks for so much";
#endif
  Graph graph;
  band_mask(graph, int64_t{1} << 24, int64_t{1} << 24, {});  // 2^50 bytes: no machine addresses so much
  Evaluation<float> values(graph, {.whole_cells = int64_t{1} << 60, .total_bytes = int64_t{1} << 60});
  EXPECT_EQ(values.run().kind, ErrorKind::kTooLarge);
}

TEST(Evaluation, ATensorTooLargeToKeepHasTheSameDigits) {
  Graph graph;
  const Value result = pairs(graph, 120, 100);  // 1.4 Mi cells between: more than one slab
  const std::vector<float> whole = all_rows(graph, {}, result.node());
  Evaluation<float> values(graph, {.whole_cells = 20'000});
  ASSERT_TRUE(values.run().ok());
  EXPECT_FALSE(values.whole(graph.find("add")));
  EXPECT_TRUE(values.whole(result.node()));
  EXPECT_EQ(0, std::memcmp(values.data(result.node()), whole.data(), whole.size() * sizeof(float)));
}

// In as many parts as there are, with the most that may be asked between them.
TEST(Evaluation, InPartsItHasTheSameDigits) {
  Graph graph;
  const Value result = pairs(graph, 200, 100);  // 4 Mi cells between, 19 operations each: several parts
  const std::vector<float> whole = all_rows(graph, {}, result.node());
  for (const int64_t whole_cells : {int64_t{4} << 20, int64_t{50'000}}) {
    Evaluation<float> values(graph, {.whole_cells = whole_cells});
    ASSERT_TRUE(values.prepare().ok());
    int asked = 0;
    const Pause pause{[](void* count) { return ++*static_cast<int*>(count) > 0; }, &asked};
    double before = 0;
    int parts = 0;
    for (bool more = true; more; ++parts) {
      more = !values.advance(pause);
      EXPECT_GE(values.progress(), before);
      before = values.progress();
    }
    EXPECT_EQ(asked, parts) << "stops wherever it is told to";
    EXPECT_GT(parts, static_cast<int>(graph.nodes().size())) << "some op has several";
    EXPECT_DOUBLE_EQ(values.progress(), 1.0);
    EXPECT_EQ(0, std::memcmp(values.data(result.node()), whole.data(), whole.size() * sizeof(float)));
  }
}

TEST(Evaluation, GoesOnWhereItStoodWhenItIsNotAskedToStop) {
  Graph graph;
  const Value result = pairs(graph, 200, 100);
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.prepare().ok());
  const Pause once{[](void*) { return true; }, nullptr};
  for (int i = 0; i < 6; ++i) ASSERT_FALSE(values.advance(once));
  EXPECT_GT(values.progress(), 0.0);
  EXPECT_LT(values.progress(), 1.0);
  EXPECT_TRUE(values.advance({}));
  const std::vector<float> whole = all_rows(graph, {}, result.node());
  EXPECT_EQ(0, std::memcmp(values.data(result.node()), whole.data(), whole.size() * sizeof(float)));
}

TEST(Evaluation, LeavesAndTablesAreReadWhereTheyAre) {
  Graph graph;
  const auto numbers = std::make_shared<const std::vector<float>>(std::vector<float>{1, 2, 3, 4});
  const Value table = graph.shared_leaf({{axis::kPiece, 2}, {axis::kModel, 2}}, numbers, Origin::kTrained, {}, true);
  const Value large = graph.shared_leaf({{axis::kQuery, 4}}, numbers, Origin::kGiven, {});
  Evaluation<float> values(graph, {.whole_cells = 3});
  ASSERT_TRUE(values.run().ok());
  EXPECT_EQ(values.data(table.node()), numbers->data());
  EXPECT_EQ(values.data(large.node()), numbers->data());
  EXPECT_EQ(values.offset(table.node()), -1);
  EXPECT_TRUE(values.arena().empty());
}

TEST(Evaluation, ThreadsChangeNoBit) {
  if (kernels::max_threads() < 2) GTEST_SKIP() << "a build without threads";
  Graph graph;
  const Value result = pairs(graph, 33, 17);
  const std::vector<float> alone = all_rows(graph, {}, result.node());
  test::TwoThreads threads;
  for (const int64_t kept : {int64_t{0}, int64_t{1} << 20}) {
    EXPECT_TRUE(threads.both_seen_in([&] {
      const std::vector<float> shared = all_rows(graph, {.whole_cells = kept}, result.node());
      EXPECT_EQ(0, std::memcmp(shared.data(), alone.data(), alone.size() * sizeof(float)));
    }));
  }
}

TEST(Evaluation, GradientsReachWhatMattersAndNothingElse) {
  Graph graph;
  const Value a = noise(graph, {{axis::kQuery, 3}}), unused = noise(graph, {{axis::kQuery, 3}});
  const Value twice = add(a, a);
  const Value aside = scale(twice, 2);
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const auto gradients = values.gradients(twice.node(), {1, 2, 3});
  EXPECT_EQ(gradients[static_cast<size_t>(a.node())], (std::vector<double>{2, 4, 6}));  // both uses add up
  EXPECT_TRUE(gradients[static_cast<size_t>(unused.node())].empty());
  EXPECT_TRUE(gradients[static_cast<size_t>(aside.node())].empty());
}

TEST(Evaluation, GradientsThroughUnkeptTensorsAreTheSame) {
  Graph graph;
  const Value result = pairs(graph, 7, 5);
  const std::vector<double> seed(static_cast<size_t>(result.shape().count()), 1.0);
  Evaluation<double> whole(graph), unkept(graph, {.whole_cells = 0});
  ASSERT_TRUE(whole.run().ok());
  ASSERT_TRUE(unkept.run().ok());
  EXPECT_EQ(whole.gradients(result.node(), seed), unkept.gradients(result.node(), seed));
}

// Edits at every kind of place: a leaf, a result on the way, one that may be too large to keep, the end.
TEST(Evaluation, AnEditedCellHoldsAndWhatFollowsIsComputedFromIt) {
  Graph graph;
  const Value result = pairs(graph, 6, 4);
  const int leaf = 0, add = graph.find("add"), weights = graph.find("softmax"), v = 2;
  for (const int64_t kept : {int64_t{0}, int64_t{1} << 20}) {
    Evaluation<float> plain(graph, {.whole_cells = kept}), values(graph, {.whole_cells = kept});
    ASSERT_TRUE(plain.run().ok());
    values.edit(leaf, 3, 9.0F);
    values.edit(add, 5, -2.0F);
    values.edit(weights, 7, 0.25F);
    values.edit(weights, 7, 0.5F);  // the later number holds
    values.edit(result.node(), 0, 42.0F);
    ASSERT_TRUE(values.run().ok());
    EXPECT_EQ(values.cell(leaf, 3), 9.0F);
    EXPECT_EQ(values.cell(add, 5), -2.0F);
    EXPECT_EQ(values.cell(weights, 7), 0.5F);
    EXPECT_EQ(values.cell(result.node(), 0), 42.0F);
    EXPECT_EQ(values.unedited_cell(leaf, 3), plain.cell(leaf, 3));
    EXPECT_EQ(values.unedited_cell(weights, 7), plain.cell(weights, 7)) << "nothing upstream of this row is edited";
    EXPECT_NE(values.unedited_cell(result.node(), 0), 42.0F);
    EXPECT_TRUE(values.edited(weights, 7));
    EXPECT_FALSE(values.edited(weights, 8));
    EXPECT_EQ(values.edits(weights), 1);
    EXPECT_EQ(values.edits(v), 0);
    // Row 1 of the result is made from the edited weight; row 3 from nothing that was edited.
    float sum = 0;
    for (int64_t j = 0; j < 6; ++j) sum += values.cell(weights, 6 + j) * values.cell(v, 3 * j);
    EXPECT_FLOAT_EQ(values.cell(result.node(), 3), sum);
    for (int64_t c = 0; c < 3; ++c) EXPECT_EQ(values.cell(result.node(), 9 + c), plain.cell(result.node(), 9 + c));
  }
}

TEST(Evaluation, EditsLeaveASharedLeafToItsOwner) {
  Graph graph;
  const auto numbers = std::make_shared<const std::vector<float>>(std::vector<float>{1, 2, 3, 4});
  const Value table = graph.shared_leaf({{axis::kPiece, 2}, {axis::kModel, 2}}, numbers, Origin::kTrained, {}, true);
  Evaluation<float> values(graph, {.whole_cells = 3});
  values.edit(table.node(), 1, 7.0F);
  ASSERT_TRUE(values.run().ok());
  EXPECT_EQ(values.cell(table.node(), 1), 7.0F);
  EXPECT_EQ((*numbers)[1], 2.0F);
  EXPECT_EQ(values.offset(table.node()), -1);
}

TEST(Evaluation, InPartsEditsHold) {
  Graph graph;
  const Value result = pairs(graph, 200, 100);
  Evaluation<float> values(graph), parts(graph);
  for (Evaluation<float>* one : {&values, &parts}) one->edit(graph.find("dot"), 20'100, 3.0F);
  ASSERT_TRUE(values.run().ok());
  ASSERT_TRUE(parts.prepare().ok());
  while (!parts.advance({[](void*) { return true; }, nullptr})) continue;
  EXPECT_EQ(parts.arena(), values.arena());
  EXPECT_EQ(parts.cell(graph.find("dot"), 20'100), 3.0F);
  EXPECT_EQ(parts.cell(result.node(), 0), values.cell(result.node(), 0));
}

TEST(Evaluation, NothingFlowsBackThroughAnEditedCell) {
  Graph graph;
  const Value scores = noise(graph, {{axis::kQuery, 2}, {axis::kKey, 3}});
  const Value weights = softmax(scores);
  Evaluation<double> plain(graph), values(graph);
  values.edit(weights.node(), 1, 5.0);
  ASSERT_TRUE(plain.run().ok());
  ASSERT_TRUE(values.run().ok());
  // The loss w_0 + 2 w_1 with w_1 put in by hand has the gradient of w_0 alone.
  const auto edited = values.gradients(weights.node(), {1, 2, 0, 0, 0, 0});
  const auto alone = plain.gradients(weights.node(), {1, 0, 0, 0, 0, 0});
  EXPECT_EQ(edited[static_cast<size_t>(scores.node())], alone[static_cast<size_t>(scores.node())]);
}

}  // namespace
}  // namespace attn
