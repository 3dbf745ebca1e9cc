#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "core/api/session.h"
#include "tests/core/api/calls.h"

namespace attn::api::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargest = std::numeric_limits<float>::max();

struct Tensor {
  std::string shape;  // "[1,1,2,2]"
  std::vector<float> values;
};
using Tensors = std::map<std::string, Tensor>;

Reply call(const std::string& op, const Tensors& tensors, const std::string& options = "") {
  std::string shapes;
  for (const auto& [name, tensor] : tensors) {
    stage_values(name, tensor.values);
    shapes += (shapes.empty() ? "\"" : ",\"") + name + "\":" + tensor.shape;
  }
  return Reply(numeric("{\"op\":\"" + op + "\",\"shapes\":{" + shapes + "},\"options\":{" + options + "}}"));
}

std::vector<float> output(const Reply& reply, const char* name) {
  const rapidjson::Value& made = reply["outputs"][name];
  int64_t count = 1;
  for (const rapidjson::Value& size : made["shape"].GetArray()) count *= size.GetInt64();
  const float* at = reinterpret_cast<const float*>(static_cast<intptr_t>(made["buffer"].GetInt64()));
  return {at, at + count};
}

// Two queries on two keys of width 1; every number may be replaced.
Tensors attention_call() {
  return {{"q", {"[1,1,2,1]", {1, -1}}}, {"k", {"[1,1,2,1]", {1, 2}}}, {"v", {"[1,1,2,1]", {3, 5}}}};
}

TEST(Numeric, AttentionIsSoftmaxOfScoresTimesValues) {
  const Reply reply = call("attention", attention_call(), R"("qk_matmul_output":3)");
  ASSERT_TRUE(reply.ok()) << reply.text();
  const float lead = 1 / (1 + std::exp(-1.0F));  // the second score is 1 larger, for the other query 1 smaller
  const std::vector<float> weights = output(reply, "qk_matmul"), y = output(reply, "y");
  // 1e-6: some roundings of numbers of 1 and 5.
  EXPECT_NEAR(weights[1], lead, 1e-6);
  EXPECT_NEAR(weights[2], lead, 1e-6);
  EXPECT_NEAR(y[0], 5 * lead + 3 * (1 - lead), 1e-6);
  EXPECT_NEAR(y[1], 3 * lead + 5 * (1 - lead), 1e-6);
}

TEST(Numeric, RefusesWhatIsNoCall) {
  for (const std::string text : {"", "[]", "{"}) EXPECT_TRUE(refuses(Reply(numeric(text)), "request")) << text;
  EXPECT_TRUE(refuses(call("no_such_op", {}), "op"));
  EXPECT_TRUE(refuses(Reply(numeric(R"({"op":"attention","shapes":[]})")), "shapes"));
  EXPECT_TRUE(refuses(Reply(numeric(R"({"op":"attention","options":1})")), "options"));
  EXPECT_TRUE(refuses(call("attention", attention_call(), R"("causal":1)"), "causal"));
  EXPECT_TRUE(refuses(call("attention", attention_call(), R"("scale":"1")"), "scale"));
  EXPECT_TRUE(refuses(call("attention", attention_call(), R"("scale":1e39)"), "scale"));
  EXPECT_TRUE(refuses(call("attention", attention_call(), R"("masked_rows":"none")"), "masked_rows"));
  // Shapes without their numbers.
  EXPECT_TRUE(refuses(Reply(numeric(R"({"op":"attention","shapes":{"q":[1,1,2,1]}})")), "q"));
  EXPECT_TRUE(session().staged.empty());
}

TEST(Numeric, RefusesNumbersThatAreNotFinite) {
  for (const float odd : {kInf, -kInf, kNan}) {
    for (const std::string name : {"q", "k", "v", "past_key", "past_value"}) {
      Tensors tensors = attention_call();
      tensors["past_key"] = tensors["past_value"] = {"[1,1,2,1]", {0, 0}};
      tensors[name].values[1] = odd;
      const Reply reply = call("attention", tensors);
      EXPECT_TRUE(refuses(reply, name == "past_key" ? "pastKey" : name == "past_value" ? "pastValue" : name)) << odd;
      EXPECT_NE(reply.error("got").find("at position 1"), std::string::npos) << reply.text();
    }
    for (const std::string name : {"x", "cos", "sin"}) {
      Tensors tensors = {{"x", {"[1,1,1,2]", {1, 2}}}, {"cos", {"[1,1,1]", {1}}}, {"sin", {"[1,1,1]", {0}}}};
      EXPECT_TRUE(call("rotary_embedding", tensors).ok());
      tensors[name].values[0] = odd;
      EXPECT_TRUE(refuses(call("rotary_embedding", tensors), name)) << odd;
    }
  }
}

// -inf in a mask closes a cell; nothing else that is not finite has a meaning there.
TEST(Numeric, AMaskMayHoldMinusInfinity) {
  Tensors tensors = attention_call();
  tensors["mask"] = {"[2,2]", {0, -kInf, -kInf, 0}};
  const Reply reply = call("attention", tensors, R"("qk_matmul_output":2)");
  ASSERT_TRUE(reply.ok()) << reply.text();
  EXPECT_EQ(output(reply, "y"), (std::vector<float>{3, 5}));
  EXPECT_EQ(output(reply, "qk_matmul")[1], -kInf);
  for (const float odd : {kInf, kNan}) {
    tensors["mask"].values[0] = odd;
    EXPECT_TRUE(refuses(call("attention", tensors), "mask"));
    EXPECT_TRUE(call("attention", tensors, R"("mask_kind":"bool")").ok());  // not 0: open
  }
}

TEST(Numeric, SaysWhenScoresOverflow) {
  const std::string modes[] = {"", R"("qk_matmul_output":0)", R"("qk_matmul_output":1)", R"("qk_matmul_output":2)",
                               R"("qk_matmul_output":3)"};
  for (const std::string& mode : modes) {
    Tensors tensors = attention_call();
    tensors["q"].values = tensors["k"].values = {2e19F, 2e19F};
    EXPECT_TRUE(refuses(call("attention", tensors, mode), "q, k")) << mode;
    const std::string scale = R"("scale":1e38)" + (mode.empty() ? mode : "," + mode);
    tensors["q"].values = tensors["k"].values = {5, 5};
    EXPECT_TRUE(refuses(call("attention", tensors, scale), "q, k, scale")) << mode;
  }
  // Where a cap holds the scores, nothing overflows but the raw ones.
  Tensors tensors = attention_call();
  tensors["q"].values = tensors["k"].values = {2e19F, 2e19F};
  EXPECT_TRUE(call("attention", tensors, R"("softcap":5)").ok());
  EXPECT_TRUE(refuses(call("attention", tensors, R"("softcap":5,"qk_matmul_output":0)"), "q, k"));
}

TEST(Numeric, SaysWhenValuesOverflow) {
  Tensors tensors = attention_call();
  tensors["k"].values = {0, 0};
  tensors["v"].values = {kLargest, kLargest};
  const Reply reply = call("attention", tensors);
  // Whether the sum is divided before or after adding decides; NaN or infinity is never an answer.
  if (reply.ok()) {
    for (const float y : output(reply, "y")) EXPECT_TRUE(std::isfinite(y));
  } else {
    EXPECT_TRUE(refuses(reply, "v"));
  }
}

TEST(Numeric, ARowWithoutKeysIsNanWhereThatIsAskedFor) {
  Tensors tensors = attention_call();
  tensors["mask"] = {"[2,2]", {-kInf, -kInf, 0, 0}};
  for (const std::string mode : {"-1", "3"}) {
    const Reply reply = call("attention", tensors, R"("masked_rows":"nan","qk_matmul_output":)" + mode);
    ASSERT_TRUE(reply.ok()) << reply.text();
    EXPECT_TRUE(std::isnan(output(reply, "y")[0]));
    EXPECT_TRUE(std::isfinite(output(reply, "y")[1]));
  }
  const Reply zero = call("attention", tensors);
  ASSERT_TRUE(zero.ok()) << zero.text();
  EXPECT_EQ(output(zero, "y")[0], 0.0F);
}

TEST(Numeric, RotaryEmbeddingSaysWhenItOverflows) {
  const Tensors tensors = {
      {"x", {"[1,1,1,2]", {kLargest, kLargest}}}, {"cos", {"[1,1,1]", {1}}}, {"sin", {"[1,1,1]", {1}}}};
  EXPECT_TRUE(refuses(call("rotary_embedding", tensors), "x, cos, sin"));
}

Tensors linear_call() { return {{"q", {"[1,2,1]", {1, 1}}}, {"k", {"[1,2,1]", {1, 1}}}, {"v", {"[1,2,1]", {2, 3}}}}; }
const std::string kLinear = R"("q_heads":1,"kv_heads":1,"rule":)";

TEST(Numeric, LinearAttentionForgetsAtMinusInfinity) {
  Tensors tensors = linear_call();
  const Reply sum = call("linear_attention", tensors, kLinear + R"("linear")");
  ASSERT_TRUE(sum.ok()) << sum.text();
  EXPECT_EQ(output(sum, "y"), (std::vector<float>{2, 5}));
  tensors["decay"] = {"[1,2,1]", {0, -kInf}};
  const Reply last = call("linear_attention", tensors, kLinear + R"("gated")");
  ASSERT_TRUE(last.ok()) << last.text();
  EXPECT_EQ(output(last, "y"), (std::vector<float>{2, 3}));
  EXPECT_EQ(output(last, "present_state"), (std::vector<float>{3}));
  for (const float odd : {kInf, kNan}) {
    tensors["decay"].values[0] = odd;
    EXPECT_TRUE(refuses(call("linear_attention", tensors, kLinear + R"("gated")"), "decay"));
  }
  for (const std::string name : {"q", "k", "v", "past_state"}) {
    Tensors changed = linear_call();
    changed["past_state"] = {"[1,1,1,1]", {0}};
    changed[name].values[0] = kNan;
    EXPECT_TRUE(
        refuses(call("linear_attention", changed, kLinear + R"("linear")"), name == "past_state" ? "pastState" : name));
  }
}

TEST(Numeric, LinearAttentionSaysWhenItOverflows) {
  Tensors tensors = linear_call();
  tensors["k"].values = tensors["v"].values = {2e19F, 2e19F};
  EXPECT_TRUE(refuses(call("linear_attention", tensors, kLinear + R"("linear")"), "q, k, v"));
  tensors = linear_call();
  tensors["decay"] = {"[1,2,1]", {0, 100}};  // e^100 is beyond float32
  EXPECT_TRUE(refuses(call("linear_attention", tensors, kLinear + R"("gated")"), "q, k, v, decay"));
}

}  // namespace
}  // namespace attn::api::test
