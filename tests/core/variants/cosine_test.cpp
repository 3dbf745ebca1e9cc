#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant cosine();
}

namespace attn::test {
namespace {

// Rows brought to length 1, divided by their root mean square, or with mean 0 and variance 1.
Matrix normed(Matrix m, std::string_view norm) {
  for (std::vector<double>& row : m) {
    const double n = static_cast<double>(row.size());
    double mean = 0, squares = 0;
    for (const double value : row) mean += norm == "layer" ? value / n : 0;
    for (const double value : row) squares += (value - mean) * (value - mean);
    const double length = norm == "l2" ? std::sqrt(squares) : std::sqrt(squares / n + 1e-6);
    for (double& value : row) value = (value - mean) / length;
  }
  return m;
}

TEST(Cosine, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::cosine(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const std::string_view norm = params.choice("norm");
        const size_t width = static_cast<size_t>(params.integer("head_width"));
        const double factor = norm == "l2" ? params.number("scale")
                                           : 1 / (std::sqrt(static_cast<double>(width)) * params.number("temperature"));
        const Matrix scores = dot_products(normed(projected(mechanism, words, "w_q", width), norm),
                                           normed(projected(mechanism, source, "w_k", width), norm), factor);
        const Matrix z = product(weights(scores, reads(params, static_cast<size_t>(source.tokens))),
                                 projected(mechanism, source, "w_v", width));
        // A cosine's roundings are stretched before they move the weights.
        expect_near(mechanism.result(), z, 1 / std::max(factor * static_cast<double>(width), 1.0));
      });
}

// The length of a word's vector does not count.
TEST(Cosine, ScoresAreBlindToLength) {
  const Variant variant = variants::cosine();
  const Words words = random_words(5, 6, 3);
  Words longer = words;
  for (size_t i = 0; i < 6; ++i) longer.values[i] *= 4;  // the first word alone
  Mechanism one(variant, Params(variant.text.params), words), other(variant, Params(variant.text.params), longer);
  const std::vector<float> a = one.evaluate(pattern_of(one.graph())), b = other.evaluate(pattern_of(other.graph()));
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6F);
}

}  // namespace
}  // namespace attn::test
