// Gumbel-Softmax against plain loops: the noisy softmax, its cooling, its gradients, and whether it draws as it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/graph/ops/ops.h"
#include "tests/core/discretizers/book_oracle.h"
#include "tests/core/discretizers/code_run.h"
#include "tests/core/layers/gradient_check.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

constexpr size_t kWidth = 5;
const char* const kTable = "discretizer/codebook";
const char* const kMatrix = "discretizer/logits/w";
const char* const kBias = "discretizer/logits/b";

// x W + b: [row, code]
Numbers scores(CodeRun& run) {
  const Numbers bias = run.of(kBias);
  Numbers scores = product(run.x(), run.of(kMatrix), kWidth, bias.size());
  for (size_t i = 0; i < scores.size(); ++i) scores[i] += bias[i % bias.size()];
  return scores;
}

// softmax((l + g) / tau)
Numbers noisy_softmax(const Numbers& scores, const Numbers& noise, size_t entries, double tau) {
  Numbers weights(scores.size());
  for (size_t row = 0; row < scores.size(); row += entries) {
    double sum = 0;
    for (size_t j = row; j < row + entries; ++j) sum += weights[j] = std::exp((scores[j] + noise[j]) / tau);
    for (size_t j = row; j < row + entries; ++j) weights[j] /= sum;
  }
  return weights;
}

Numbers chosen_by(const Numbers& scores, size_t entries) {
  const Numbers codes = largest_of(scores, entries);
  Numbers chosen(scores.size());
  for (size_t i = 0; i < codes.size(); ++i) chosen[i * entries + static_cast<size_t>(codes[i])] = 1;
  return chosen;
}

// A run whose parameters are there and stand nowhere special.
void prepare(CodeRun* run) {
  run->record(/*training=*/false);
  shake(run->parameters(), 0.25, 3);
}

double temperature(const CodeRun& run, int64_t step) {
  const double over = run.told("anneal") * static_cast<double>(CodeRun::kSteps);
  const double share = over > 0 ? std::min(1.0, static_cast<double>(step) / over) : 1;
  return (1 - share) * run.told("tau_first") + share * run.told("tau_last");
}

TEST(GumbelSoftmax, EqualsLoopsAtEveryTemperature) {
  const std::vector<std::vector<ParamValue>> forms = {{{"bits", "3"}},
                                                      {{"bits", "1"}},
                                                      {{"bits", "3"}, {"anneal", "0"}},
                                                      {{"bits", "3"}, {"anneal", "1"}},
                                                      {{"bits", "3"}, {"tau_first", "5"}, {"tau_last", "0.05"}},
                                                      {{"bits", "3"}, {"straight_through", "true"}}};
  for (const std::vector<ParamValue>& form : forms) {
    for (const Shape& shape : {text_shape(kWidth), picture_shape(kWidth)}) {
      CodeRun run("gumbel_softmax", shape, form);
      prepare(&run);
      const Numbers table = run.of(kTable), l = scores(run);
      const size_t entries = table.size() / kWidth;
      ASSERT_EQ(entries, size_t{1} << run.params().integer("bits"));
      for (const int64_t step : {1, 7, 40, 80, 100, 1000}) {
        SCOPED_TRACE(std::string(form.back().param) + '=' + std::string(form.back().value) + " step " +
                     std::to_string(step));
        const auto coded = run.record(/*training=*/true, step);
        ASSERT_EQ(coded->drawn().size(), 1U);
        const Numbers soft = noisy_softmax(l, coded->drawn()[0], entries, temperature(run, step));
        const Numbers weights = run.params().flag("straight_through") ? chosen_by(soft, entries) : soft;
        expect_near(coded->numbers(coded->discrete().shares[0]), weights, 1e-12, "weights");
        expect_near(coded->numbers(coded->discrete().vectors), product(weights, table, entries, kWidth), 1e-12,
                    "vectors");
        EXPECT_EQ(coded->numbers(coded->discrete().codes[0]), largest_of(l, entries)) << "the code has no noise";
        EXPECT_FALSE(coded->discrete().penalty.valid());
      }
      const auto trained = run.record(/*training=*/false);
      EXPECT_TRUE(trained->drawn().empty());
      EXPECT_EQ(trained->numbers(trained->discrete().shares[0]), chosen_by(l, entries));
      expect_near(trained->numbers(trained->discrete().vectors), product(chosen_by(l, entries), table, entries, kWidth),
                  1e-15, "vectors of the largest alone");
    }
  }
}

// Scores, codebook and x, every cell.
TEST(GumbelSoftmax, GradientsEqualCentralDifferences) {
  CodeRun run("gumbel_softmax", text_shape(kWidth), {{"bits", "3"}});
  prepare(&run);
  const auto coded = run.record(/*training=*/true, /*step=*/40);
  const Value to = coded->graph().leaf(run.shape(), random_numbers(run.shape().count(), 5), Origin::kFixed, {});
  const Value loss = total(multiply(coded->discrete().vectors, to));
  ASSERT_EQ(coded->recorder().parameter_nodes().size(), 4U);
  check_gradients(coded->graph(), coded->recorder().parameter_nodes(), loss, size_t{1} << 20);
}

// Forwards the largest alone, backwards softmax's own gradient: with s the soft weights and u = dL/dw = up e^T,
// dL/dl_j = s_j (u_j - sum_k s_k u_k) / tau.
TEST(GumbelSoftmax, StraightThroughHasTheSoftGradient) {
  CodeRun run("gumbel_softmax", text_shape(kWidth), {{"bits", "3"}, {"straight_through", "true"}});
  prepare(&run);
  constexpr int64_t kStep = 40;
  const auto coded = run.record(/*training=*/true, kStep);
  const Numbers table = run.of(kTable), w = run.of(kMatrix), x = run.x();
  const size_t entries = table.size() / kWidth, rows = x.size() / kWidth;
  const double tau = temperature(run, kStep);
  const Numbers soft = noisy_softmax(scores(run), coded->drawn()[0], entries, tau), hard = chosen_by(soft, entries);
  const auto random = random_numbers(run.shape().count(), 5);
  const Numbers up(random.begin(), random.end());
  Numbers to_scores(soft.size()), to_table(table.size()), to_x(x.size()), to_w(w.size());
  for (size_t i = 0; i < rows; ++i) {
    Numbers u(entries);
    double mean = 0;
    for (size_t j = 0; j < entries; ++j) {
      for (size_t c = 0; c < kWidth; ++c) {
        u[j] += up[i * kWidth + c] * table[j * kWidth + c];
        to_table[j * kWidth + c] += hard[i * entries + j] * up[i * kWidth + c];
      }
      mean += soft[i * entries + j] * u[j];
    }
    for (size_t j = 0; j < entries; ++j) {
      const double g = soft[i * entries + j] * (u[j] - mean) / tau;
      for (size_t c = 0; c < kWidth; ++c) {
        to_x[i * kWidth + c] += g * w[c * entries + j];
        to_w[c * entries + j] += g * x[i * kWidth + c];
      }
    }
  }
  const Value vectors = coded->discrete().vectors;
  expect_near(coded->gradient(vectors, up, kTable), to_table, 1e-12, "codebook");
  expect_near(coded->gradient(vectors, up, kMatrix), to_w, 1e-12, "matrix");
  expect_near(coded->gradient(vectors, up, "x"), to_x, 1e-12, "x");
}

// Whatever the temperature, the largest is at each code with the softmax's chance: 20000 rows alike, within five
// deviations.
TEST(GumbelSoftmax, TheLargestIsDrawnByTheSoftmax) {
  constexpr int64_t kRows = 20000;
  CodeRun run("gumbel_softmax", {{axis::kBatch, kRows}, {axis::kLatent, 1}, {axis::kModel, 1}},
              {{"bits", "2"}, {"straight_through", "true"}});
  run.set_x(std::vector<float>(kRows, 1.0F));
  run.record(/*training=*/false);
  run.set(kMatrix, {0, 0, 0, 0});
  run.set(kBias, {0, 1, -1, 2});
  const auto coded = run.record(/*training=*/true, /*step=*/1);
  const Numbers shares = coded->numbers(coded->discrete().shares[0]);
  double sum = 0;
  for (const double bias : run.of(kBias)) sum += std::exp(bias);
  for (size_t j = 0; j < 4; ++j) {
    double often = 0;
    for (size_t i = j; i < shares.size(); i += 4) often += shares[i] / kRows;
    const double chance = std::exp(run.of(kBias)[j]) / sum;
    EXPECT_NEAR(often, chance, 5 * std::sqrt(chance * (1 - chance) / kRows)) << j;
  }
}

}  // namespace
}  // namespace attn::test
