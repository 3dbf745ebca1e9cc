#include "core/api/trace.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/graph/ops/ops.h"
#include "tests/core/api/calls.h"

namespace attn::api::test {
namespace {

StepText named(const char* id, const char* stage = "") {
  StepText text;
  text.id = id, text.stage = stage, text.label = stage, text.symbol = "S", text.role = Role::kWeights;
  return text;
}

// Weights [head, query, key] whose first `empty` queries have nothing to read.
void record(Trace* trace, int64_t tokens, int64_t empty) {
  Graph& graph = trace->graph;
  const Value scores = graph.leaf({{axis::kHead, 2}, {axis::kQuery, tokens}, {axis::kKey, tokens}},
                                  ramp(static_cast<size_t>(2 * tokens * tokens)), Origin::kGiven, named("scores"));
  const Value allowed =
      band_mask(graph, tokens, tokens, {.upper = -empty, .rule = "later ones"}).step(named("mask", "mask"));
  const Value masked = mask(scale(scores, 0.5).step(named("scaled", "scale")), allowed).step(named("masked", "mask"));
  softmax(masked).step(named("pattern", "normalise"));
  ASSERT_TRUE(trace->values.run().ok());
}

TEST(Trace, CountsRowsWithNothingToRead) {
  for (const int64_t empty : {0, 1, 3}) {
    Trace trace;
    record(&trace, 5, empty);
    EXPECT_EQ(count_empty_rows(trace), 2 * empty);
  }
}

TEST(Trace, CountsThemWhereTheWeightsAreTooLargeToKeep) {
  for (const int64_t empty : {0, 3}) {
    Trace trace;
    record(&trace, 1500, empty);  // 4.5 Mi weights
    ASSERT_FALSE(trace.values.whole(trace.graph.find("pattern")));
    EXPECT_EQ(count_empty_rows(trace), 2 * empty);
  }
}

TEST(Trace, ItsScriptNamesStepsAndItsTableAllTensors) {
  Trace trace;
  record(&trace, 3, 1);
  Answer answer;
  write_steps(answer, trace.graph);
  write_tensors(answer, trace);
  const Reply reply(answer.close());
  std::string steps, tensors;
  for (const rapidjson::Value& step : reply["steps"].GetArray()) steps += std::string(step["id"].GetString()) + ' ';
  EXPECT_EQ(steps, "mask scaled masked pattern ") << "a leaf without a stage is no step";
  for (const rapidjson::Value& tensor : reply["tensors"].GetArray()) {
    tensors += std::string(tensor["name"].GetString()) + ' ';
    EXPECT_STREQ(tensor["role"].GetString(), "weights");
    EXPECT_EQ(tensor.HasMember("origin"), tensor["name"] == "scores");
    EXPECT_STREQ(tensor["dtype"].GetString(), tensor["name"] == "mask" ? "mask" : "f32");
  }
  EXPECT_EQ(tensors, "scores mask scaled masked pattern ");
  // Extremes leave out what is masked.
  const rapidjson::Value& masked = reply["tensors"][3];
  EXPECT_GE(masked["min"].GetDouble(), -0.375);
  EXPECT_LE(masked["max"].GetDouble(), 0.375);
}

}  // namespace
}  // namespace attn::api::test
