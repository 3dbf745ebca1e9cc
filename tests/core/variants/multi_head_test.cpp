#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant multi_head();
}

namespace attn::test {
namespace {

TEST(MultiHead, EqualsItsOracle) {
  const auto check = [](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t heads = static_cast<size_t>(params.integer("heads")),
                 width = static_cast<size_t>(params.integer("head_width"));
    const std::vector<float> z = mechanism.evaluate(mechanism.graph().find("z"));
    const Reads open = reads(params, static_cast<size_t>(source.tokens));
    Matrix joined = matrix(static_cast<size_t>(words.tokens), heads * width);
    for (size_t head = 0; head < heads; ++head) {
      const Matrix one = dot_product_head(mechanism, words, source, head, width, temperature, open);
      expect_near(z, one, temperature, head);
      for (size_t i = 0; i < one.size(); ++i)
        std::copy(one[i].begin(), one[i].end(), joined[i].begin() + static_cast<int64_t>(head * width));
    }
    const size_t model = static_cast<size_t>(words.width);
    expect_near(mechanism.result(), product(joined, weight(mechanism, "w_o", heads * width, model)), temperature);
  };
  at_every_corner_of_two_texts(variants::multi_head(), check);
}

}  // namespace
}  // namespace attn::test
