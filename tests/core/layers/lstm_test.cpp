#include "core/layers/lstm.h"

#include <gtest/gtest.h>

#include "core/layers/alignment.h"
#include "tests/core/layers/gradient_check.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

constexpr int64_t kBatch = 2, kPlaces = 4, kIn = 3, kWidth = 5;
const Shape kText = {{axis::kBatch, kBatch}, {axis::kKey, kPlaces}, {axis::kModel, kIn}};

struct OracleState {
  std::vector<double> h, c;
};

// One step, gates i, o, f, g; `fed` may be empty.
OracleState oracle_step(LayerRun& run, const std::string& name, const std::vector<double>& x, const OracleState& before,
                        double forget_bias, const std::vector<double>& fed = {}) {
  const int64_t n = static_cast<int64_t>(before.h.size());
  OracleState after = before;
  for (int64_t j = 0; j < n; ++j) {
    double gate[4];
    for (int64_t g = 0; g < 4; ++g) {
      gate[g] = through(x, run.of(name + "/w"), g, n, j) + through(before.h, run.of(name + "/u"), g, n, j) +
                static_cast<double>(run.of(name + "/b")[static_cast<size_t>(g * n + j)]);
      if (!fed.empty()) gate[g] += through(fed, run.of(name + "/w_fed"), g, n, j);
    }
    const size_t at = static_cast<size_t>(j);
    after.c[at] = sigmoid(gate[2] + forget_bias) * before.c[at] + sigmoid(gate[0]) * std::tanh(gate[3]);
    after.h[at] = sigmoid(gate[1]) * std::tanh(after.c[at]);
  }
  return after;
}

std::vector<double> place(const std::vector<float>& text, int64_t row, int64_t t, int64_t width, int64_t places) {
  const auto first = text.begin() + (row * places + t) * width;
  return {first, first + width};
}

void expect_near(const std::vector<float>& got, size_t at, const std::vector<double>& wanted) {
  // Eight sums of ten products in float.
  for (size_t j = 0; j < wanted.size(); ++j) ASSERT_NEAR(static_cast<double>(got[at + j]), wanted[j], 2e-6) << at + j;
}

TEST(Lstm, EqualsALoop) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1);
  for (const bool backwards : {false, true}) {
    for (const double forget_bias : {0.0, 1.0}) {
      LayerRun run;
      const auto build = [&](Recorder& r) {
        const LstmRun out =
            lstm(r, "layer", text_leaf(r, kText, x), {.width = kWidth, .forget_bias = forget_bias}, {}, backwards);
        return std::vector<Value>{out.states, out.last.h, out.last.c};
      };
      run.compute(build);
      shake(run.parameters(), 0.25, 2);
      const auto got = run.compute(build);
      for (int64_t row = 0; row < kBatch; ++row) {
        OracleState state{std::vector<double>(kWidth), std::vector<double>(kWidth)};
        for (int64_t i = 0; i < kPlaces; ++i) {
          const int64_t t = backwards ? kPlaces - 1 - i : i;
          state = oracle_step(run, "layer", place(x, row, t, kIn, kPlaces), state, forget_bias);
          expect_near(got[0], static_cast<size_t>((row * kPlaces + t) * kWidth), state.h);
        }
        expect_near(got[1], static_cast<size_t>(row * kWidth), state.h);
        expect_near(got[2], static_cast<size_t>(row * kWidth), state.c);
      }
    }
  }
}

TEST(Lstm, StackGoesFromLayerToLayer) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1);
  LayerRun run;
  const auto build = [&](Recorder& r) {
    const LstmStackRun out = lstm_stack(r, "stack", text_leaf(r, kText, x), 2, {.width = kWidth}, 0.5);
    return std::vector<Value>{out.states, out.last[0].c};
  };
  run.compute(build);
  shake(run.parameters(), 0.25, 2);
  const auto got = run.compute(build);  // no dropout: nothing is trained here
  for (int64_t row = 0; row < kBatch; ++row) {
    OracleState low{std::vector<double>(kWidth), std::vector<double>(kWidth)}, high = low;
    for (int64_t t = 0; t < kPlaces; ++t) {
      low = oracle_step(run, "stack/layer_1", place(x, row, t, kIn, kPlaces), low, 0);
      high = oracle_step(run, "stack/layer_2", low.h, high, 0);
      expect_near(got[0], static_cast<size_t>((row * kPlaces + t) * kWidth), high.h);
    }
    expect_near(got[1], static_cast<size_t>(row * kWidth), low.c);
  }
}

// Input feeding: here each step is fed what the highest layer said before.
TEST(Lstm, FedStackEqualsALoop) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1);
  LayerRun run;
  const auto build = [&](Recorder& r) {
    const Value text = text_leaf(r, kText, x);
    const FedLstmStack stack(r, "stack", kIn, 2, {.width = kWidth, .forget_bias = 1}, /*fed=*/kWidth, 0);
    const Value gates = stack.of_input(text), zeros = zero_state(text, kWidth);
    std::vector<LstmState> states = {{zeros, zeros}, {zeros, zeros}};
    Value fed = zeros;
    return std::vector<Value>{over_time(r, axis::kKey, kPlaces, false,
                                        [&](int64_t t) { return fed = stack.step(at_time(gates, t), fed, &states); })};
  };
  run.compute(build);
  shake(run.parameters(), 0.25, 2);
  const auto got = run.compute(build);
  for (int64_t row = 0; row < kBatch; ++row) {
    OracleState low{std::vector<double>(kWidth), std::vector<double>(kWidth)}, high = low;
    for (int64_t t = 0; t < kPlaces; ++t) {
      low = oracle_step(run, "stack/layer_1", place(x, row, t, kIn, kPlaces), low, 1, high.h);
      high = oracle_step(run, "stack/layer_2", low.h, high, 1);
      expect_near(got[0], static_cast<size_t>((row * kPlaces + t) * kWidth), high.h);
    }
  }
}

TEST(Lstm, GradientsEqualCentralDifferences) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1);
  for (const bool backwards : {false, true}) {
    check_layer([&](Recorder& r) {
      const LstmStackRun out =
          lstm_stack(r, "stack", text_leaf(r, kText, x), 2, {.width = 3, .forget_bias = 1}, 0, {}, backwards);
      return std::vector<Value>{out.states, out.last[0].c, out.last[1].c};
    });
  }
  check_layer([&](Recorder& r) {
    const Value text = text_leaf(r, kText, x);
    const FedLstmStack stack(r, "stack", kIn, 2, {.width = 3}, /*fed=*/3, 0);
    const Value gates = stack.of_input(text), zeros = zero_state(text, 3);
    std::vector<LstmState> states = {{zeros, zeros}, {zeros, zeros}};
    Value fed = zeros;
    return std::vector<Value>{over_time(r, axis::kKey, kPlaces, false,
                                        [&](int64_t t) { return fed = stack.step(at_time(gates, t), fed, &states); })};
  });
}

// The ONNX backend's own cases (Apache-2.0), of one direction from zeros: Y_h.
TEST(Lstm, EqualsOnnx) {
  for (const std::string name : {"test_lstm_defaults", "test_lstm_with_initial_bias", "test_lstm_batchwise"}) {
    const std::string json = conformance_case("onnx_related/" + name);
    if (json.empty()) GTEST_SKIP() << "no ../shared/conformance";
    const auto data = [&](const char* tensor, const char* key) {
      return numbers_behind(json, std::string(R"("name":")") + tensor + '"', key);
    };
    const std::vector<float> sizes = data("X", "shape"), x = data("X", "data"), wanted = data("Y_h", "data");
    const bool batch_first = name == "test_lstm_batchwise";
    const int64_t width = static_cast<int64_t>(data("R", "shape")[2]);
    // One place each, so that either layout is the same list.
    ASSERT_EQ(sizes[batch_first ? 1 : 0], 1.0F);
    const int64_t batch = static_cast<int64_t>(sizes[batch_first ? 0 : 1]), in = static_cast<int64_t>(sizes[2]);
    LayerRun run;
    const auto build = [&](Recorder& r) {
      const Value text = text_leaf(r, {{axis::kBatch, batch}, {axis::kTime, 1}, {axis::kModel, in}}, x);
      return std::vector<Value>{lstm(r, "layer", text, {.width = width}).last.h};
    };
    run.compute(build);
    run.set("layer/w", from_onnx(data("W", "data"), 4, width));
    run.set("layer/u", from_onnx(data("R", "data"), 4, width));
    // ONNX has a bias for the input and one for the state.
    std::vector<float> bias = data("B", "data");
    bias.resize(static_cast<size_t>(8 * width));
    for (int64_t i = 0; i < 4 * width; ++i) bias[static_cast<size_t>(i)] += bias[static_cast<size_t>(4 * width + i)];
    bias.resize(static_cast<size_t>(4 * width));
    run.set("layer/b", bias);
    const std::vector<float> got = run.compute(build)[0];
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-6F) << name << ' ' << i;
  }
}

// ONNX Runtime's AttnLSTM (MIT), whose numbers are TensorFlow's: additive attention asked by the new state, and
// [h; context] A fed to the next step. Its gates stand in the order i, g, f, o.
TEST(Lstm, EqualsTensorFlowsAttentionWrapper) {
  const std::string json = conformance_case("literals/ort_attn_lstm_bahdanau");
  if (json.empty()) GTEST_SKIP() << "no ../shared/conformance";
  const auto all = [&](const char* key) { return numbers_behind(json, "{", key); };
  const auto of_case = [&](const char* key) { return numbers_behind(json, R"("bahdanau_2batch_fwd")", key); };
  constexpr int64_t n = 3, in = 3, fed = 2, memory = 3, hidden = 2;
  const std::vector<float> wr = all("WR"), bias_icfo = all("bias_icfo");
  constexpr int64_t kTheirs[4] = {0, 3, 2, 1};  // where i, o, f, g stand there
  const auto rows = [&](int64_t from, int64_t to) {
    std::vector<float> w;
    for (const int64_t gate : kTheirs) {
      for (int64_t row = from; row < to; ++row) {
        for (int64_t j = 0; j < n; ++j) w.push_back(wr[static_cast<size_t>(row * 4 * n + gate * n + j)]);
      }
    }
    return w;
  };
  std::vector<float> bias;
  for (const int64_t gate : kTheirs)
    bias.insert(bias.end(), bias_icfo.begin() + gate * n, bias_icfo.begin() + (gate + 1) * n);
  // The batch's first row: all three words and all three places.
  std::vector<float> x = of_case("x"), words = of_case("memory"), wanted = of_case("h");
  x.resize(3 * in), words.resize(3 * memory), wanted.resize(3 * n);
  const Alignment alignment = {.score = "additive", .asks = n, .reads = memory, .hidden = hidden};
  LayerRun run;
  const auto build = [&](Recorder& r) {
    const Value text = text_leaf(r, {{axis::kBatch, 1}, {axis::kQuery, 3}, {axis::kModel, in}}, x);
    const Value read = text_leaf(r, {{axis::kBatch, 1}, {axis::kKey, 3}, {axis::kModel, memory}}, words);
    const Value keys = alignment_keys(r, "alignment", read, alignment);
    const Asking asking(r, "alignment", alignment);
    const Value mix = r.parameter("mix", {{axis::kModel, n + memory}, {axis::kChannel, fed}}, Start::glorot());
    const LstmCell cell(r, "cell", in, {.width = n}, fed);
    const Value gates = cell.of_input(text);
    LstmState state = cell.zeros(text);
    Value attention = zero_state(text, fed);
    return std::vector<Value>{over_time(r, axis::kQuery, 3, false, [&](int64_t t) {
      state = cell.step(at_time(gates, t), state, attention);
      const Value context = alignment_context(alignment_weights(r, asking.scores(state.h, keys)), read);
      attention =
          rename(matmul(concat(state.h, context, axis::kModel), mix, axis::kModel), axis::kChannel, axis::kModel);
      return state.h;
    })};
  };
  run.compute(build);
  run.set("cell/w", rows(0, 3));
  run.set("cell/w_fed", rows(3, 5));
  run.set("cell/u", rows(5, 8));
  run.set("cell/b", bias);
  run.set("alignment/u_a", all("memory_kernel"));
  run.set("alignment/w_a", all("query_kernel"));
  run.set("alignment/v_a", all("v"));
  run.set("mix", all("attention_kernel"));
  const std::vector<float> got = run.compute(build)[0];
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-6F) << i;
}

}  // namespace
}  // namespace attn::test
