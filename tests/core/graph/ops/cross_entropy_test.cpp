#include <cmath>

#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, int64_t pieces, std::vector<float> targets, double smoothing) {
  return {
      .name = std::move(name),
      .inputs = {random_operand({{"batch", 2}, {"query", 3}, {"piece", pieces}}, 31),
                 chosen_operand({{"batch", 2}, {"query", 3}}, std::move(targets), 32)},
      .output = {{"batch", 2}, {"query", 3}},
      .record = [smoothing](Graph&, const std::vector<Value>& in) { return cross_entropy(in[0], in[1], smoothing); },
      .formula =
          [pieces, smoothing](const std::vector<Operand>& in, const Place& at) {
            const double target = in[1].at(at);
            if (target < 0) return 0.0;
            double sum = 0, loss = 0;
            for (int64_t k = 0; k < pieces; ++k) sum += std::exp(in[0].at(moved(at, "piece", k)));
            for (int64_t k = 0; k < pieces; ++k) {
              const double right =
                  (k == static_cast<int64_t>(target) ? 1 - smoothing : 0.0) + smoothing / static_cast<double>(pieces);
              loss -= right * (in[0].at(moved(at, "piece", k)) - std::log(sum));
            }
            return loss;
          },
      // Without a target the logits do not matter.
      .blind = [](const OpCase& op_case, const Index& cell, int,
                  const Index&) { return op_case.inputs[1].at({{"batch", cell[0]}, {"query", cell[1]}}) < 0; }};
}

const OpCase kCases[] = {of("plain", 5, {0, 1, 2, 3, 4}, 0), of("smoothed", 7, {0, 3, 6}, 0.1),
                         of("padded", 4, {-1, 2}, 0.1), of("two_pieces", 2, {0, 1}, 0)};
ATTN_OP_CASES(cross_entropy, kCases);

TEST(CrossEntropy, RefusesTargetsOfAnotherShape) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return cross_entropy(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"query", 3}, {"piece", 2}}, {{"query", 4}}}, "cross_entropy", record));
  EXPECT_TRUE(refuses({{{"piece", 2}}, {{"query", 4}}}, "cross_entropy", record));
}

}  // namespace
}  // namespace attn::test
