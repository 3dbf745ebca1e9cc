#include "core/graph/ops/ops.h"
#include "tests/core/graph/op_harness.h"

namespace attn::test {
namespace {

// The recurrence from the first step, with every feature of the wanted column. `others`: the decay, the eraser.
OpCase of(std::string name, Shape key, Shape value, std::vector<Operand> others, bool decays, bool erases) {
  const int64_t features = key.size("feature");
  OpCase op_case;
  op_case.name = std::move(name);
  std::vector<Dim> output = key.dims();
  output.push_back(value.dims().back());
  op_case.output = Shape(output);
  op_case.inputs = {random_operand(std::move(key), 40), random_operand(std::move(value), 41)};
  for (Operand& other : others) op_case.inputs.push_back(std::move(other));
  op_case.record = [=](Graph&, const std::vector<Value>& in) {
    return state_scan(in[0], in[1], decays ? in[2] : Value{}, erases ? in.back() : Value{});
  };
  op_case.formula = [=](const std::vector<Operand>& in, const Place& at) {
    std::vector<double> state(static_cast<size_t>(features));
    for (int64_t t = 0; t <= at.at("query"); ++t) {
      const auto place = [&](size_t f) { return moved(moved(at, "query", t), "feature", static_cast<int64_t>(f)); };
      double written = in[1].at(place(0));
      for (size_t f = 0; f < state.size(); ++f) {
        if (decays) state[f] *= in[2].at(place(f));
        if (erases) written += in.back().at(place(f)) * state[f];
      }
      for (size_t f = 0; f < state.size(); ++f) state[f] += in[0].at(place(f)) * written;
    }
    return state[static_cast<size_t>(at.at("feature"))];
  };
  return op_case;
}

const Shape kKeys = {{"head", 2}, {"query", 4}, {"feature", 3}}, kValues = {{"head", 2}, {"query", 4}, {"channel", 2}};
const Shape kCells = {{"head", 2}, {"query", 4}, {"feature", 3}, {"channel", 2}};

const OpCase kCases[] = {
    of("sums", kKeys, kValues, {}, false, false),
    of("a_decay_for_each_head", kKeys, kValues, {random_operand({{"head", 2}}, 42)}, true, false),
    of("a_decay_for_each_step", kKeys, kValues, {random_operand({{"head", 2}, {"query", 4}}, 42)}, true, false),
    of("a_decay_for_each_feature", kKeys, kValues, {random_operand(kKeys, 42)}, true, false),
    of("a_decay_for_each_cell", kKeys, kValues, {random_operand(kCells, 42)}, true, false),
    of("erasing", kKeys, kValues, {random_operand(kKeys, 43)}, false, true),
    of("decay_and_erasing", kKeys, kValues,
       {random_operand({{"head", 2}, {"query", 4}}, 42), random_operand(kKeys, 43)}, true, true),
    of("decay_of_features_and_erasing", kKeys, kValues, {random_operand(kKeys, 42), random_operand(kKeys, 43)}, true,
       true),
    of("without_heads", {{"query", 5}, {"feature", 2}}, {{"query", 5}, {"channel", 3}},
       {random_operand({{"query", 5}}, 42)}, true, false),
    of("one", {{"query", 1}, {"feature", 1}}, {{"query", 1}, {"channel", 1}}, {}, false, false),
};
ATTN_OP_CASES(state_scan, kCases);

TEST(StateScan, RefusesWhatDoesNotFit) {
  const auto plain = [](Graph&, const std::vector<Value>& in) { return state_scan(in[0], in[1]); };
  EXPECT_TRUE(refuses({{{"feature", 2}}, {{"channel", 2}}}, "state_scan", plain)) << "no time";
  EXPECT_TRUE(refuses({kKeys, {{"head", 2}, {"query", 5}, {"channel", 2}}}, "state_scan", plain)) << "other times";
  EXPECT_TRUE(refuses({kKeys, kKeys}, "state_scan", plain)) << "one axis twice";
  const auto decayed = [](Graph&, const std::vector<Value>& in) { return state_scan(in[0], in[1], in[2]); };
  EXPECT_TRUE(refuses({kKeys, kValues, {{"head", 3}}}, "state_scan", decayed)) << "a decay of other heads";
  EXPECT_TRUE(refuses({kKeys, kValues, {{"key", 3}}}, "state_scan", decayed)) << "a decay along another axis";
  EXPECT_TRUE(refuses({kKeys, kValues, {{"head", 2}, {"query", 4}}}, "state_scan",
                      [](Graph&, const std::vector<Value>& in) { return state_scan(in[0], in[1], {}, in[2]); }))
      << "an eraser without features";
}

}  // namespace
}  // namespace attn::test
