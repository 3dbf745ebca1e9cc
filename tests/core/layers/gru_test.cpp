#include "core/layers/gru.h"

#include <gtest/gtest.h>

#include "tests/core/layers/gradient_check.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

constexpr int64_t kBatch = 2, kPlaces = 4, kIn = 3, kWidth = 5, kFed = 2;
const Shape kText = {{axis::kBatch, kBatch}, {axis::kKey, kPlaces}, {axis::kModel, kIn}};

// Gates z, r, candidate; in all four forms, with something fed or not.
std::vector<double> oracle_step(LayerRun& run, const std::string& name, const Gru& layer, const std::vector<double>& x,
                                const std::vector<double>& before, const std::vector<double>& fed = {}) {
  const int64_t n = static_cast<int64_t>(before.size());
  const auto of_input = [&](int64_t g, int64_t j) {
    return through(x, run.of(name + "/w"), g, n, j) +
           static_cast<double>(run.of(name + "/b")[static_cast<size_t>(g * n + j)]);
  };
  const auto of_fed = [&](int64_t g, int64_t j) {
    return fed.empty() ? 0.0 : through(fed, run.of(name + "/w_fed"), g, n, j);
  };
  std::vector<double> z, r, heard;
  for (int64_t j = 0; j < n; ++j) {
    z.push_back(sigmoid(of_input(0, j) + through(before, run.of(name + "/u"), 0, n, j) + of_fed(0, j)));
    r.push_back(sigmoid(of_input(1, j) + through(before, run.of(name + "/u"), 1, n, j) + of_fed(1, j)));
    heard.push_back(r.back() * before[static_cast<size_t>(j)]);
  }
  std::vector<double> after;
  for (int64_t j = 0; j < n; ++j) {
    const size_t at = static_cast<size_t>(j);
    double sum = of_input(2, j);
    if (layer.reset == ResetGate::kBeforeProduct) {
      sum += through(heard, run.of(name + "/u"), 2, n, j) + of_fed(2, j);
    } else {
      const double bias = layer.recurrent_bias ? static_cast<double>(run.of(name + "/b_u")[at]) : 0;
      sum += r[at] * (through(before, run.of(name + "/u"), 2, n, j) + of_fed(2, j) + bias);
    }
    const double candidate = std::tanh(sum);
    const double old_share = layer.update == UpdateGate::kKeepsOld ? z[at] : 1 - z[at];
    after.push_back(old_share * before[at] + (1 - old_share) * candidate);
  }
  return after;
}

std::vector<double> place(const std::vector<float>& text, int64_t row, int64_t t, int64_t width, int64_t places) {
  const auto first = text.begin() + (row * places + t) * width;
  return {first, first + width};
}

void expect_near(const std::vector<float>& got, size_t at, const std::vector<double>& wanted) {
  for (size_t j = 0; j < wanted.size(); ++j) ASSERT_NEAR(static_cast<double>(got[at + j]), wanted[j], 2e-6) << at + j;
}

std::vector<Gru> all_forms(int64_t width) {
  std::vector<Gru> forms;
  for (const UpdateGate update : {UpdateGate::kKeepsOld, UpdateGate::kTakesNew}) {
    for (const ResetGate reset : {ResetGate::kBeforeProduct, ResetGate::kAfterProduct}) {
      forms.push_back({.width = width, .update = update, .reset = reset});
    }
    forms.push_back({.width = width, .update = update, .reset = ResetGate::kAfterProduct, .recurrent_bias = true});
  }
  return forms;
}

TEST(Gru, EqualsALoopInEveryForm) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1);
  for (const Gru& layer : all_forms(kWidth)) {
    LayerRun run;
    const auto build = [&](Recorder& r) {
      const BiGruRun out = bidirectional_gru(r, "layer", text_leaf(r, kText, x), layer);
      return std::vector<Value>{out.states, out.forward, out.backward};
    };
    run.compute(build);
    shake(run.parameters(), 0.25, 2);
    const auto got = run.compute(build);
    for (int64_t row = 0; row < kBatch; ++row) {
      std::vector<double> forward(kWidth), backward(kWidth);
      for (int64_t i = 0; i < kPlaces; ++i) {
        const int64_t t = kPlaces - 1 - i;
        forward = oracle_step(run, "layer/forward", layer, place(x, row, i, kIn, kPlaces), forward);
        backward = oracle_step(run, "layer/backward", layer, place(x, row, t, kIn, kPlaces), backward);
        // Side by side: twice as wide.
        expect_near(got[0], static_cast<size_t>((row * kPlaces + i) * 2 * kWidth), forward);
        expect_near(got[0], static_cast<size_t>((row * kPlaces + t) * 2 * kWidth + kWidth), backward);
      }
      expect_near(got[1], static_cast<size_t>(row * kWidth), forward);
      expect_near(got[2], static_cast<size_t>(row * kWidth), backward);
    }
  }
}

// Something is fed with each step: here the same context each time, so that with the reset behind the product adding
// its part beside the state's comes to the same.
TEST(Gru, FedStepsEqualALoop) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1), context = random_numbers(kBatch * kFed, 4);
  for (const Gru& layer : all_forms(kWidth)) {
    for (const bool beside : {false, true}) {
      if (beside && layer.reset == ResetGate::kBeforeProduct) continue;
      LayerRun run;
      const auto build = [&](Recorder& r) {
        const Value text = text_leaf(r, kText, x);
        const Value fed = text_leaf(r, {{axis::kBatch, kBatch}, {axis::kKey, 1}, {axis::kModel, kFed}}, context);
        const GruCell cell(r, "cell", kIn, layer, kFed);
        const Value gates = cell.of_input(text), ahead = beside ? cell.of_fed(fed) : Value();
        Value state = cell.zeros(text);
        return std::vector<Value>{over_time(r, axis::kKey, kPlaces, false, [&](int64_t t) {
          return state = beside ? cell.step_beside(at_time(gates, t), state, ahead)
                                : cell.step(at_time(gates, t), state, fed);
        })};
      };
      run.compute(build);
      shake(run.parameters(), 0.25, 2);
      const auto got = run.compute(build);
      for (int64_t row = 0; row < kBatch; ++row) {
        std::vector<double> state(kWidth);
        for (int64_t t = 0; t < kPlaces; ++t) {
          state =
              oracle_step(run, "cell", layer, place(x, row, t, kIn, kPlaces), state, place(context, row, 0, kFed, 1));
          expect_near(got[0], static_cast<size_t>((row * kPlaces + t) * kWidth), state);
        }
      }
    }
  }
}

TEST(Gru, GradientsEqualCentralDifferences) {
  const std::vector<float> x = random_numbers(kBatch * kPlaces * kIn, 1), context = random_numbers(kBatch * kFed, 4);
  for (const Gru& layer : all_forms(3)) {
    check_layer([&](Recorder& r) {
      const BiGruRun out = bidirectional_gru(r, "layer", text_leaf(r, kText, x), layer);
      return std::vector<Value>{out.states, out.backward};
    });
    check_layer([&](Recorder& r) {
      const Value text = text_leaf(r, kText, x);
      const Value fed = text_leaf(r, {{axis::kBatch, kBatch}, {axis::kKey, 1}, {axis::kModel, kFed}}, context);
      const GruCell cell(r, "cell", kIn, layer, kFed);
      const Value gates = cell.of_input(text);
      Value state = cell.zeros(text);
      return std::vector<Value>{over_time(r, axis::kKey, kPlaces, false,
                                          [&](int64_t t) { return state = cell.step(at_time(gates, t), state, fed); })};
    });
  }
}

// The ONNX backend's own cases (Apache-2.0): Y_h. Time leads there.
TEST(Gru, EqualsOnnx) {
  for (const std::string name : {"test_gru_with_initial_bias", "test_gru_seq_length"}) {
    const std::string json = conformance_case("onnx_related/" + name);
    if (json.empty()) GTEST_SKIP() << "no ../shared/conformance";
    const auto data = [&](const char* tensor, const char* key) {
      return numbers_behind(json, std::string(R"("name":")") + tensor + '"', key);
    };
    const std::vector<float> sizes = data("X", "shape"), x = data("X", "data"), wanted = data("Y_h", "data");
    const int64_t width = static_cast<int64_t>(data("R", "shape")[2]);
    const int64_t steps = static_cast<int64_t>(sizes[0]), batch = static_cast<int64_t>(sizes[1]);
    LayerRun run;
    const auto build = [&](Recorder& r) {
      const Value given = text_leaf(
          r, {{axis::kTime, steps}, {axis::kBatch, batch}, {axis::kModel, static_cast<int64_t>(sizes[2])}}, x);
      const Value text = rearrange(given, {axis::kBatch, axis::kTime, axis::kModel});
      return std::vector<Value>{gru(r, "layer", text, {.width = width}).last};
    };
    run.compute(build);
    run.set("layer/w", from_onnx(data("W", "data"), 3, width));
    run.set("layer/u", from_onnx(data("R", "data"), 3, width));
    std::vector<float> bias = data("B", "data");
    for (int64_t i = 0; i < 3 * width; ++i) bias[static_cast<size_t>(i)] += bias[static_cast<size_t>(3 * width + i)];
    bias.resize(static_cast<size_t>(3 * width));
    run.set("layer/b", bias);
    const std::vector<float> got = run.compute(build)[0];
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-6F) << name << ' ' << i;
  }
}

}  // namespace
}  // namespace attn::test
