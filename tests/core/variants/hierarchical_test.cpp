#include <map>

#include "tests/core/variants/alignment_oracle.h"

namespace attn::variants {
Variant hierarchical();
}

namespace attn::test {
namespace {

// softmax of u . tanh(W h + b) / temperature
std::vector<double> shares(Mechanism& mechanism, const Matrix& h, const std::string& suffix, const Params& params) {
  const size_t hidden = static_cast<size_t>(params.integer("hidden"));
  const Matrix b = weight(mechanism, "b" + suffix, 1, hidden), u = weight(mechanism, "u_ctx" + suffix, 1, hidden);
  const Matrix layer = product(h, weight(mechanism, "w" + suffix, h[0].size(), hidden));
  Matrix scores = matrix(1, h.size());
  for (size_t t = 0; t < h.size(); ++t) {
    for (size_t f = 0; f < hidden; ++f)
      scores[0][t] += u[0][f] * std::tanh(layer[t][f] + b[0][f]) / temperature_of(params);
  }
  return weights(scores, [](size_t, size_t) { return true; })[0];
}

Matrix pooled(const std::vector<double>& shares, const Matrix& h) { return product({shares}, h); }

// The vector of a text whose words have these sentence numbers.
Matrix text_vector(Mechanism& mechanism, const Words& words, const std::vector<double>& sentence,
                   const Params& params) {
  const size_t padding =
      params.choice("mask") == "padding" ? static_cast<size_t>(params.integer("padding")) : size_t{0};
  const Matrix h = matrix_of(words);
  std::map<double, Matrix> sentences;
  for (size_t j = 0; j + padding < h.size(); ++j) sentences[sentence[j]].push_back(h[j]);
  if (sentences.empty()) return matrix(1, h[0].size());
  Matrix vectors;
  for (const auto& [number, of_sentence] : sentences)
    vectors.push_back(pooled(shares(mechanism, of_sentence, "", params), of_sentence)[0]);
  return pooled(shares(mechanism, vectors, "_s", params), vectors);
}

TEST(Hierarchical, EqualsItsOracle) {
  at_every_corner(variants::hierarchical(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    std::vector<double> sentence;
    for (int64_t j = 0; j < words.tokens; ++j)
      sentence.push_back(static_cast<double>(j / params.integer("sentence_length")));
    const Matrix z = text_vector(mechanism, words, sentence, params);
    expect_near(mechanism.result(), z, temperature_of(params));
    // What is shown as the words' weights gives the same vector.
    const std::vector<float> pattern = mechanism.evaluate(mechanism.graph().find("pattern"));
    const std::vector<double> shown(pattern.begin(), pattern.end());
    const Matrix sum = product({shown}, matrix_of(words));
    const std::vector<float> again(sum[0].begin(), sum[0].end());
    expect_near(again, z, temperature_of(params));
  });
}

TEST(Hierarchical, GivenNumbersSayWhichWordsFormASentence) {
  const Variant variant = variants::hierarchical();
  for (const char* mask : {"none", "padding"}) {
    Params params(variant.text.params);
    ASSERT_TRUE(params.set_choice("mask", mask).ok() && params.set_number("padding", 2).ok());
    const Words words = random_words(7, 4, 1);
    // Any numbers, in any order, with gaps; the last sentence is all padding where the last two words are.
    const std::vector<float> numbers = {5, 5, -2, 0.5F, 5, 9, 9};
    Mechanism mechanism(variant, params, words, Given{{"sentence", given({7}, numbers)}});
    expect_near(mechanism.result(), text_vector(mechanism, words, {numbers.begin(), numbers.end()}, params), 1);
  }
}

TEST(Hierarchical, ATextOfPaddingAloneIsAZeroVector) {
  const Variant variant = variants::hierarchical();
  Params params(variant.text.params);
  ASSERT_TRUE(params.set_choice("mask", "padding").ok() && params.set_number("padding", 64).ok());
  for (const float value : Mechanism(variant, params, random_words(5, 4, 1)).result()) EXPECT_EQ(value, 0.0F);
}

}  // namespace
}  // namespace attn::test
