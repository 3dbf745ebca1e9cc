// Every mechanism at every corner of its parameters: it records, it computes without NaN, it differentiates, every step
// has its words and every number its explanation.
#include <algorithm>
#include <set>

#include "core/graph/graph_cells.h"
#include "tests/core/graph/explanation_formula.h"
#include "tests/core/graph/two_threads.h"
#include "tests/core/variants/mechanism.h"

namespace attn::test {
namespace {

class Corners : public testing::TestWithParam<CatalogVariant> {
 protected:
  // Calls check(mechanism) at every corner.
  template <class F>
  static void for_each(const Words& words, F check) {
    for (const Corner& corner : corners(GetParam().variant.text.params)) {
      SCOPED_TRACE(corner.says);
      Mechanism mechanism(GetParam().variant, corner.params, words);
      check(mechanism);
    }
  }
};

TEST_P(Corners, NothingTurnsNan) {
  Words zeros{5, 4, std::vector<float>(20)}, large = random_words(5, 4, 3);
  for (float& value : large.values) value *= 1e4F;  // scores of 1e8 and more, far past any exponential
  for (const Words& words : {random_words(1, 3, 1), random_words(7, 20, 2), zeros, large}) {
    for_each(words, [](Mechanism& mechanism) {
      for (int node = 0; node < static_cast<int>(mechanism.graph().nodes().size()); ++node) {
        for (const float value : mechanism.evaluate(node)) {
          ASSERT_FALSE(std::isnan(value)) << mechanism.graph().name(node);
          ASSERT_TRUE(node != mechanism.output() || std::isfinite(value));
        }
      }
    });
  }
}

// -inf stands for what may not be read; its opposite would stand for nothing, and a run that holds it is refused.
TEST_P(Corners, NothingTurnsInfinite) {
  for_each(random_words(7, 20, 2), [](Mechanism& mechanism) {
    for (int node = 0; node < static_cast<int>(mechanism.graph().nodes().size()); ++node) {
      for (const float value : mechanism.evaluate(node))
        ASSERT_FALSE(std::isinf(value) && value > 0) << mechanism.graph().name(node);
    }
  });
}

TEST_P(Corners, EveryStepHasItsWords) {
  for_each(random_words(3, 4, 1), [](Mechanism& mechanism) {
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(mechanism.graph().nodes().size()); ++i) {
      const Node& node = mechanism.graph().node(i);
      EXPECT_TRUE(names.insert(mechanism.graph().name(i)).second) << node.text.id << " twice";
      EXPECT_FALSE(node.text.symbol.empty() && node.op) << node.text.id;
      if (!node.op) continue;
      EXPECT_NE(node.text.id, node.op->name()) << "a step without an id";
      for (const std::string* text :
           {&node.text.id, &node.text.stage, &node.text.label, &node.text.title, &node.text.note, &node.text.latex}) {
        EXPECT_FALSE(text->empty()) << node.text.id;
      }
    }
  });
}

TEST_P(Corners, ExplanationsAddUp) {
  for_each(random_words(5, 6, 4), [](Mechanism& mechanism) {
    const Graph& graph = mechanism.graph();
    Evaluation<float> values(graph);
    ASSERT_TRUE(values.run().ok());
    for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) {
      const Node& node = graph.node(i);
      if (!node.op) continue;
      const GraphCells cells(graph, values, i);
      for (int64_t flat = 0; flat < node.shape.count(); flat += std::max<int64_t>(node.shape.count() / 13, 1)) {
        const Explanation explanation = node.op->explain(cells, node.shape.index(flat));
        EXPECT_TRUE(same_bits(explanation.value, cells.output(flat))) << graph.name(i);
        EXPECT_TRUE(adds_up(explanation)) << graph.name(i) << " cell " << flat;
      }
    }
  });
}

TEST_P(Corners, UnkeptTensorsHaveTheSameBits) {
  for_each(random_words(7, 5, 5), [](Mechanism& mechanism) {
    for (int node = 0; node < static_cast<int>(mechanism.graph().nodes().size()); ++node) {
      const std::vector<float> whole = mechanism.evaluate(node), unkept = mechanism.evaluate(node, {.whole_cells = 0});
      for (size_t i = 0; i < whole.size(); ++i)
        ASSERT_TRUE(same_bits(whole[i], unkept[i])) << mechanism.graph().name(node);
    }
  });
}

TEST_P(Corners, ThreadsChangeNoBit) {
  if (kernels::max_threads() < 2) GTEST_SKIP() << "a build without threads";
  for_each(random_words(17, 20, 6), [](Mechanism& mechanism) {
    const std::vector<float> alone = mechanism.result();
    const auto equal = [&] {
      const std::vector<float> shared = mechanism.result();
      for (size_t i = 0; i < alone.size(); ++i) ASSERT_TRUE(same_bits(alone[i], shared[i])) << "cell " << i;
    };
    TwoThreads threads;
    const std::vector<Node>& nodes = mechanism.graph().nodes();
    // Threads split rows: where every step has a single one (a decoding step without a past), there is nothing to
    // share.
    const bool shareable =
        std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.op && node.shape.rows() > 1; });
    if (shareable) {
      EXPECT_TRUE(threads.both_seen_in(equal));
    } else {
      equal();
    }
  });
}

// sum(seed * result).
double loss(Mechanism& mechanism, const std::vector<double>& seed) {
  const std::vector<double> result = mechanism.result<double>();
  double sum = 0;
  for (size_t i = 0; i < result.size(); ++i) sum += seed[i] * result[i];
  return sum;
}

TEST_P(Corners, GradientsEqualCentralDifferences) {
  for_each(random_words(4, 5, 7), [](Mechanism& mechanism) {
    Graph& graph = mechanism.graph();
    // Where a gradient is meant to be another function's, the mechanism's own test knows which.
    if (std::any_of(graph.nodes().begin(), graph.nodes().end(),
                    [](const Node& node) { return node.op && node.op->estimates_gradient(); })) {
      return;
    }
    // On a grid of 2^-10 a step of 2^-20 is exact in float.
    for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) {
      if (graph.node(i).op || graph.node(i).origin == Origin::kFixed) continue;
      std::vector<float> values = *graph.node(i).values;
      for (float& value : values) value = std::nearbyint(value * 1024.0F) / 1024.0F;
      graph.node(i).values = std::make_shared<const std::vector<float>>(values);
    }
    std::vector<double> seed;
    for (const float value : random_words(mechanism.shape().count(), 1, 8).values)
      seed.push_back(static_cast<double>(value));
    Evaluation<double> values(graph);
    ASSERT_TRUE(values.run().ok());
    const auto gradients = values.gradients(mechanism.output(), seed);
    constexpr float kStep = 0x1p-20F;
    for (int leaf = 0; leaf < static_cast<int>(graph.nodes().size()); ++leaf) {
      // Fixed numbers (positions, the numbers of sentences) are nobody's to move, and choices may hang on them.
      if (graph.node(leaf).op || graph.node(leaf).origin == Origin::kFixed) continue;
      const auto kept = graph.node(leaf).values;
      ASSERT_EQ(gradients[static_cast<size_t>(leaf)].size(), kept->size()) << graph.name(leaf) << " is not used";
      for (size_t at = 0; at < kept->size(); at += std::max<size_t>(kept->size() / 5, 1)) {
        const auto moved = [&](float by) {
          std::vector<float> other = *kept;
          other[at] += by;
          graph.node(leaf).values = std::make_shared<const std::vector<float>>(std::move(other));
          return loss(mechanism, seed);
        };
        const double slope = (moved(kStep) - moved(-kStep)) / (2.0 * static_cast<double>(kStep));
        // At a temperature of 0.01 third derivatives reach 1e6: h^2/6 times that is 1.5e-7. Roundings of the loss are
        // 1e-15 of some tens, divided by 2h: 1e-8.
        EXPECT_NEAR(gradients[static_cast<size_t>(leaf)][at], slope, 1e-6 * (1 + std::fabs(slope)))
            << graph.name(leaf) << ' ' << at;
      }
      graph.node(leaf).values = kept;
    }
  });
}

ATTN_FOR_EVERY_VARIANT(Corners);

}  // namespace
}  // namespace attn::test
