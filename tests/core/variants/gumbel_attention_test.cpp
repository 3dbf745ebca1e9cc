#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant gumbel_attention();
}

namespace attn::test {
namespace {

struct Drawn {
  Matrix soft;
  Matrix values;
};

// softmax((log softmax(s) + noise g) / tau), as the papers write it.
Drawn drawn(Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
  const Aligned in = aligned(mechanism, words, source, "scaled", params);
  const size_t read = in.values.size();
  const Matrix g = weight(mechanism, "gumbel", in.scores.size(), read);
  const Reads open = reads(params, read);
  Matrix noisy = in.scores;
  for (size_t i = 0; i < noisy.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < read; ++j) sum += open(i, j) ? std::exp(in.scores[i][j]) : 0;
    for (size_t j = 0; j < read; ++j) {
      noisy[i][j] = (in.scores[i][j] - std::log(sum) + params.number("noise") * g[i][j]) / params.number("tau");
    }
  }
  return {weights(noisy, open), in.values};
}

TEST(GumbelAttention, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::gumbel_attention(),
                               [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
                                 auto [a, values] = drawn(mechanism, words, source, params);
                                 if (params.flag("straight_through")) {
                                   for (auto& row : a) {
                                     const auto largest = std::max_element(row.begin(), row.end());
                                     for (double& one : row) one = &one == &*largest && *largest > 0 ? 2 : 0;
                                     for (double& one : row) one /= 2;
                                   }
                                 }
                                 expect_near(mechanism.result(), product(a, values), params.number("tau"));
                               });
}

// sum(seed * (A V)), where A = hard - soft_0 + soft: the function whose gradient the straight-through step hands on.
double surrogate(Mechanism& mechanism, const Words& words, const Params& params, const Matrix& hard,
                 const Matrix& soft_0, const Matrix& seed) {
  auto [a, values] = drawn(mechanism, words, words, params);
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a.size(); ++j) a[i][j] += hard[i][j] - soft_0[i][j];
  }
  const Matrix z = product(a, values);
  double sum = 0;
  for (size_t i = 0; i < z.size(); ++i) {
    for (size_t c = 0; c < z[0].size(); ++c) sum += seed[i][c] * z[i][c];
  }
  return sum;
}

TEST(GumbelAttention, TheHardChoiceHasTheSoftOnesGradient) {
  const Variant variant = variants::gumbel_attention();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_flag("straight_through", true).ok());
  ASSERT_TRUE(params.set_flag("random", true).ok() && params.set_number("head_width", 3).ok());
  const Words words = random_words(4, 5, 1);
  Mechanism mechanism(variant, params, words);
  Graph& graph = mechanism.graph();
  Evaluation<double> values(graph);
  ASSERT_TRUE(values.run().ok());
  const Matrix seed = matrix_of(random_words(4, 3, 2)), soft_0 = drawn(mechanism, words, words, params).soft;
  std::vector<double> flat;
  for (const auto& row : seed) flat.insert(flat.end(), row.begin(), row.end());
  const auto gradients = values.gradients(mechanism.output(), flat);
  Matrix hard = matrix(4, 4);
  const std::vector<float> pattern = mechanism.evaluate(graph.find("pattern"));
  for (size_t i = 0; i < pattern.size(); ++i) hard[i / 4][i % 4] = static_cast<double>(pattern[i]);
  for (const char* name : {"w_q", "w_k", "w_v", "gumbel"}) {
    const int leaf = graph.find(name);
    const auto kept = graph.node(leaf).values;
    for (size_t at = 0; at < kept->size(); ++at) {
      constexpr float kStep = 0x1p-10F;  // beside numbers of size 1 rounded to 2^-24: errors of 1e-4 of the difference
      float up = 0, down = 0;
      const auto moved = [&](float by, float* to) {
        std::vector<float> other = *kept;
        *to = other[at] += by;
        graph.node(leaf).values = std::make_shared<const std::vector<float>>(std::move(other));
        return surrogate(mechanism, words, params, hard, soft_0, seed);
      };
      const double difference = moved(kStep, &up) - moved(-kStep, &down);
      const double slope = difference / (static_cast<double>(up) - static_cast<double>(down));
      // Truncation: 1e-6 / 6 of a third derivative of some tens.
      EXPECT_NEAR(gradients[static_cast<size_t>(leaf)][at], slope, 1e-4 * (1 + std::fabs(slope))) << name << ' ' << at;
    }
    graph.node(leaf).values = kept;
  }
}

// The Gumbel-max trick: over many draws the largest sum is at each word as often as the softmax says.
TEST(GumbelAttention, HardDrawsFollowTheSoftmax) {
  const Variant variant = variants::gumbel_attention();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_flag("straight_through", true).ok());
  const Words words = random_words(3, 4, 1);
  Mechanism mechanism(variant, params, words);
  Graph& graph = mechanism.graph();
  const Matrix chances =
      weights(aligned(mechanism, words, words, "scaled", params).scores, [](size_t, size_t) { return true; });
  std::vector<double> often(9);
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    graph.node(graph.find("gumbel")).values = std::make_shared<const std::vector<float>>(
        initial_weights(Init::kGumbel, {{axis::kQuery, 3}, {axis::kKey, 3}}, "gumbel", static_cast<uint64_t>(draw)));
    const std::vector<float> pattern = mechanism.evaluate(graph.find("pattern"));
    for (size_t i = 0; i < often.size(); ++i) often[i] += static_cast<double>(pattern[i]) / kDraws;
  }
  // Five standard errors of a frequency.
  for (size_t i = 0; i < often.size(); ++i) EXPECT_NEAR(often[i], chances[i / 3][i % 3], 5 * 0.5 / std::sqrt(kDraws));
}

}  // namespace
}  // namespace attn::test
