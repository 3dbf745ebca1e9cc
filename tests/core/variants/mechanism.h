// A mechanism of the catalogue run on words made of random numbers: what the catalogue's tests are written with.
#ifndef TESTS_CORE_VARIANTS_MECHANISM_H_
#define TESTS_CORE_VARIANTS_MECHANISM_H_

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "core/attention/entry.h"
#include "core/catalog/catalog.h"
#include "core/catalog/corners.h"
#include "core/graph/evaluation.h"

namespace attn {
// GoogleTest prints bytes otherwise.
inline void PrintTo(const CatalogVariant& entry, std::ostream* out) { *out << entry.id; }
}  // namespace attn

namespace attn::test {

// The tokens' vectors [query, model].
struct Words {
  int64_t tokens = 0;
  int64_t width = 0;
  std::vector<float> values;

  const float* row(int64_t i) const { return values.data() + i * width; }
};

// Multiples of 2^-10 in [-2, 2): a step of 2^-20 beside them is exact in float.
inline Words random_words(int64_t tokens, int64_t width, uint64_t seed) {
  std::mt19937_64 random(seed);
  Words words{tokens, width, std::vector<float>(static_cast<size_t>(tokens * width))};
  for (float& value : words.values) value = (static_cast<float>(random() % 4096) - 2048.0F) * 0x1p-10F;
  return words;
}

// Words picked from others: a prefix, or another order.
inline Words picked(const Words& from, const std::vector<int64_t>& rows) {
  Words words{static_cast<int64_t>(rows.size()), from.width, {}};
  for (const int64_t row : rows) words.values.insert(words.values.end(), from.row(row), from.row(row) + from.width);
  return words;
}

// Tensors that come with a run, by name.
using Given = std::map<std::string, Offer>;
inline Offer given(std::vector<int64_t> sizes, std::vector<float> values) {
  return {std::move(sizes), std::make_shared<const std::vector<float>>(std::move(values)), Origin::kGiven};
}

class Mechanism {
 public:
  Mechanism(const Variant& variant, Params params, const Words& x, uint64_t seed = 7)
      : params_(std::move(params)), setting_(graph_, params_, seed) {
    setting_.set_x(leaf("x", x));
    record(variant);
  }
  // Words that ask and words that are read.
  Mechanism(const Variant& variant, Params params, const Words& x, const Words& source, uint64_t seed = 7)
      : params_(std::move(params)), setting_(graph_, params_, seed) {
    setting_.set_x(leaf("x", x));
    setting_.set_source(leaf("source", source));
    record(variant);
  }
  // Words and tensors that come with them.
  Mechanism(const Variant& variant, Params params, const Words& x, Given tensors, uint64_t seed = 7)
      : params_(std::move(params)), setting_(graph_, params_, seed) {
    setting_.set_x(leaf("x", x));
    for (auto& [name, offer] : tensors) setting_.offer(name, std::move(offer));
    record(variant);
    EXPECT_TRUE(setting_.check_taken().ok()) << setting_.check_taken().argument;
  }
  Graph& graph() { return graph_; }
  int output() const { return output_.node(); }
  const Shape& shape() const { return output_.shape(); }

  template <class T = float>
  std::vector<T> evaluate(int node, EvaluationLimits limits = {}) const {
    Evaluation<T> values(graph_, limits);
    EXPECT_TRUE(values.run().ok());
    std::vector<T> all(static_cast<size_t>(graph_.node(node).shape.count()));
    values.rows(node, {0, graph_.node(node).shape.rows()}, all.data());
    return all;
  }
  template <class T = float>
  std::vector<T> result() const {
    return evaluate<T>(output());
  }

 private:
  Value leaf(const char* name, const Words& words) {
    StepText text;
    text.id = name;
    return graph_.leaf({{axis::kQuery, words.tokens}, {axis::kModel, words.width}}, words.values, Origin::kGiven, text);
  }
  void record(const Variant& variant) {
    output_ = variant.build(setting_);
    EXPECT_TRUE(graph_.status().ok()) << graph_.status().argument << ": " << graph_.status().takes;
  }

  Graph graph_;
  Params params_;
  Setting setting_;
  Value output_;
};

inline Params params_with(const std::vector<ParamSpec>& specs, const std::vector<ParamValue>& values) {
  Params params(specs);
  for (const ParamValue& value : values) {
    const std::string text(value.value);
    Status status = params.set_choice(value.param, text);
    if (!status.ok() && (text == "true" || text == "false")) status = params.set_flag(value.param, text == "true");
    if (!status.ok()) status = params.set_number(value.param, std::strtod(text.c_str(), nullptr));
    EXPECT_TRUE(status.ok()) << value.param << '=' << value.value;
  }
  return params;
}

// The weights: the last tensor of the normalise stage.
inline int pattern_of(const Graph& graph) {
  int found = -1;
  for (size_t i = 0; i < graph.nodes().size(); ++i) {
    if (graph.nodes()[i].op && graph.nodes()[i].text.stage == "normalise") found = static_cast<int>(i);
  }
  return found;
}

// Where the result stands for one word: the flat cells whose query is `word`.
inline std::vector<int64_t> cells_of_word(const Shape& shape, int64_t word) {
  const size_t at = static_cast<size_t>(shape.find(axis::kQuery));
  std::vector<int64_t> cells;
  for (int64_t i = 0; i < shape.count(); ++i) {
    if (shape.index(i)[at] == word) cells.push_back(i);
  }
  return cells;
}

inline bool same_bits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

#define ATTN_FOR_EVERY_VARIANT(suite)                      \
  INSTANTIATE_TEST_SUITE_P(                                \
      Every, suite, testing::ValuesIn(catalog_variants()), \
      [](const testing::TestParamInfo<CatalogVariant>& info) { return std::string(info.param.id); })

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_MECHANISM_H_
