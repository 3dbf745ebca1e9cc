#include "core/layers/attention.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/catalog/catalog.h"
#include "core/graph/evaluation.h"

namespace attn::test {
namespace {

constexpr int64_t kBatch = 3, kTokens = 6, kWidth = 8;

std::vector<float> numbers(int64_t count, float step) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i) values.push_back(std::sin(static_cast<float>(i + 1) * step));
  return values;
}

class EveryMechanism : public testing::TestWithParam<const CatalogVariant*> {
 protected:
  // What the layer makes of some of the batch.
  std::vector<float> run(int64_t begin, int64_t end, bool reads_another, Status* status, bool* draws = nullptr) {
    Graph graph;
    Recorder recorder(graph, {.parameters = &parameters_, .params = &none_});
    const auto rows = [&](float step) {
      const std::vector<float> all = numbers(kBatch * kTokens * kWidth, step);
      const int64_t cells = kTokens * kWidth;
      return graph.leaf({{axis::kBatch, end - begin}, {axis::kQuery, kTokens}, {axis::kModel, kWidth}},
                        {all.begin() + begin * cells, all.begin() + end * cells}, Origin::kGiven, {});
    };
    const Value x = rows(0.37F), source = reads_another ? rows(0.53F) : x;
    Params params(GetParam()->variant.text.params);
    AttentionLayer layer;
    layer.heads = 2;
    layer.mechanism = {GetParam()->variant.build, &params, GetParam()->variant.batched};
    const Attended out = attention_layer(recorder, "layer", x, source, layer);
    *status = graph.status();
    if (!status->ok()) return {};
    if (draws) {
      for (const Node& node : graph.nodes()) *draws = *draws || node.origin == Origin::kSeeded;
    }
    Evaluation<float> values(graph);
    *status = values.run();
    EXPECT_EQ(out.output.shape().text(),
              Shape({{axis::kBatch, end - begin}, {axis::kQuery, kTokens}, {axis::kModel, kWidth}}).text());
    return {values.data(out.output.node()), values.data(out.output.node()) + out.output.shape().count()};
  }

  Parameters parameters_{1};
  std::vector<ParamSpec> specs_;
  Params none_{specs_};
};

// Any attention can stand in a model: a batch is its texts one by one, to the last digit.
TEST_P(EveryMechanism, ABatchIsItsTextsOneByOne) {
  for (const bool reads_another : {false, true}) {
    if (reads_another && !GetParam()->variant.text.takes_source) continue;
    Status status;
    bool draws = false;
    const std::vector<float> all = run(0, kBatch, reads_another, &status, &draws);
    if (status.argument == "mechanism") continue;  // has one result for the whole text, and says so
    ASSERT_TRUE(status.ok()) << status.argument << ": got " << status.got << "; takes " << status.takes;
    std::vector<float> singly;
    for (int64_t i = 0; i < kBatch; ++i) {
      const std::vector<float> one = run(i, i + 1, reads_another, &status);
      ASSERT_TRUE(status.ok());
      singly.insert(singly.end(), one.begin(), one.end());
    }
    // Where chance takes part, each text has draws of its own.
    if (!draws) EXPECT_EQ(all, singly);
  }
}

std::vector<const CatalogVariant*> all() {
  std::vector<const CatalogVariant*> list;
  for (const CatalogVariant& entry : catalog_variants()) list.push_back(&entry);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Layer, EveryMechanism, testing::ValuesIn(all()),
                         [](const auto& info) { return std::string(info.param->id); });

}  // namespace
}  // namespace attn::test
