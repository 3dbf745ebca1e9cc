#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant cosformer();
}

namespace attn::test {
namespace {

TEST(Cosformer, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::cosformer(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const size_t width = static_cast<size_t>(params.integer("head_width"));
        const double reach = static_cast<double>(std::max({params.integer("reach"), words.tokens, source.tokens}));
        Matrix q = projected(mechanism, words, "w_q", width), k = projected(mechanism, source, "w_k", width);
        for (Matrix* m : {&q, &k}) {
          for (std::vector<double>& row : *m) {
            for (double& value : row) value = std::max(value, 0.0);
          }
        }
        Matrix pattern = dot_products(q, k);
        for (size_t i = 0; i < pattern.size(); ++i) {
          double sum = 0;
          for (size_t j = 0; j < pattern[i].size(); ++j) {
            pattern[i][j] *= std::cos(std::acos(-1.0) / 2 * (static_cast<double>(i) - static_cast<double>(j)) / reach);
            if (params.choice("mask") == "causal" && j > i) pattern[i][j] = 0;
            sum += pattern[i][j];
          }
          for (double& weight : pattern[i]) weight = sum > 0 ? weight / sum : 0;
        }
        const Matrix z = product(pattern, projected(mechanism, source, "w_v", width));
        expect_near(mechanism.result(), z, 1);
      });
}

}  // namespace
}  // namespace attn::test
