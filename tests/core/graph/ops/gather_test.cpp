#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

OpCase of(std::string name, int64_t pieces, int64_t width, int64_t tokens) {
  std::vector<float> ids;
  for (int64_t i = 0; i < pieces; ++i) ids.push_back(static_cast<float>(i));
  return {.name = std::move(name),
          .inputs = {random_operand({{"piece", pieces}, {"model", width}}, 22),
                     chosen_operand({{"query", tokens}}, std::move(ids), 23)},
          .output = {{"query", tokens}, {"model", width}},
          .record = [](Graph&, const std::vector<Value>& in) { return gather(in[0], in[1]); },
          .formula = [](const std::vector<Operand>& in,
                        const Place& at) { return in[0].at(moved(at, "piece", static_cast<int64_t>(in[1].at(at)))); }};
}

OpCase batch() {
  OpCase made = of("batch", 4, 3, 5);
  made.inputs[1] = chosen_operand({{"batch", 2}, {"query", 5}}, {0, 1, 2, 3}, 24);
  made.output = {{"batch", 2}, {"query", 5}, {"model", 3}};
  return made;
}

const OpCase kCases[] = {of("some_pieces", 7, 5, 4), of("every_piece_often", 3, 2, 11), of("one", 1, 1, 1), batch()};
ATTN_OP_CASES(gather, kCases);

TEST(Gather, RefusesWhatIsNoTableAndIdsWithItsColumns) {
  const auto record = [](Graph&, const std::vector<Value>& in) { return gather(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"piece", 3}}, {{"query", 4}}}, "gather", record));
  EXPECT_TRUE(refuses({{{"piece", 3}, {"model", 2}}, {{"query", 4}, {"model", 1}}}, "gather", record));
}

}  // namespace
}  // namespace attn::test
