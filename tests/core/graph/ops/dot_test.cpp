#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape a, Shape v, Shape output) {
  const int64_t width = a.size("feature");
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(a), 8), random_operand(std::move(v), 9)},
          .output = std::move(output),
          .record = [](Graph&, const std::vector<Value>& in) { return dot(in[0], in[1]); },
          .formula =
              [width](const std::vector<Operand>& in, const Place& at) {
                double sum = 0;
                for (int64_t f = 0; f < width; ++f)
                  sum += in[0].at(moved(at, "feature", f)) * in[1].at(moved(at, "feature", f));
                return sum;
              }};
}

const OpCase kCases[] = {
    of("one_vector", {{"query", 3}, {"key", 4}, {"feature", 5}}, {{"feature", 5}}, {{"query", 3}, {"key", 4}}),
    of("a_vector_for_each_head", {{"head", 2}, {"query", 3}, {"key", 4}, {"feature", 5}}, {{"head", 2}, {"feature", 5}},
       {{"head", 2}, {"query", 3}, {"key", 4}}),
    of("a_vector_for_each_query", {{"query", 3}, {"key", 4}, {"feature", 19}}, {{"query", 3}, {"feature", 19}},
       {{"query", 3}, {"key", 4}}),
    of("a_vector_for_each_row", {{"head", 2}, {"query", 3}, {"feature", 5}},
       {{"head", 2}, {"query", 3}, {"feature", 5}}, {{"head", 2}, {"query", 3}}),
    of("a_vector_for_each_column", {{"head", 2}, {"query", 3}, {"key", 4}, {"feature", 5}},
       {{"head", 2}, {"key", 4}, {"feature", 5}}, {{"head", 2}, {"query", 3}, {"key", 4}}),
    of("matrix", {{"query", 7}, {"feature", 3}}, {{"feature", 3}}, {{"query", 7}}),
    of("one", {{"query", 1}, {"feature", 1}}, {{"feature", 1}}, {{"query", 1}}),
};
ATTN_OP_CASES(dot, kCases);

TEST(Dot, RefusesWhatIsNoVectorAlongTheLastAxis) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return dot(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"feature", 4}}, {{"feature", 5}}}, "dot", record)) << "sizes";
  EXPECT_TRUE(refuses({{{"query", 3}, {"feature", 4}}, {{"query", 3}}}, "dot", record)) << "another axis";
  EXPECT_TRUE(refuses({{{"query", 3}, {"feature", 4}}, {{"head", 2}, {"feature", 4}}}, "dot", record))
      << "an axis too many";
  EXPECT_TRUE(refuses({{{"feature", 4}}, {{"feature", 4}}}, "dot", record)) << "no rows";
}

}  // namespace
}  // namespace attn::test
