#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

struct Product {
  std::string name;
  Shape a, b, output;
  std::string_view over;
  Shape bias = {};                // none
  std::string_view rows = {};     // a's row axis ...
  std::string_view rows_as = {};  // ... and its name in the result
};

OpCase of(const Product& p) {
  OpCase op_case;
  op_case.name = p.name;
  op_case.inputs = {random_operand(p.a, 5), random_operand(p.b, 6)};
  if (p.bias.rank() > 0) op_case.inputs.push_back(random_operand(p.bias, 7));
  op_case.output = p.output;
  op_case.record = [p](Graph&, const std::vector<Value>& in) {
    return in.size() > 2 ? linear(in[0], in[1], in[2], p.over, p.rows_as) : matmul(in[0], in[1], p.over, p.rows_as);
  };
  op_case.formula = [p](const std::vector<Operand>& in, const Place& at) {
    const Place a_at = p.rows_as.empty() ? at : moved(at, p.rows, at.at(p.rows_as));
    double sum = 0;
    for (int64_t k = 0; k < p.a.size(p.over); ++k)
      sum += in[0].at(moved(a_at, p.over, k)) * in[1].at(moved(at, p.over, k));
    return in.size() > 2 ? sum + in[2].at(at) : sum;
  };
  return op_case;
}

const OpCase kCases[] = {
    of({"queries_for_each_head",
        {{"query", 5}, {"model", 7}},
        {{"head", 3}, {"model", 7}, {"channel", 4}},
        {{"head", 3}, {"query", 5}, {"channel", 4}},
        "model"}),
    of({"tokens_read_as_keys",
        {{"query", 5}, {"model", 7}},
        {{"head", 3}, {"model", 7}, {"channel", 4}},
        {{"head", 3}, {"key", 5}, {"channel", 4}},
        "model",
        {},
        "query",
        "key"}),
    of({"scores",
        {{"head", 2}, {"query", 5}, {"channel", 3}},
        {{"head", 2}, {"key", 6}, {"channel", 3}},
        {{"head", 2}, {"query", 5}, {"key", 6}},
        "channel"}),
    of({"weighted_sum",
        {{"head", 2}, {"query", 3}, {"key", 5}},
        {{"head", 2}, {"key", 5}, {"channel", 7}},
        {{"head", 2}, {"query", 3}, {"channel", 7}},
        "key"}),
    of({"plain",
        {{"query", 3}, {"feature", 4}},
        {{"feature", 4}, {"model", 5}},
        {{"query", 3}, {"model", 5}},
        "feature"}),
    of({"batched",
        {{"batch", 2}, {"query", 3}, {"model", 4}},
        {{"model", 4}, {"channel", 5}},
        {{"batch", 2}, {"query", 3}, {"channel", 5}},
        "model"}),
    of({"batched_for_each_head",
        {{"batch", 2}, {"query", 3}, {"model", 4}},
        {{"head", 3}, {"model", 4}, {"channel", 5}},
        {{"head", 3}, {"batch", 2}, {"query", 3}, {"channel", 5}},
        "model"}),
    of({"two_leading_axes",
        {{"batch", 2}, {"head", 3}, {"query", 4}, {"channel", 5}},
        {{"batch", 2}, {"head", 3}, {"key", 2}, {"channel", 5}},
        {{"batch", 2}, {"head", 3}, {"query", 4}, {"key", 2}},
        "channel"}),
    of({"leading_axes_in_another_order",
        {{"head", 3}, {"batch", 2}, {"query", 4}, {"channel", 5}},
        {{"batch", 2}, {"head", 3}, {"key", 2}, {"channel", 5}},
        {{"batch", 2}, {"head", 3}, {"query", 4}, {"key", 2}},
        "channel"}),
    of({"one_query_a_head",
        {{"head", 3}, {"channel", 5}},
        {{"head", 3}, {"key", 4}, {"channel", 5}},
        {{"head", 3}, {"key", 4}},
        "channel"}),
    // Past every tile of the kernel by an odd rest.
    of({"odd_sizes",
        {{"query", 13}, {"model", 37}},
        {{"model", 37}, {"channel", 19}},
        {{"query", 13}, {"channel", 19}},
        "model"}),
    of({"odd_sizes_transposed",
        {{"query", 13}, {"channel", 37}},
        {{"key", 19}, {"channel", 37}},
        {{"query", 13}, {"key", 19}},
        "channel"}),
    of({"one", {{"query", 1}, {"model", 1}}, {{"model", 1}, {"channel", 1}}, {{"query", 1}, {"channel", 1}}, "model"}),
    of({"bias",
        {{"query", 5}, {"model", 7}},
        {{"model", 7}, {"channel", 3}},
        {{"query", 5}, {"channel", 3}},
        "model",
        {{"channel", 3}}}),
    of({"bias_for_each_head",
        {{"query", 5}, {"model", 7}},
        {{"head", 2}, {"model", 7}, {"channel", 3}},
        {{"head", 2}, {"key", 5}, {"channel", 3}},
        "model",
        {{"head", 2}, {"channel", 3}},
        "query",
        "key"}),
};
ATTN_OP_CASES(matmul, kCases);

Value over_model(Graph&, const std::vector<Value>& in) { return matmul(in[0], in[1], "model"); }

TEST(Matmul, RefusesWhatDoesNotMeet) {
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"model", 5}, {"channel", 2}}}, "matmul", over_model)) << "sizes";
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"piece", 4}, {"channel", 2}}}, "matmul", over_model))
      << "no such axis";
  EXPECT_TRUE(refuses({{{"model", 4}, {"query", 3}}, {{"model", 4}, {"channel", 2}}}, "matmul", over_model))
      << "not last in a";
  EXPECT_TRUE(
      refuses({{{"query", 3}, {"model", 4}}, {{"model", 4}, {"head", 2}, {"channel", 2}}}, "matmul", over_model))
      << "too early in b";
  EXPECT_TRUE(refuses({{{"model", 4}}, {{"model", 4}, {"channel", 2}}}, "matmul", over_model)) << "no rows";
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"model", 4}, {"query", 3}}}, "matmul", over_model))
      << "a column that a has";
  EXPECT_TRUE(refuses({{{"query", 3}, {"head", 2}, {"model", 4}}, {{"head", 2}, {"model", 4}, {"channel", 2}}},
                      "matmul", over_model))
      << "a's rows are not together";
  EXPECT_TRUE(refuses({{{"query", 3}, {"model", 4}}, {{"model", 4}, {"channel", 2}}, {{"channel", 3}}}, "matmul",
                      [](Graph&, const std::vector<Value>& in) { return linear(in[0], in[1], in[2], "model"); }))
      << "bias";
}

}  // namespace
}  // namespace attn::test
