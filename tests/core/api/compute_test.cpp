#include "core/api/compute.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/api/session.h"
#include "tests/core/api/calls.h"

namespace attn::api::test {
namespace {

// q [query 2, channel 1], k and v [key 2, channel 1].
Reply attend(const std::string& steps, const std::string& outputs = R"(["z"])") {
  stage_values("q", {1, -1});
  stage_values("k", {1, 2});
  stage_values("v", {3, 5});
  return Reply(
      numeric(R"({"op":"compute","shapes":{"q":[2,1],"k":[2,1],"v":[2,1]},"options":{"axes":{"q":["query","channel"],)"
              R"("k":["key","channel"],"v":["key","channel"]},"steps":)" +
              steps + R"(,"outputs":)" + outputs + "}}"));
}

TEST(Compute, AttentionOutOfThreeOps) {
  const Reply reply = attend(
      R"([{"op":"matmul","inputs":["q","k"],"over":"channel","output":"s"},{"op":"softmax","inputs":["s"],"output":"a"},)"
      R"({"op":"matmul","inputs":["a","v"],"over":"key","output":"z"}])",
      R"(["z","a"])");
  ASSERT_TRUE(reply.ok()) << reply.text();
  const auto* z = reinterpret_cast<const float*>(static_cast<intptr_t>(reply["outputs"]["z"]["buffer"].GetInt64()));
  const double lead = 1 / (1 + std::exp(-1.0));
  EXPECT_NEAR(z[0], 5 * lead + 3 * (1 - lead), 1e-6);  // some roundings of numbers up to 5
  EXPECT_NEAR(z[1], 3 * lead + 5 * (1 - lead), 1e-6);
  EXPECT_EQ(reply["outputs"]["a"]["shape"].Size(), 2U);
  EXPECT_STREQ(reply["outputs"]["a"]["axes"][1].GetString(), "key");
}

TEST(Compute, TakesInputsThatMayBeLeftOut) {
  const auto scan = [](const std::string& inputs) {
    return attend(R"([{"op":"rename","inputs":["k"],"from":"channel","to":"feature","output":"f"},)"
                  R"({"op":"state_scan","inputs":)" +
                  inputs + R"(,"output":"z"}])");
  };
  const Reply plain = scan(R"(["f","v"])");
  ASSERT_TRUE(plain.ok()) << plain.text();
  EXPECT_EQ(plain["outputs"]["z"]["shape"].Size(), 3U);
  EXPECT_TRUE(scan(R"(["f","v","f"])").ok());
  EXPECT_TRUE(scan(R"(["f","v","f","f"])").ok());
  EXPECT_TRUE(refuses(scan(R"(["f"])"), "steps[1].inputs"));
  EXPECT_TRUE(refuses(scan(R"(["f","v","f","f","f"])"), "steps[1].inputs"));
}

TEST(Compute, KnowsSparseNormalisersAndChoices) {
  const Reply reply = attend(
      R"([{"op":"matmul","inputs":["q","k"],"over":"channel","output":"s"},{"op":"sparsemax","inputs":["s"],"output":"a"},)"
      R"({"op":"top_k","inputs":["s"],"take":1,"ties":"first","output":"t"},)"
      R"({"op":"matmul","inputs":["a","v"],"over":"key","output":"z"}])",
      R"(["a","t"])");
  ASSERT_TRUE(reply.ok()) << reply.text();
  for (const char* name : {"a", "t"}) {
    const auto* row =
        reinterpret_cast<const float*>(static_cast<intptr_t>(reply["outputs"][name]["buffer"].GetInt64()));
    EXPECT_EQ(row[0], 0.0F);  // the scores 1 and 2 are 1 apart: the lower one weighs exactly nothing
    EXPECT_EQ(row[1], 1.0F);
  }
  EXPECT_TRUE(
      refuses(attend(R"([{"op":"top_k","inputs":["q"],"take":1,"ties":"last","output":"z"}])"), "steps[0].ties"));
}

TEST(Compute, RefusesByStepAndField) {
  EXPECT_TRUE(refuses(attend("{}"), "steps"));
  EXPECT_TRUE(refuses(attend("[7]"), "steps[0]"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"nothing","inputs":["q"],"output":"z"}])"), "steps[0].op"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"softmax","inputs":["absent"],"output":"z"}])"), "steps[0].inputs"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"softmax","inputs":["q","k"],"output":"z"}])"), "steps[0].inputs"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"softmax","inputs":["q"],"output":"k"}])"), "steps[0].output"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"reduce_sum","inputs":["q"],"over":"width","output":"z"}])"), "steps[0].over"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"scale","inputs":["q"],"output":"z"}])"), "steps[0].factor"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"softmax","inputs":["q"],"output":"y"}])"), "outputs"));
  EXPECT_TRUE(refuses(attend(R"([{"op":"softmax","inputs":["q"],"output":"z"}])", "[]"), "outputs"));
}

TEST(Compute, NamesTheStepWhoseShapesDoNotFit) {
  const Reply reply = attend(R"([{"op":"matmul","inputs":["q","k"],"over":"model","output":"z"}])");
  ASSERT_FALSE(reply.ok());
  EXPECT_NE(reply.text().find("steps[0] (matmul)"), std::string::npos) << reply.text();
}

TEST(Compute, RefusesTensorsWithoutAxes) {
  stage_values("x", {1});
  const std::string head = R"({"op":"compute","shapes":{"x":[1]},"options":{"steps":[],"outputs":["x"])";
  EXPECT_TRUE(refuses(Reply(numeric(head + "}}")), "tensors.x.axes"));
  stage_values("x", {1});
  EXPECT_TRUE(refuses(Reply(numeric(head + R"(,"axes":{"x":["query","key"]}}})")), "tensors.x.axes"));
  stage_values("x", {1});
  EXPECT_TRUE(Reply(numeric(head + R"(,"axes":{"x":["query"]}}})")).ok());
}

}  // namespace
}  // namespace attn::api::test
