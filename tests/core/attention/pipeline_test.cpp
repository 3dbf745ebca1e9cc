#include "core/attention/pipeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

std::vector<ParamSpec> all_params() {
  std::vector<ParamSpec> specs = shared::mask();
  specs.push_back(shared::temperature());
  for (const ParamSpec& spec : shared::weights({shared::head_width(), shared::heads(2)})) specs.push_back(spec);
  return specs;
}

// A setting on x [3, 4], and what is recorded on it.
struct Recorded {
  explicit Recorded(const std::vector<ParamSpec>& specs) : params(specs) {
    std::vector<float> x;
    for (int i = 0; i < 12; ++i) x.push_back(static_cast<float>(i % 5) * 0.5F - 1);
    StepText text;
    text.id = "x";
    setting.set_x(graph.leaf({{axis::kQuery, 3}, {axis::kModel, 4}}, std::move(x), Origin::kGiven, std::move(text)));
  }
  std::vector<float> values(Value value) const {
    Evaluation<float> computed(graph);
    EXPECT_TRUE(graph.status().ok() && computed.run().ok());
    std::vector<float> all(static_cast<size_t>(value.shape().count()));
    computed.rows(value.node(), {0, value.shape().rows()}, all.data());
    return all;
  }
  Value scores(std::vector<float> values) {
    return graph.leaf({{axis::kHead, 1}, {axis::kQuery, 2}, {axis::kKey, 2}}, std::move(values), Origin::kGiven, {});
  }
  Params params;
  Graph graph;
  Setting setting{graph, params, 1};
};

TEST(Pipeline, ThePlainOneIsScaledDotProductAttention) {
  const std::vector<ParamSpec> specs = all_params();
  Recorded recorded(specs);
  Pipeline pipeline;
  pipeline.head_width = 2;
  const Value out = attend(recorded.setting, pipeline);
  const auto of = [&](const char* id) { return recorded.values({&recorded.graph, recorded.graph.find(id)}); };
  const std::vector<float> q = of("q"), k = of("k"), v = of("v"), z = recorded.values(out);
  ASSERT_EQ(z.size(), 6U);
  for (size_t i = 0; i < 3; ++i) {
    double sum = 0, wanted[2] = {0, 0};
    for (size_t j = 0; j < 3; ++j) {
      const double score =
          (static_cast<double>(q[2 * i]) * k[2 * j] + static_cast<double>(q[2 * i + 1]) * k[2 * j + 1]);
      const double weight = std::exp(score / std::sqrt(2.0));
      sum += weight;
      for (size_t c = 0; c < 2; ++c) wanted[c] += weight * v[2 * j + c];
    }
    // 1e-6: some roundings of numbers around 1.
    for (size_t c = 0; c < 2; ++c) EXPECT_NEAR(z[2 * i + c], wanted[c] / sum, 1e-6);
  }
}

TEST(Pipeline, TheTemperatureDividesAndNothingElseIsAsked) {
  const std::vector<ParamSpec> specs = all_params(), none;
  Recorded warm(specs), plain(none);
  ASSERT_TRUE(warm.params.set_number("temperature", 4).ok());
  for (Recorded* recorded : {&warm, &plain}) {
    const Value q = recorded->graph.leaf({{axis::kHead, 1}, {axis::kQuery, 1}, {axis::kChannel, 16}},
                                         std::vector<float>(16), Origin::kGiven, {});
    const Value scaled = scale_by_width(recorded->setting, {q, q, q}, recorded->scores({8, 16, -8, 0}));
    const float factor = recorded == &warm ? 1.0F / 16 : 1.0F / 4;
    EXPECT_EQ(recorded->values(scaled), (std::vector<float>{8 * factor, 16 * factor, -8 * factor, 0}));
  }
}

TEST(Pipeline, MasksHideWhatTheySay) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<ParamSpec> specs = all_params();
  const auto masked = [&](const char* choice, double padding) {
    Recorded recorded(specs);
    EXPECT_TRUE(recorded.params.set_choice("mask", choice).ok());
    EXPECT_TRUE(recorded.params.set_number("padding", padding).ok());
    return recorded.values(mask_by_choice(recorded.setting, recorded.scores({1, 2, 3, 4})));
  };
  EXPECT_EQ(masked("none", 1), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(masked("causal", 1), (std::vector<float>{1, -kInf, 3, 4}));
  EXPECT_EQ(masked("padding", 1), (std::vector<float>{1, -kInf, 3, -kInf}));
  EXPECT_EQ(masked("padding", 9), (std::vector<float>(4, -kInf))) << "more padding than keys";
}

TEST(Pipeline, EverySlotIsAskedOnceAndInOrder) {
  static std::string order;
  order.clear();
  const std::vector<ParamSpec> specs = all_params();
  Recorded recorded(specs);
  Pipeline pipeline;
  pipeline.head_width = 2;
  pipeline.project = [](Setting& setting, const Pipeline& self) {
    order += "project ";
    return project_qkv(setting, self);
  };
  pipeline.score = [](Setting& setting, const Projected& in) {
    order += "score ";
    return dot_product_score(setting, in);
  };
  pipeline.modify = [](Setting&, const Projected&, Value scores) {
    order += "modify ";
    return scores;
  };
  pipeline.mask = [](Setting& setting, Value scores) {
    order += "mask ";
    return mask_future(setting, scores);
  };
  pipeline.normalise = [](Setting& setting, Value scores) {
    order += "normalise ";
    return softmax_rows(setting, scores);
  };
  pipeline.combine = [](Setting& setting, const Projected& in, Value weights) {
    order += "combine ";
    return weighted_sum(setting, in, weights);
  };
  pipeline.output = [](Setting& setting, Value combined) {
    order += "output";
    return project_output(setting, combined);
  };
  const Value out = attend(recorded.setting, pipeline);
  EXPECT_EQ(order, "project score modify mask normalise combine output");
  EXPECT_EQ(out.shape().text(), Shape({{axis::kQuery, 3}, {axis::kModel, 4}}).text());
}

TEST(Pipeline, TrainedHeadsAreTakenWhereTheyFit) {
  const std::vector<ParamSpec> specs = all_params();
  const auto offer = [](Setting& setting, int64_t heads) {
    const std::vector<int64_t> sizes = {heads, 4, 8};
    setting.offer(
        "w_q", {sizes, std::make_shared<const std::vector<float>>(static_cast<size_t>(heads * 32)), Origin::kTrained});
  };
  Recorded one(specs), several(specs), untrained(specs);
  offer(one.setting, 1), offer(several.setting, 3), offer(untrained.setting, 3);
  EXPECT_EQ(scaled_dot_product_pipeline(one.setting).head_width, 8);
  EXPECT_EQ(scaled_dot_product_pipeline(several.setting).head_width, 64) << "three heads are not one";
  EXPECT_EQ(multi_head_pipeline(several.setting).heads, 3);
  EXPECT_EQ(multi_head_pipeline(several.setting).head_width, 8);
  ASSERT_TRUE(untrained.params.set_flag("random", true).ok());
  EXPECT_EQ(multi_head_pipeline(untrained.setting).heads, 2);
  EXPECT_FALSE(scaled_dot_product_pipeline(one.setting).output) << "no matrix w_o came with the head";
}

}  // namespace
}  // namespace attn
