#include "core/tensor/random.h"
#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant grouped_query();
}

namespace attn::test {
namespace {

// Words that ask read others' keys and values, shared in groups.
void compare(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const double temperature = params.number("temperature");
  const size_t heads = static_cast<size_t>(params.integer("heads")),
               groups = std::min(static_cast<size_t>(params.integer("groups")), heads),
               width = static_cast<size_t>(params.integer("head_width"));
  const Matrix x = matrix_of(words), y = matrix_of(source);
  Matrix joined = matrix(x.size(), heads * width);
  for (size_t head = 0; head < heads; ++head) {
    const size_t group = head * groups / heads;
    const Matrix q = product(x, weight(mechanism, "w_q", x[0].size(), width, head));
    const Matrix k = product(y, weight(mechanism, "w_k", y[0].size(), width, group));
    const Matrix v = product(y, weight(mechanism, "w_v", y[0].size(), width, group));
    Matrix scores = matrix(x.size(), y.size());
    for (size_t i = 0; i < x.size(); ++i) {
      for (size_t j = 0; j < y.size(); ++j) {
        for (size_t c = 0; c < width; ++c)
          scores[i][j] += q[i][c] * k[j][c] / std::sqrt(static_cast<double>(width)) / temperature;
      }
    }
    const Matrix z = product(weights(scores, reads(params, y.size())), v);
    for (size_t i = 0; i < x.size(); ++i)
      std::copy(z[i].begin(), z[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
  }
  expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, x[0].size())), temperature);
}

// The keys that heads read where trained heads are offered, and what each trained head would make by itself.
std::pair<std::vector<float>, std::vector<Matrix>> keys_of_trained(const Variant& variant, const Params& params,
                                                                   const Words& words, int64_t heads, int64_t width) {
  Graph graph;
  Setting setting(graph, params, 7);
  StepText x;
  x.id = "x";
  setting.set_x(
      graph.leaf({{axis::kQuery, words.tokens}, {axis::kModel, words.width}}, words.values, Origin::kGiven, x));
  std::vector<Matrix> keys;
  for (const char* name : {"w_q", "w_k", "w_v"}) {
    const Words numbers = random_words(heads * words.width, width, stream_of(name));
    setting.offer(
        name,
        {{heads, words.width, width}, std::make_shared<const std::vector<float>>(numbers.values), Origin::kTrained});
    if (std::string(name) != "w_k") continue;
    const Matrix all = matrix_of(numbers);
    for (int64_t head = 0; head < heads; ++head) {
      const auto first = all.begin() + head * words.width;
      keys.push_back(product(matrix_of(words), Matrix(first, first + words.width)));
    }
  }
  variant.build(setting);
  EXPECT_TRUE(graph.status().ok());
  Evaluation<float> values(graph);
  EXPECT_TRUE(values.run().ok());
  const int node = graph.find("shared_k");
  return {{values.data(node), values.data(node) + graph.node(node).shape.count()}, keys};
}

TEST(GroupedQuery, EqualsItsOracle) {
  at_every_corner(variants::grouped_query(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    compare(mechanism, words, words, params);
  });
}

TEST(GroupedQuery, ReadsAnotherText) {
  const Variant variant = variants::grouped_query();
  for (const Corner& corner : corners(variant.text.params)) {
    const Words words = random_words(3, 5, 1), source = random_words(7, 5, 2);
    Mechanism mechanism(variant, corner.params, words, source);
    compare(mechanism, words, source, corner.params);
  }
}

// Groups made of trained heads take the mean of what their heads make.
TEST(GroupedQuery, TakesTheMeanOfTrainedHeads) {
  const Words words = random_words(4, 5, 1);
  const Variant variant = variants::grouped_query();
  for (const int64_t groups : {1, 2, 3, 4}) {
    Params params(variant.text.params);
    ASSERT_TRUE(params.set_number("groups", static_cast<double>(groups)).ok());
    const auto [shared, trained] = keys_of_trained(variant, params, words, 4, 3);
    ASSERT_EQ(shared.size(), size_t{4} * 4 * 3);
    for (int64_t head = 0; head < 4; ++head) {
      for (size_t cell = 0; cell < 12; ++cell) {
        double mean = 0, size = 0;
        for (int64_t other = 0; other < 4; ++other) {
          if (other * groups / 4 != head * groups / 4) continue;
          mean += trained.at(static_cast<size_t>(other)).at(cell / 3).at(cell % 3), size += 1;
        }
        EXPECT_NEAR(static_cast<double>(shared.at(static_cast<size_t>(head) * 12 + cell)), mean / size, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace attn::test
