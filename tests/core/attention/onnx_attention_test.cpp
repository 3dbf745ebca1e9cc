// ONNX Attention against plain loops in double precision, written from the standard's text and apart from the library.
#include "core/attention/onnx_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace attn::onnx {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kInfF = std::numeric_limits<float>::infinity();

struct Case {
  int64_t batch = 2, q_heads = 3, kv_heads = 3, queries = 4, fresh = 6, past = 0, width = 8, value_width = 5;
  bool packed = false, causal = false;
  float softcap = 0.0F;
  std::optional<float> scale;
  Sizes mask;  // empty: none
  bool bool_mask = false;
  std::vector<int64_t> real_keys;
  kernels::MaskedRow masked_rows = kernels::MaskedRow::kZero;
};

std::vector<float> random_floats(int64_t n, uint32_t seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::vector<float> out(static_cast<size_t>(n));
  for (float& x : out) x = uniform(engine);
  return out;
}

// Owns what a call points to.
struct Made {
  std::vector<float> q, k, v, mask, past_key, past_value;
  AttentionCall call;
};

Made make(const Case& c) {
  Made m;
  m.q = random_floats(c.batch * c.q_heads * c.queries * c.width, 1);
  m.k = random_floats(c.batch * c.kv_heads * c.fresh * c.width, 2);
  m.v = random_floats(c.batch * c.kv_heads * c.fresh * c.value_width, 3);
  AttentionCall& call = m.call;
  if (c.packed) {
    call.q = {m.q.data(), {c.batch, c.queries, c.q_heads * c.width}};
    call.k = {m.k.data(), {c.batch, c.fresh, c.kv_heads * c.width}};
    call.v = {m.v.data(), {c.batch, c.fresh, c.kv_heads * c.value_width}};
    call.q_heads = c.q_heads;
    call.kv_heads = c.kv_heads;
  } else {
    call.q = {m.q.data(), {c.batch, c.q_heads, c.queries, c.width}};
    call.k = {m.k.data(), {c.batch, c.kv_heads, c.fresh, c.width}};
    call.v = {m.v.data(), {c.batch, c.kv_heads, c.fresh, c.value_width}};
  }
  if (c.past > 0) {
    m.past_key = random_floats(c.batch * c.kv_heads * c.past * c.width, 4);
    m.past_value = random_floats(c.batch * c.kv_heads * c.past * c.value_width, 5);
    call.past_key = {m.past_key.data(), {c.batch, c.kv_heads, c.past, c.width}};
    call.past_value = {m.past_value.data(), {c.batch, c.kv_heads, c.past, c.value_width}};
  }
  if (!c.mask.empty()) {
    m.mask = random_floats(count(c.mask), 6);
    if (c.bool_mask)
      for (float& x : m.mask) x = x > -0.3F ? 1.0F : 0.0F;
    else
      for (float& x : m.mask) x = x > -0.6F ? x : -kInfF;
    call.mask = {m.mask.data(), c.mask};
  }
  call.mask_is_bool = c.bool_mask;
  call.causal = c.causal;
  call.softcap = c.softcap;
  call.scale = c.scale;
  call.real_keys = c.real_keys;
  call.masked_rows = c.masked_rows;
  return m;
}

// The bias that the mask gives a cell, -inf where it has none.
double mask_at(const Case& c, const std::vector<float>& mask, int64_t b, int64_t h, int64_t i, int64_t j) {
  if (c.mask.empty()) return 0.0;
  Sizes s(4 - c.mask.size(), 1);
  s.insert(s.end(), c.mask.begin(), c.mask.end());
  if (j >= s[3]) return -kInf;
  const int64_t at = (((s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)) * s[2] + (s[2] == 1 ? 0 : i)) * s[3] + j;
  const double value = mask[static_cast<size_t>(at)];
  return !c.bool_mask ? value : value != 0.0 ? 0.0 : -kInf;
}

struct Expected {
  std::vector<double> y, raw, capped, masked, weights;
};

Expected oracle(const Case& c, const Made& m) {
  Expected e;
  const int64_t keys = c.past + c.fresh, group = c.q_heads / c.kv_heads;
  e.y.assign(static_cast<size_t>(c.batch * c.q_heads * c.queries * c.value_width), 0.0);
  const double scale = c.scale ? *c.scale : 1.0 / std::sqrt(static_cast<double>(c.width));
  const auto cell = [&](const std::vector<float>& fresh, const std::vector<float>& past, int64_t b, int64_t h,
                        int64_t row, int64_t channel, int64_t width) -> double {
    if (row < c.past) return past[static_cast<size_t>(((b * c.kv_heads + h) * c.past + row) * width + channel)];
    const int64_t r = row - c.past;
    return fresh[static_cast<size_t>(c.packed ? (b * c.fresh + r) * c.kv_heads * width + h * width + channel
                                              : ((b * c.kv_heads + h) * c.fresh + r) * width + channel)];
  };
  for (int64_t b = 0; b < c.batch; ++b)
    for (int64_t h = 0; h < c.q_heads; ++h)
      for (int64_t i = 0; i < c.queries; ++i) {
        const int64_t kv = h / group;
        std::vector<double> score(static_cast<size_t>(keys));
        int64_t visible = 0;
        double top = -kInf;
        for (int64_t j = 0; j < keys; ++j) {
          double s = 0.0;
          for (int64_t d = 0; d < c.width; ++d) {
            const int64_t at = c.packed ? (b * c.queries + i) * c.q_heads * c.width + h * c.width + d
                                        : ((b * c.q_heads + h) * c.queries + i) * c.width + d;
            s += static_cast<double>(m.q[static_cast<size_t>(at)]) * cell(m.k, m.past_key, b, kv, j, d, c.width);
          }
          s *= scale;
          e.raw.push_back(s);
          if (c.softcap > 0.0F) s = c.softcap * std::tanh(s / c.softcap);
          e.capped.push_back(s);
          double bias = mask_at(c, m.mask, b, h, i, j);
          const int64_t offset = c.past > 0             ? c.past
                                 : !c.real_keys.empty() ? c.real_keys[static_cast<size_t>(b)] - c.queries
                                                        : 0;
          if (c.causal && j > i + offset) bias = -kInf;
          if (!c.real_keys.empty() && j >= c.real_keys[static_cast<size_t>(b)]) bias = -kInf;
          s = bias == -kInf ? -kInf : s + bias;
          visible += bias != -kInf;
          e.masked.push_back(s);
          score[static_cast<size_t>(j)] = s;
          top = std::max(top, s);
        }
        double sum = 0.0;
        for (double& s : score) sum += s = visible ? std::exp(s - top) : 0.0;
        for (double& s : score) {
          if (visible)
            s /= sum;
          else if (c.masked_rows == kernels::MaskedRow::kNan)
            s = std::nan("");
          else if (c.masked_rows == kernels::MaskedRow::kUniform)
            s = 1.0 / static_cast<double>(keys);
          e.weights.push_back(s);
        }
        for (int64_t d = 0; d < c.value_width; ++d) {
          double z = 0.0;
          for (int64_t j = 0; j < keys; ++j)
            z += score[static_cast<size_t>(j)] * cell(m.v, m.past_value, b, kv, j, d, c.value_width);
          const int64_t at = c.packed ? (b * c.queries + i) * c.q_heads * c.value_width + h * c.value_width + d
                                      : ((b * c.q_heads + h) * c.queries + i) * c.value_width + d;
          e.y[static_cast<size_t>(at)] = z;
        }
      }
  return e;
}

void expect_near(const std::vector<float>& got, const std::vector<double>& want, const std::string& what) {
  ASSERT_EQ(got.size(), want.size()) << what;
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(want[i]))
      ASSERT_TRUE(std::isnan(got[i])) << what << " at " << i;
    else if (std::isinf(want[i]))
      ASSERT_EQ(got[i], want[i]) << what << " at " << i;
    else
      // 2e-6: a few roundings of float over sums of at most some dozen terms of size 1.
      ASSERT_NEAR(got[i], want[i], 2e-6 * std::max(1.0, std::abs(want[i]))) << what << " at " << i;
  }
}

struct Got {
  std::vector<float> y, present_key, present_value, scores;
};

Got run(const Made& m, Scores scores) {
  AttentionCall call = m.call;
  call.scores = scores;
  AttentionShapes shapes;
  const Status status = attention_shapes(call, &shapes);
  EXPECT_TRUE(status.ok()) << status.argument << " got " << status.got << " takes " << status.takes;
  Got got;
  if (!status.ok()) return got;
  got.y.resize(static_cast<size_t>(count(shapes.y)));
  if (call.past_key.given()) {
    got.present_key.resize(static_cast<size_t>(count(shapes.present_key)));
    got.present_value.resize(static_cast<size_t>(count(shapes.present_value)));
  }
  if (scores != Scores::kNone) got.scores.resize(static_cast<size_t>(count(shapes.scores)));
  attention(call, got.y.data(), got.present_key.data(), got.present_value.data(),
            scores == Scores::kNone ? nullptr : got.scores.data());
  return got;
}

void check(const Case& c, const std::string& what) {
  const Made m = make(c);
  const Expected e = oracle(c, m);
  expect_near(run(m, Scores::kNone).y, e.y, what + ", fused");
  const std::pair<Scores, const std::vector<double>*> stages[] = {{Scores::kRaw, &e.raw},
                                                                  {Scores::kCapped, &e.capped},
                                                                  {Scores::kMasked, &e.masked},
                                                                  {Scores::kWeights, &e.weights}};
  for (const auto& [stage, want] : stages) {
    const Got got = run(m, stage);
    expect_near(got.y, e.y, what + ", plain");
    expect_near(got.scores, *want, what + ", scores " + std::to_string(static_cast<int>(stage)));
  }
}

TEST(OnnxAttention, ShapesAndGroups) {
  check({}, "four axes");
  check({.packed = true}, "three axes");
  check({.q_heads = 6, .kv_heads = 2}, "grouped");
  check({.q_heads = 6, .kv_heads = 1, .packed = true}, "one key head");
  check({.batch = 1, .q_heads = 1, .kv_heads = 1, .queries = 1, .fresh = 1, .width = 1, .value_width = 1},
        "one of all");
  for (const int64_t n : {1, 3, 7, 17, 33, 130})
    check({.queries = n, .fresh = n + 2, .width = 33, .value_width = 17, .causal = true}, "odd " + std::to_string(n));
}

TEST(OnnxAttention, ScaleAndSoftcap) {
  check({.scale = 0.01F}, "scale");
  check({.scale = 0.0F}, "scale 0");
  check({.softcap = 2.0F, .scale = 9.0F}, "softcap");
  check({.causal = true, .softcap = 0.5F, .mask = {4, 6}}, "softcap before the mask");
}

TEST(OnnxAttention, Masks) {
  for (const bool boolean : {false, true}) {
    check({.mask = {4, 6}, .bool_mask = boolean}, "two axes");
    check({.mask = {3, 4, 6}, .bool_mask = boolean}, "three axes");
    check({.mask = {2, 1, 4, 6}, .bool_mask = boolean}, "head broadcast");
    check({.mask = {1, 3, 1, 6}, .bool_mask = boolean}, "batch and query broadcast");
    check({.causal = true, .mask = {2, 3, 4, 6}, .bool_mask = boolean}, "with causality");
    check({.mask = {4, 3}, .bool_mask = boolean}, "shorter than the keys");
    check({.past = 5, .causal = true, .mask = {4, 9}, .bool_mask = boolean}, "shorter than cache and keys");
    check({.packed = true, .mask = {6}, .bool_mask = boolean}, "one axis");
  }
}

TEST(OnnxAttention, CacheAndPadding) {
  check({.past = 12, .packed = true}, "cache");
  check({.q_heads = 4, .kv_heads = 2, .past = 3, .causal = true}, "cache, causal, grouped");
  check({.causal = true, .real_keys = {4, 6}}, "causal before the padding");
  check({.real_keys = {3, 0}}, "no key at all");
  check({.causal = true, .real_keys = {2, 5}}, "queries that stand before the keys");
  check({.past = 4, .causal = true, .real_keys = {7, 9}}, "cache and padding");
}

TEST(OnnxAttention, FullyMaskedRows) {
  for (const auto policy : {kernels::MaskedRow::kZero, kernels::MaskedRow::kNan, kernels::MaskedRow::kUniform}) {
    check({.causal = true, .real_keys = {0, 2}, .masked_rows = policy}, "by length");
    check({.mask = {4, 6}, .bool_mask = true, .real_keys = {1, 6}, .masked_rows = policy}, "by mask and length");
  }
}

TEST(OnnxAttention, PresentIsPastThenNew) {
  for (const bool packed : {false, true}) {
    const Case c = {.past = 2, .packed = packed};
    const Made m = make(c);
    const Got got = run(m, Scores::kNone);
    const int64_t keys = c.past + c.fresh;
    for (int64_t b = 0; b < c.batch; ++b)
      for (int64_t h = 0; h < c.kv_heads; ++h)
        for (int64_t r = 0; r < keys; ++r) {
          const int64_t n = r - c.past;
          const int64_t from = packed ? (b * c.fresh + n) * c.kv_heads * c.width + h * c.width
                                      : ((b * c.kv_heads + h) * c.fresh + n) * c.width;
          const float want = r < c.past ? m.past_key[static_cast<size_t>(((b * c.kv_heads + h) * c.past + r) * c.width)]
                                        : m.k[static_cast<size_t>(from)];
          ASSERT_EQ(got.present_key[static_cast<size_t>(((b * c.kv_heads + h) * keys + r) * c.width)], want);
        }
  }
}

// A key is masked by its bias, whatever its score: not by -inf * 0, not by inf - inf.
TEST(OnnxAttention, MaskBeatsInfiniteScores) {
  Case c = {.batch = 1, .q_heads = 1, .kv_heads = 1, .queries = 2, .fresh = 3, .width = 1, .value_width = 2};
  c.mask = {2, 3};
  Made m = make(c);
  m.q = {1.0F, 1.0F};
  m.k = {kInfF, 0.5F, 0.25F};
  m.mask = {-kInfF, 0.0F, 0.0F, -kInfF, -kInfF, -kInfF};
  m.call.q.data = m.q.data();
  m.call.k.data = m.k.data();
  m.call.mask.data = m.mask.data();
  const Expected e = oracle(c, m);
  for (const Scores scores : {Scores::kNone, Scores::kWeights}) {
    const Got got = run(m, scores);
    expect_near(got.y, e.y, "masked +inf");
    EXPECT_EQ(got.y[2], 0.0F);
    EXPECT_EQ(got.y[3], 0.0F);
  }
}

// Scores that are all -inf, without a mask, are not a masked row: there is no softmax of them.
TEST(OnnxAttention, MinusInfinityIsNoMask) {
  Case c = {.batch = 1, .q_heads = 1, .kv_heads = 1, .queries = 1, .fresh = 2, .width = 1, .value_width = 1};
  Made m = make(c);
  m.q = {1.0F};
  m.k = {-kInfF, -kInfF};
  m.call.q.data = m.q.data();
  m.call.k.data = m.k.data();
  for (const Scores scores : {Scores::kNone, Scores::kWeights}) EXPECT_TRUE(std::isnan(run(m, scores).y[0]));
}

TEST(OnnxAttention, LargeScoresStayFinite) {
  Case c = {.queries = 9, .fresh = 9, .scale = 1e4F};
  const Made m = make(c);
  const Expected e = oracle(c, m);
  for (const Scores scores : {Scores::kNone, Scores::kWeights})
    for (const float y : run(m, scores).y) ASSERT_TRUE(std::isfinite(y));
}

TEST(OnnxAttention, RefusesWhatDoesNotFit) {
  const auto refused = [](const std::string& argument, auto change) {
    Made m = make({});
    change(m.call);
    AttentionShapes shapes;
    const Status status = attention_shapes(m.call, &shapes);
    EXPECT_EQ(status.argument, argument);
    EXPECT_FALSE(status.ok());
    EXPECT_FALSE(status.takes.empty());
  };
  refused("q", [](AttentionCall& c) { c.q.sizes = {}; });
  refused("k", [](AttentionCall& c) { c.k.sizes = {2, 3, 6, 7}; });
  refused("k", [](AttentionCall& c) { c.k.sizes = {2, 6, 24}; });
  refused("v", [](AttentionCall& c) { c.v.sizes = {2, 3, 5, 5}; });
  refused("q", [](AttentionCall& c) { c.q.sizes = {2, 4, 4, 8}; });
  refused("q", [](AttentionCall& c) { c.q_heads = 5; });
  refused("qHeads", [](AttentionCall& c) { c.q.sizes = c.k.sizes = c.v.sizes = {2, 4, 24}; });
  refused("mask", [](AttentionCall& c) { c.mask.sizes = {4, 7}; });
  refused("mask", [](AttentionCall& c) { c.mask.sizes = {3, 6}; });
  refused("mask", [](AttentionCall& c) { c.mask.sizes = {1, 1, 1, 4, 6}; });
  refused("pastValue", [](AttentionCall& c) { c.past_key.sizes = {2, 3, 1, 8}; });
  refused("nonpadKvSeqlen", [](AttentionCall& c) { c.real_keys = {1}; });
  refused("nonpadKvSeqlen", [](AttentionCall& c) { c.real_keys = {1, 7}; });
  refused("scale", [](AttentionCall& c) { c.scale = -1.0F; });
  refused("softcap", [](AttentionCall& c) { c.softcap = -1.0F; });
  refused("q", [](AttentionCall& c) { c.q.sizes = {2, 3, int64_t{1} << 40, 8}; });
}

}  // namespace
}  // namespace attn::onnx
