// No logit depends on what is written later.
#ifndef TESTS_CORE_MODELS_NO_FUTURE_LEAK_H_
#define TESTS_CORE_MODELS_NO_FUTURE_LEAK_H_

#include "tests/core/models/recorded_model.h"

namespace attn::test {

// A translator as small as it comes, and a task small enough that every gradient is looked at.
constexpr TaskSizes kTinySizes = {.source_pieces = 6, .target_pieces = 5, .longest_source = 5, .longest_target = 7};
constexpr int64_t kTinyLength = 7;
struct TinyModel {
  std::string name;
  std::vector<ParamValue> values;
};

// Of a target `length` long, each place changed in turn: logits before it keep their digits, and some behind it move.
inline void expect_no_future_leak(const Model& model, const std::vector<ParamValue>& values, const TaskSizes& sizes,
                                  int64_t length) {
  Parameters parameters(1);
  const Params params = params_of(model, values);
  const auto logits = [&](const std::vector<float>& inputs) {
    Recorded recorded(model, params, sizes, &parameters);
    const Value read = recorded.leaf({{"batch", 1}, {"query", length}}, inputs);
    if (model.encode) {
      recorded.translate(recorded.leaf({{"batch", 1}, {"key", 5}}, random_ids(5, 2, kFirstPiece, sizes.source_pieces)),
                         read);
    } else {
      recorded.predict(read);
    }
    EXPECT_TRUE(recorded.graph.status().ok()) << recorded.graph.status().argument << recorded.graph.status().got;
    return recorded.numbers(recorded.prediction.output);
  };
  const std::vector<float> inputs = random_ids(static_cast<size_t>(length), 1, kFirstPiece, sizes.target_pieces);
  const std::vector<float> before = logits(inputs);
  const size_t pieces = static_cast<size_t>(sizes.target_pieces);
  bool moved = false;
  for (size_t t = 0; t < inputs.size(); ++t) {
    std::vector<float> changed = inputs;
    changed[t] = changed[t] == 2 ? 3 : 2;
    const std::vector<float> after = logits(changed);
    for (size_t i = 0; i < t * pieces; ++i) ASSERT_EQ(after[i], before[i]) << "place " << t << " moves " << i / pieces;
    for (size_t i = (t + 1) * pieces; i < after.size(); ++i) moved = moved || after[i] != before[i];
  }
  EXPECT_TRUE(moved) << "nothing that was written is read";
}

// Gradients of all parameters on a small batch.
inline void expect_true_gradients(const Model& model, const std::vector<ParamValue>& values, const TaskSizes& sizes,
                                  int64_t length) {
  Parameters parameters(1);
  const Params params = params_of(model, values);
  Recorded recorded(model, params, sizes, &parameters);
  const Shape shape = {{"batch", 2}, {"query", length}};
  const std::vector<float> targets =
      random_ids(static_cast<size_t>(shape.count()), 1, kFirstPiece, sizes.target_pieces);
  const Value read = recorded.leaf(shape, inputs_before(shape, targets));
  if (model.encode) {
    recorded.translate(recorded.leaf({{"batch", 2}, {"key", 5}}, random_ids(10, 2, kFirstPiece, sizes.source_pieces)),
                       read);
  } else {
    recorded.predict(read);
  }
  ASSERT_TRUE(recorded.graph.status().ok()) << recorded.graph.status().argument << recorded.graph.status().got;
  const Value loss = mean_cross_entropy(recorded.prediction.output, recorded.leaf(shape, targets), 0.1);
  EXPECT_LT(gradient_error(recorded, loss, 2), 1e-4);
}

}  // namespace attn::test

#endif  // TESTS_CORE_MODELS_NO_FUTURE_LEAK_H_
