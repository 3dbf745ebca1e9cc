#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape x, int64_t mixed) {
  const int64_t heads = x[0].size;
  return {.name = std::move(name),
          .inputs = {random_operand(x, 48), random_operand({{"head", heads}, {"feature", mixed}}, 49)},
          .output = x.with(0, {"head", mixed}),
          .record = [](Graph&, const std::vector<Value>& in) { return mix_heads(in[0], in[1]); },
          .formula =
              [heads](const std::vector<Operand>& in, const Place& at) {
                double sum = 0;
                for (int64_t h = 0; h < heads; ++h)
                  sum +=
                      in[0].at(moved(at, "head", h)) * in[1].at(moved(moved(at, "head", h), "feature", at.at("head")));
                return sum;
              }};
}

const OpCase kCases[] = {
    of("as_many", {{"head", 4}, {"query", 3}, {"key", 5}}, 4),
    of("more", {{"head", 2}, {"query", 3}, {"key", 2}}, 5),
    of("fewer", {{"head", 5}, {"query", 2}, {"key", 3}}, 2),
    of("matrix", {{"head", 3}, {"channel", 4}}, 3),
    of("one", {{"head", 1}, {"key", 1}}, 1),
};
ATTN_OP_CASES(mix_heads, kCases);

TEST(MixHeads, RefusesWhatHasNoHeadsInFront) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return mix_heads(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"key", 4}}, {{"query", 3}, {"feature", 3}}}, "mix_heads", record));
  EXPECT_TRUE(refuses({{{"head", 3}, {"key", 4}}, {{"head", 2}, {"feature", 3}}}, "mix_heads", record)) << "sizes";
}

}  // namespace
}  // namespace attn::test
