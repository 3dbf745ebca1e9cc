#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant dot();
}

namespace attn::test {
namespace {

void check(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Aligned in = aligned(mechanism, words, source, "dot", params);
  const Matrix a = weights(in.scores, reads(params, in.values.size()));
  const Matrix z = attentional(mechanism, product(a, in.values), words, params);
  expect_near(mechanism.result(), z, temperature_of(params));
}

TEST(LuongDot, EqualsItsOracle) { at_every_corner_of_two_texts(variants::dot(), check); }

TEST(LuongDot, WordsOfTwoWidthsAreRefused) {
  const Variant variant = variants::dot();
  for (const Corner& corner : corners(variant.text.params)) {
    Graph graph;
    Setting setting(graph, corner.params, 1);
    setting.set_x(graph.leaf({{axis::kQuery, 2}, {axis::kModel, 3}}, std::vector<float>(6), Origin::kGiven, {}));
    setting.set_source(graph.leaf({{axis::kQuery, 2}, {axis::kModel, 4}}, std::vector<float>(8), Origin::kGiven, {}));
    variant.build(setting);
    EXPECT_EQ(graph.status().kind, ErrorKind::kInvalidInput) << corner.says;
  }
}

}  // namespace
}  // namespace attn::test
