#include "tests/core/models/recorded_model.h"

namespace attn::models {
Model show_attend_tell();
}

namespace attn::test {
namespace {

// Two by two places and two words: 16 ways to look.
constexpr TaskSizes kSizes = {.target_pieces = 4, .longest_target = 2, .rows = 5, .columns = 8};
const Shape kPicture = {{"batch", 1}, {"row", 5}, {"column", 8}}, kCaption = {{"batch", 1}, {"query", 2}};
constexpr int64_t kPlaces = 4;
const std::vector<float> kTargets = {2, 1}, kInputs = {0, 2};

class ShowAttendTell : public testing::Test {
 protected:
  ShowAttendTell() : model_(models::show_attend_tell()), parameters_(1) {}
  Params params(std::vector<ParamValue> more = {}) const {
    std::vector<ParamValue> all = {
        {"annotation_width", "4"}, {"width", "3"}, {"embedding", "3"}, {"hidden", "3"}, {"evenness", "0"}};
    all.insert(all.end(), more.begin(), more.end());
    return params_of(model_, all);
  }
  // Records a caption; parameters become large enough for looks to matter.
  Value record(Recorded& recorded) {
    recorded.translate(recorded.leaf(kPicture, random_numbers(40, 1, 0, 1)), recorded.leaf(kCaption, kInputs));
    uint64_t seed = 10;
    for (const auto& parameter : parameters_.all()) {
      if (!parameter->name.starts_with("decoder") || grown_) continue;
      *parameter->values = random_numbers(parameter->values->size(), ++seed, -1.5F, 1.5F);
    }
    grown_ = true;
    const Value loss = mean_cross_entropy(recorded.prediction.output, recorded.leaf(kCaption, kTargets), 0, &surprise_);
    EXPECT_TRUE(recorded.graph.status().ok()) << recorded.graph.status().argument << recorded.graph.status().got;
    return loss;
  }

  Model model_;
  Parameters parameters_;
  Value surprise_;
  bool grown_ = false;
};

TEST_F(ShowAttendTell, SoftGradientsEqualCentralDifferences) {
  const Params chosen = params({{"evenness", "0.5"}});
  Recorded recorded(model_, chosen, kSizes, &parameters_, /*training=*/true);
  Value loss = record(recorded);
  loss = add(loss, recorded.prediction.penalty);
  EXPECT_LT(gradient_error(recorded, loss, 4), 1e-4);
}

// lambda mean_n sum_i (1 - sum_t alpha_ti)^2, with the second word of the second caption behind its end.
TEST_F(ShowAttendTell, UnevenLooksCost) {
  const Params chosen = params({{"evenness", "0.5"}});
  Recorded recorded(model_, chosen, kSizes, &parameters_, /*training=*/true);
  recorded.translate(recorded.leaf({{"batch", 2}, {"row", 5}, {"column", 8}}, random_numbers(80, 1, 0, 1)),
                     recorded.leaf({{"batch", 2}, {"query", 2}}, {0, 2, 0, 1}));
  const std::vector<float> weights = recorded.numbers(recorded.prediction.attention[0]);
  double expected = 0;
  for (size_t n = 0; n < 2; ++n) {
    for (size_t i = 0; i < kPlaces; ++i) {
      double looks = static_cast<double>(weights[n * 2 * kPlaces + i]);
      if (n == 0) looks += static_cast<double>(weights[kPlaces + i]);
      expected += 0.5 * (1 - looks) * (1 - looks) / 2;
    }
  }
  EXPECT_NEAR(static_cast<double>(recorded.numbers(recorded.prediction.penalty)[0]), expected, 1e-5);
}

TEST_F(ShowAttendTell, GoesOnFromWhatItCarried) {
  for (const char* attention : {"soft", "hard"}) {
    const Params chosen = params({{"attention", attention}});
    Recorded whole(model_, chosen, kSizes, &parameters_);
    record(whole);
    const std::vector<float> logits = whole.numbers(whole.prediction.output);
    // The same in two calls.
    std::vector<float> h, c;
    for (size_t t = 0; t < 2; ++t) {
      Recorded part(model_, chosen, kSizes, &parameters_);
      const Memory memory = model_.encode(part.recorder, part.leaf(kPicture, random_numbers(40, 1, 0, 1)));
      const Shape state = {{"batch", 1}, {"query", 1}, {"model", 3}};
      if (t == 1) part.recorder.give("h", part.leaf(state, h)), part.recorder.give("c", part.leaf(state, c));
      part.prediction = model_.decode(part.recorder, memory, part.leaf({{"batch", 1}, {"query", 1}}, {kInputs[t]}));
      ASSERT_TRUE(part.graph.status().ok());
      h = part.numbers(part.recorder.left().at("h")), c = part.numbers(part.recorder.left().at("c"));
      const std::vector<float> one = part.numbers(part.prediction.output);
      for (size_t i = 0; i < 4; ++i) EXPECT_EQ(one[i], logits[4 * t + i]) << attention << " word " << t;
    }
  }
}

struct Edit {
  int node = -1;
  int64_t cell = 0;
  double number = 0;
};

struct Way {
  double chance = 1;
  std::vector<std::pair<int, double>> draws;
};

// Which draws make the writer look at the first place, then at the second, and how likely that is.
Way way_to_look(const Graph& graph, const std::vector<int64_t>& places, const Edit& edit) {
  Way way;
  for (size_t t = 0; t < places.size(); ++t) {
    const std::string word = "decoder/word_" + std::to_string(t + 1);
    Evaluation<double> values(graph);
    if (edit.node >= 0) values.edit(edit.node, edit.cell, edit.number);
    for (const auto& [node, draw] : way.draws) values.edit(node, 0, draw);
    EXPECT_TRUE(values.run().ok());
    const double* alpha = values.data(graph.find(word + "/align"));
    double before = 0;
    for (int64_t i = 0; i < places[t]; ++i) before += alpha[i];
    way.draws.emplace_back(graph.find(word + "/draws"), before + alpha[places[t]] / 2);
    way.chance *= alpha[places[t]];
  }
  return way;
}

// The estimate, weighed by how likely each way to look is, against central differences of the expected cost.
TEST_F(ShowAttendTell, TheHardEstimateIsTheGradientOfTheExpectedCost) {
  const Params chosen = params({{"attention", "hard"}, {"cost_weight", "1"}, {"entropy_weight", "0"}});
  int64_t step = 0;
  const auto draws = [&](int64_t at) {  // the other half of the batches is shown the blend
    Recorded trial(model_, chosen, kSizes, &parameters_, /*training=*/true, at);
    record(trial);
    return trial.graph.find("decoder/word_1/draws") >= 0;
  };
  while (!draws(step)) ASSERT_LT(++step, 20);

  Recorded recorded(model_, chosen, kSizes, &parameters_, /*training=*/true, step);
  const Value cost = record(recorded);
  const Value loss = add(cost, recorded.prediction.estimate(surprise_));
  const Graph& graph = recorded.graph;
  const auto expected_cost = [&](const Edit& edit) {
    double sum = 0;
    for (int64_t way = 0; way < kPlaces * kPlaces; ++way) {
      const Way look = way_to_look(graph, {way / kPlaces, way % kPlaces}, edit);
      Evaluation<double> values(graph);
      if (edit.node >= 0) values.edit(edit.node, edit.cell, edit.number);
      for (const auto& [node, draw] : look.draws) values.edit(node, 0, draw);
      EXPECT_TRUE(values.run().ok());
      sum += look.chance * values.data(cost.node())[0];
    }
    return sum;
  };

  std::map<int, std::vector<double>> estimate;
  for (int64_t way = 0; way < kPlaces * kPlaces; ++way) {
    const Way look = way_to_look(graph, {way / kPlaces, way % kPlaces}, {});
    Evaluation<double> values(graph);
    for (const auto& [node, draw] : look.draws) values.edit(node, 0, draw);
    ASSERT_TRUE(values.run().ok());
    const auto gradients = values.gradients(loss.node(), {1.0});
    for (const auto& [node, parameter] : recorded.recorder.parameter_nodes()) {
      const std::vector<double>& one = gradients[static_cast<size_t>(node)];
      std::vector<double>& sum = estimate[node];
      sum.resize(parameter->values->size());
      for (size_t i = 0; i < one.size(); ++i) sum[i] += look.chance * one[i];
    }
  }
  constexpr double kStep = 1e-5;
  for (const auto& [node, parameter] : recorded.recorder.parameter_nodes()) {
    const int64_t cell = static_cast<int64_t>(parameter->values->size()) / 2;
    const double at = static_cast<double>((*parameter->values)[static_cast<size_t>(cell)]);
    const double slope =
        (expected_cost({node, cell, at + kStep}) - expected_cost({node, cell, at - kStep})) / (2 * kStep);
    EXPECT_NEAR(estimate[node][static_cast<size_t>(cell)], slope, 1e-7) << parameter->name;
  }
}

TEST_F(ShowAttendTell, HalfOfTheBatchesAreShownTheBlend) {
  const Params chosen = params({{"attention", "hard"}});
  int drawn = 0;
  for (int64_t step = 0; step < 100; ++step) {
    Recorded recorded(model_, chosen, kSizes, &parameters_, /*training=*/true, step);
    record(recorded);
    drawn += recorded.graph.find("decoder/word_1/draws") >= 0 ? 1 : 0;
  }
  EXPECT_NEAR(drawn, 50, 20);  // four deviations of a fair coin
}

}  // namespace
}  // namespace attn::test
