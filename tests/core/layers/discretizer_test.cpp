// Codes as whole numbers, as places of a row and as bits, and back.
#include "core/layers/discretizer.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

std::vector<float> computed(const Graph& graph, Value value) {
  Evaluation<float> values(graph);
  EXPECT_TRUE(values.run().ok());
  std::vector<float> out(static_cast<size_t>(value.shape().count()));
  values.rows(value.node(), {0, value.shape().rows()}, out.data());
  return out;
}

// 0 to 2^bits - 1, [batch 1, latent].
Value all_numbers(Graph& graph, int64_t bits) {
  std::vector<float> numbers;
  for (int64_t n = 0; n < int64_t{1} << bits; ++n) numbers.push_back(static_cast<float>(n));
  const int64_t count = static_cast<int64_t>(numbers.size());
  return graph.leaf({{axis::kBatch, 1}, {axis::kLatent, count}}, numbers, Origin::kGiven, {});
}

TEST(Discretizer, BitsOfEveryNumberBeginWithTheLowest) {
  for (const int64_t bits : {1, 2, 5, 14}) {
    Graph graph;
    const Value numbers = all_numbers(graph, bits), of_them = bits_of_number(numbers, bits);
    const Value back = number_of_bits(of_them);
    EXPECT_EQ(back.shape(), numbers.shape());
    EXPECT_EQ(computed(graph, back), computed(graph, numbers));
    const std::vector<float> got = computed(graph, of_them);
    for (size_t i = 0; i < got.size(); ++i) {
      const size_t n = i / static_cast<size_t>(bits), bit = i % static_cast<size_t>(bits);
      ASSERT_EQ(got[i], static_cast<float>(n >> bit & 1)) << n << ' ' << bit;
    }
  }
}

TEST(Discretizer, EveryNumberIsOnePlaceOfARow) {
  for (const int64_t bits : {1, 3, 10}) {
    Graph graph;
    const Value numbers = all_numbers(graph, bits), places = one_hot(numbers, int64_t{1} << bits);
    EXPECT_EQ(computed(graph, code_number(places)), computed(graph, numbers));
    const std::vector<float> got = computed(graph, places);
    for (size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], i >> bits == (i & ((size_t{1} << bits) - 1)) ? 1 : 0);
  }
}

// tensor2tensor's own case (Apache-2.0).
TEST(Discretizer, EqualsTensor2TensorInTheOrderOfBits) {
  const std::string json = conformance_case("literals/t2t_masks_and_codes");
  if (json.empty()) GTEST_SKIP() << "no ../shared/conformance";
  const std::string from = R"("id": "bits_lsb_first")";
  const std::vector<float> bits = numbers_behind(json, from, "bits");
  ASSERT_FALSE(bits.empty());
  const size_t at = json.find("\"int\":", json.find(from));
  ASSERT_NE(at, std::string::npos);
  const float number = std::strtof(json.c_str() + at + 6, nullptr);
  Graph graph;
  const int64_t count = static_cast<int64_t>(bits.size());
  const Value row = graph.leaf({{axis::kLatent, 1}, {axis::kCode, count}}, bits, Origin::kGiven, {});
  const Value joined = number_of_bits(row);
  EXPECT_EQ(computed(graph, joined), std::vector<float>{number});
  EXPECT_EQ(computed(graph, bits_of_number(joined, count)), bits);
}

}  // namespace
}  // namespace attn::test
