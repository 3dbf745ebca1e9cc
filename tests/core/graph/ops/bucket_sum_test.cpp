#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, Shape x, int64_t buckets, int64_t (*bucket)(int64_t, int64_t)) {
  Shape output = x.with(x.rank() - 1, {"feature", buckets});
  const int64_t keys = x.columns();
  return {.name = std::move(name),
          .inputs = {random_operand(std::move(x), 43)},
          .output = std::move(output),
          .record = [=](Graph&,
                        const std::vector<Value>& in) { return bucket_sum(in[0], buckets, axis::kFeature, bucket); },
          .formula =
              [=](const std::vector<Operand>& in, const Place& at) {
                double sum = 0;
                for (int64_t j = 0; j < keys; ++j) {
                  if (bucket(at.at("query"), j) == at.at("feature")) sum += in[0].at(moved(at, "key", j));
                }
                return sum;
              }};
}

// j - i, clipped to [-2, 2], from 0.
int64_t near(int64_t i, int64_t j) { return std::min<int64_t>(std::max<int64_t>(j - i, -2), 2) + 2; }

const OpCase kCases[] = {
    of("distances", {{"head", 2}, {"query", 5}, {"key", 7}}, 5, near),
    of("some_empty", {{"query", 3}, {"key", 2}}, 4, [](int64_t, int64_t j) { return 3 * j; }),
    of("all_in_one", {{"query", 3}, {"key", 9}}, 1, [](int64_t, int64_t) { return int64_t{0}; }),
    of("one", {{"query", 1}, {"key", 1}}, 1, [](int64_t, int64_t) { return int64_t{0}; }),
};
ATTN_OP_CASES(bucket_sum, kCases);

TEST(BucketSum, RefusesWhatHasNoPairs) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return bucket_sum(in[0], 3, axis::kFeature, near); };
  EXPECT_TRUE(refuses({{{"key", 3}}}, "bucket_sum", record));
  EXPECT_TRUE(refuses({{{"feature", 3}, {"key", 3}}}, "bucket_sum", record)) << "the axis is there already";
}

}  // namespace
}  // namespace attn::test
