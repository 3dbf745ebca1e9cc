// Improved semantic hashing against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "tests/core/discretizers/book_oracle.h"
#include "tests/core/discretizers/code_run.h"
#include "tests/core/layers/gradient_check.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

constexpr size_t kWidth = 4;
const std::vector<ParamValue> kSmall = {{"bits", "3"}, {"hidden", "7"}};

std::vector<ParamValue> small(std::vector<ParamValue> more) {
  more.insert(more.begin(), kSmall.begin(), kSmall.end());
  return more;
}

// x W + b [row, columns of b]
Numbers layer(const std::map<std::string, Numbers>& net, const std::string& name, const Numbers& x) {
  const Numbers &w = net.at(name + "/w"), &b = net.at(name + "/b");
  Numbers out = product(x, w, w.size() / b.size(), b.size());
  for (size_t i = 0; i < out.size(); ++i) out[i] += b[i % b.size()];
  return out;
}

std::map<std::string, Numbers> net_of(CodeRun& run) {
  std::map<std::string, Numbers> net;
  for (const char* name : {"bits", "on", "off", "inner", "outer"}) {
    for (const char* part : {"/w", "/b"})
      net[std::string(name) + part] = run.of("discretizer/" + std::string(name) + part);
  }
  return net;
}

// W4 relu(W3 relu(W1 c + W2 (1 - c)))
Numbers read_bits(const std::map<std::string, Numbers>& net, const Numbers& bits) {
  Numbers off;
  for (const double bit : bits) off.push_back(1 - bit);
  Numbers sum = layer(net, "on", bits);
  const Numbers more = layer(net, "off", off);
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = std::max(0.0, sum[i] + more[i]);
  Numbers inner = layer(net, "inner", sum);
  for (double& one : inner) one = std::max(0.0, one);
  return layer(net, "outer", inner);
}

struct Read {
  Numbers v, soft, hard, read;  // [row, bit]
};

// What is read of x by what was drawn: the noise, if there is some, then a number for each example.
Read oracle(CodeRun& run, bool training, const std::vector<Numbers>& drawn) {
  Read out;
  out.v = layer(net_of(run), "bits", run.x());
  const size_t examples = static_cast<size_t>(run.shape()[0].size), cells = out.v.size() / examples;
  for (size_t i = 0; i < out.v.size(); ++i) {
    if (training && run.told("noise") > 0) out.v[i] += run.told("noise") * drawn[0][i];
    out.soft.push_back(std::min(1.0, std::max(0.0, 1.2 * sigmoid(out.v[i]) - 0.1)));
    out.hard.push_back(out.v[i] > 0 ? 1 : 0);  // the paper's other form of [f > 1/2]
    const bool takes_bits = !training || drawn.back()[i / cells] < run.told("mix");
    out.read.push_back(takes_bits ? out.hard[i] : out.soft[i]);
  }
  return out;
}

void prepare(CodeRun* run) {
  run->record(/*training=*/false);
  shake(run->parameters(), 0.25, 3);
}

void check(CodeRun& run, bool training, int64_t step) {
  const auto coded = run.record(training, step);
  ASSERT_EQ(coded->drawn().size(), !training ? 0U : run.told("noise") > 0 ? 2U : 1U);
  const Read read = oracle(run, training, coded->drawn());
  const size_t bits = static_cast<size_t>(run.told("bits"));
  Numbers codes(read.hard.size() / bits);
  for (size_t i = 0; i < read.hard.size(); ++i) codes[i / bits] += read.hard[i] * std::pow(2, i % bits);
  EXPECT_EQ(coded->numbers(coded->discrete().codes[0]), codes);
  expect_near(coded->numbers(coded->discrete().vectors), read_bits(net_of(run), read.read), 1e-12, "vectors");
  EXPECT_FALSE(coded->discrete().penalty.valid());
  EXPECT_TRUE(coded->discrete().shares.empty());
}

TEST(SemanticHashing, EqualsLoops) {
  for (const std::vector<ParamValue>& form :
       {small({}), small({{"noise", "0"}}), small({{"noise", "4"}}), small({{"mix", "0"}}), small({{"mix", "1"}}),
        small({{"bits", "1"}}), small({{"bits", "14"}, {"hidden", "1"}})}) {
    for (const Shape& shape : {text_shape(kWidth), picture_shape(kWidth)}) {
      SCOPED_TRACE(std::string(form.back().param) + '=' + std::string(form.back().value));
      CodeRun run("semantic_hashing", shape, form);
      prepare(&run);
      check(run, /*training=*/false, 1);
      for (int64_t step = 1; step <= 8; ++step) check(run, /*training=*/true, step);
    }
  }
}

// The reading network is differentiated as it stands; to x the gradient goes as if soft bits had been read.
TEST(SemanticHashing, GradientsPassRoundedBits) {
  for (const char* mix : {"0", "0.5", "1"}) {
    SCOPED_TRACE(mix);
    CodeRun run("semantic_hashing", text_shape(kWidth), small({{"mix", mix}}));
    prepare(&run);
    const auto coded = run.record(/*training=*/true, 2);
    const Read read = oracle(run, true, coded->drawn());
    const auto random = random_numbers(run.shape().count(), 5);
    const Numbers up(random.begin(), random.end());
    const auto loss = [&](const std::map<std::string, Numbers>& net, const Numbers& bits) {
      const Numbers vectors = read_bits(net, bits);
      double sum = 0;
      for (size_t i = 0; i < vectors.size(); ++i) sum += up[i] * vectors[i];
      return sum;
    };
    constexpr double kMove = 1e-6;
    auto net = net_of(run);
    const auto slope = [&](double& cell, const Numbers& bits) {
      const double here = cell;
      cell = here + kMove;
      const double above = loss(net, bits);
      cell = here - kMove;
      const double below = loss(net, bits);
      cell = here;
      return (above - below) / (2 * kMove);
    };
    for (auto& [name, cells] : net) {
      if (name.starts_with("bits/")) continue;
      Numbers slopes;
      for (double& cell : cells) slopes.push_back(slope(cell, read.read));
      expect_near(coded->gradient(coded->discrete().vectors, up, "discretizer/" + name), slopes, 1e-8, name);
    }
    // dL/dv = dL/dbit 1.2 s (1 - s) where the soft bit lies between its flat ends
    Numbers bits = read.read, to_x(run.x().size());
    const Numbers& w = net.at("bits/w");
    for (size_t i = 0; i < bits.size(); ++i) {
      const double s = sigmoid(read.v[i]), inside = read.soft[i] > 0 && read.soft[i] < 1 ? 1 : 0;
      const double g = slope(bits[i], bits) * inside * 1.2 * s * (1 - s);
      for (size_t c = 0; c < kWidth; ++c) to_x[i / 3 * kWidth + c] += g * w[c * 3 + i % 3];
    }
    expect_near(coded->gradient(coded->discrete().vectors, up, "x"), to_x, 1e-8, "x");
  }
}

// Bits far from 0 are exactly 0 or 1 even where soft bits are read, and nothing flows to them.
TEST(SemanticHashing, NothingFlowsAtTheFlatEnds) {
  for (const char* mix : {"0", "1"}) {
    CodeRun run("semantic_hashing", text_shape(kWidth), small({{"noise", "0"}, {"mix", mix}}));
    prepare(&run);
    run.set("discretizer/bits/b", {30, -30, 30});
    const auto coded = run.record(/*training=*/true);
    const Numbers up(static_cast<size_t>(run.shape().count()), 1.0);
    for (const char* name : {"x", "discretizer/bits/w", "discretizer/bits/b"}) {
      for (const double g : coded->gradient(coded->discrete().vectors, up, name)) EXPECT_EQ(g, 0) << name;
    }
    for (const double code : coded->numbers(coded->discrete().codes[0])) EXPECT_EQ(code, 1 + 4);
  }
}

TEST(SemanticHashing, TheLowestBitComesFirst) {
  CodeRun run("semantic_hashing", text_shape(kWidth), {{"bits", "4"}, {"hidden", "7"}});
  run.record(/*training=*/false);
  run.set("discretizer/bits/w", std::vector<float>(4 * kWidth));
  for (const auto& [bias, number] : std::vector<std::pair<std::vector<float>, double>>{
           {{1, -1, -1, -1}, 1}, {{-1, 1, -1, -1}, 2}, {{1, -1, -1, 1}, 9}, {{0, 0, 0, 0}, 0}}) {
    run.set("discretizer/bits/b", bias);
    const auto coded = run.record(false);
    for (const double code : coded->numbers(coded->discrete().codes[0])) EXPECT_EQ(code, number);
  }
}

}  // namespace
}  // namespace attn::test
