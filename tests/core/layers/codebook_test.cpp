// A codebook that learns by averages: how it starts, what blows it up, and how dead codes come back. That each step
// equals plain loops is shown with the methods that have one (tests/core/discretizers).
#include "core/layers/codebook.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/core/discretizers/code_run.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

const std::string kBook = "discretizer/book/";

void step(CodeRun& run, int64_t at) {
  const auto coded = run.record(/*training=*/true, at);
  run.settle(coded.get());
}

TEST(Codebook, StartsAsVectorsOfLengthOne) {
  CodeRun run("vq_vae", text_shape(16), {{"bits", "10"}});
  run.record(/*training=*/false);
  const Numbers vectors = run.of(kBook + "codebook");
  double squares = 0;
  for (const double one : vectors) squares += one * one / 1024;
  EXPECT_NEAR(squares, 1, 0.02);  // deviation 16 * sqrt(0.8) / 16 / sqrt(16 * 1024) = 0.007
  EXPECT_LE(*std::max_element(vectors.begin(), vectors.end()), std::sqrt(3.0 / 16));
  // Each code is the mean of one vector, which is itself.
  EXPECT_EQ(run.of(kBook + "sums"), vectors);
  EXPECT_EQ(run.of(kBook + "counts"), Numbers(1024, 1.0));
}

TEST(Codebook, CountsStartWhereTheyAreToldTo) {
  CodeRun run("vq_vae", text_shape(4), {{"bits", "3"}, {"start", "zeros"}});
  run.record(/*training=*/false);
  EXPECT_EQ(run.of(kBook + "counts"), Numbers(8));
  EXPECT_EQ(run.of(kBook + "sums"), run.of(kBook + "codebook"));
}

TEST(Codebook, AveragesAreKeptFromTheOptimizer) {
  CodeRun averages("vq_vae", text_shape(4)), gradient("vq_vae", text_shape(4), {{"learns", "gradient"}});
  averages.record(true), gradient.record(true);
  for (const char* name : {"codebook", "counts", "sums"})
    EXPECT_FALSE(averages.parameters().find(kBook + name)->learned) << name;
  EXPECT_TRUE(gradient.parameters().find(kBook + "codebook")->learned);
  EXPECT_EQ(gradient.parameters().find(kBook + "counts"), nullptr);
}

TEST(Codebook, NothingMovesOutsideOfTraining) {
  CodeRun run("vq_vae", text_shape(4));
  EXPECT_EQ(run.record(/*training=*/true)->recorder().measured().size(), 3U);
  EXPECT_TRUE(run.record(/*training=*/false)->recorder().measured().empty());
}

double median_length(const Numbers& vectors, size_t width, const std::vector<bool>& which, bool of) {
  Numbers lengths;
  for (size_t j = 0; j < which.size(); ++j) {
    double squares = 0;
    for (size_t c = 0; c < width; ++c) squares += vectors[j * width + c] * vectors[j * width + c];
    if (which[j] == of) lengths.push_back(std::sqrt(squares));
  }
  std::nth_element(lengths.begin(), lengths.begin() + static_cast<int64_t>(lengths.size() / 2), lengths.end());
  return lengths[lengths.size() / 2];
}

// tensor2tensor's start: counts of 0 and sums from U(-sqrt(3 / K), sqrt(3 / K)). After one step on 1000 normal vectors
// of 8 numbers, about 2.8 long, an untaken one of 4096 codes is 4452 long by a simulation apart from this one, and a
// taken one far from the vectors that took it too. Where counts start at 1, all stay about as short as they are.
TEST(Codebook, CountsFromZeroBlowItUp) {
  constexpr size_t kCodes = 4096, kWidth = 8, kRows = 1000;
  std::mt19937_64 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> x(kRows * kWidth), start = random_numbers(kCodes * kWidth, 2);
  for (float& one : x) one = normal(random);
  for (float& one : start) one *= std::sqrt(3.0F / kCodes);
  for (const bool zeros : {true, false}) {
    CodeRun run("vq_vae", {{axis::kBatch, kRows}, {axis::kLatent, 1}, {axis::kModel, kWidth}},
                {{"bits", "12"}, {"decay", "0.999"}, {"start", zeros ? "zeros" : "ones"}});
    run.set_x(x);
    for (const char* name : {"codebook", "sums"})
      *run.parameters().get(kBook + name, {{axis::kCode, kCodes}, {axis::kModel, kWidth}}, {}).values = start;
    const auto coded = run.record(/*training=*/true);
    std::vector<bool> taken(kCodes);
    for (const double code : coded->numbers(coded->discrete().codes[0])) taken[static_cast<size_t>(code)] = true;
    run.settle(coded.get());
    const Numbers vectors = run.of(kBook + "codebook");
    if (zeros) {
      EXPECT_GT(median_length(vectors, kWidth, taken, true), 5 * 2.8);
      EXPECT_NEAR(median_length(vectors, kWidth, taken, false) / 4452, 1, 0.05);
    } else {
      EXPECT_LT(median_length(vectors, kWidth, taken, true), 0.06);
      EXPECT_LT(median_length(vectors, kWidth, taken, false), 0.06);
    }
  }
}

// Eight vectors about (1, 1), and four codes, of which two are far away: after a step those two stand on a vector of
// the batch each and count as an even share does, two of eight.
TEST(Codebook, DeadCodesTakeTheirPlaceAmongTheVectors) {
  CodeRun run("vq_vae", text_shape(2), {{"bits", "2"}, {"revive", "0.5"}, {"decay", "0"}});
  std::vector<float> x;
  for (int i = 0; i < 8; ++i) {
    const float turn = 0.1F * static_cast<float>(i);
    x.push_back(1 + turn), x.push_back(1 - turn);
  }
  run.set_x(x);
  run.record(/*training=*/false);
  run.set(kBook + "codebook", {1, 1, 50, 50, 1.5F, 0.5F, -50, 50});
  step(run, 1);
  const Numbers counts = run.of(kBook + "counts"), vectors = run.of(kBook + "codebook");
  EXPECT_EQ(counts[0] + counts[2], 8);
  for (const size_t dead : {1U, 3U}) {
    EXPECT_EQ(counts[dead], 2);
    double nearest = 1e9;
    for (size_t i = 0; i < x.size(); i += 2) {
      nearest = std::min(nearest, std::hypot(vectors[2 * dead] - static_cast<double>(x[i]),
                                             vectors[2 * dead + 1] - static_cast<double>(x[i + 1])));
    }
    EXPECT_LT(nearest, 1e-4);
  }
  // Left alone they would stay dead: nothing is assigned to them.
  CodeRun left("vq_vae", text_shape(2), {{"bits", "2"}, {"decay", "0"}});
  left.set_x(x);
  left.record(/*training=*/false);
  left.set(kBook + "codebook", {1, 1, 50, 50, 1.5F, 0.5F, -50, 50});
  step(left, 1);
  EXPECT_EQ(left.of(kBook + "counts")[1], 0);
  EXPECT_EQ(left.of(kBook + "counts")[3], 0);
}

// The same chance at the same step, other vectors at another.
TEST(Codebook, WhoIsRevivedWhereRepeats) {
  const auto revived_at = [](int64_t at) {
    CodeRun run("vq_vae", text_shape(2), {{"bits", "5"}, {"revive", "1"}, {"decay", "0"}});
    run.record(/*training=*/false);
    step(run, at);
    return run.of(kBook + "codebook");
  };
  EXPECT_EQ(revived_at(3), revived_at(3));
  EXPECT_NE(revived_at(3), revived_at(4));
}

// tensor2tensor's own case (Apache-2.0).
TEST(Codebook, EqualsTensor2TensorInTheNearestCode) {
  const std::string json = conformance_case("literals/t2t_masks_and_codes");
  if (json.empty()) GTEST_SKIP() << "no ../shared/conformance";
  const auto numbers = [&](const char* key) { return numbers_behind(json, R"("id": "nearest_neighbor")", key); };
  const std::vector<float> x = numbers("x"), codebook = numbers("codebook"), wanted = numbers("idx");
  ASSERT_FALSE(wanted.empty());
  const int64_t rows = static_cast<int64_t>(wanted.size()), width = static_cast<int64_t>(x.size()) / rows;
  ASSERT_EQ(codebook.size(), static_cast<size_t>(4 * width));
  CodeRun run("vq_vae", {{axis::kBatch, 1}, {axis::kLatent, rows}, {axis::kModel, width}}, {{"bits", "2"}});
  run.record(/*training=*/false);
  run.set_x(x), run.set(kBook + "codebook", codebook);
  const auto coded = run.record(/*training=*/false);
  EXPECT_EQ(coded->numbers(coded->discrete().codes[0]), Numbers(wanted.begin(), wanted.end()));
}

// A file of another size of codebook is refused by name, not read as if it were this one's.
TEST(Codebook, AnotherSizeIsAnError) {
  CodeRun run("vq_vae", text_shape(4), {{"bits", "3"}});
  run.parameters().get(kBook + "codebook", {{axis::kCode, 4}, {axis::kModel, 4}}, Start::zeros());
  for (const bool training : {false, true}) {
    const auto coded = run.record(training);
    ASSERT_FALSE(coded->status().ok());
    EXPECT_EQ(coded->status().argument, kBook + "codebook");
    EXPECT_EQ(coded->status().got, "[code 4, model 4]");
    EXPECT_EQ(coded->status().takes, "[code 8, model 4]");
  }
}

}  // namespace
}  // namespace attn::test
