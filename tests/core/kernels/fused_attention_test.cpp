// Fused attention against plain loops in double, and its promises about bits.
#include "core/kernels/fused_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/kernels/threads.h"
#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

template <class T>
constexpr T kInf = std::numeric_limits<T>::infinity();

// Inputs of one head, and the arguments that describe them.
template <class T>
struct Head {
  int64_t queries, keys, width, value_width;
  std::vector<T> q, k, v, bias, out, lse;
  std::vector<uint8_t> mask;
  T sink = T(0.7);
  AttentionArgs<T> args;

  Head(int64_t l, int64_t s, int64_t d, int64_t dv, uint32_t seed = 1)
      : queries(l), keys(s), width(d), value_width(dv) {
    RandomValues random(seed + static_cast<uint32_t>(l * 131 + s * 7 + d));
    q = random.vector<T>(l * d, T(2));
    k = random.vector<T>(s * d, T(2));
    v = random.vector<T>(s * dv);
    bias = random.vector<T>(l * s, T(3));
    mask.resize(l * s);
    for (size_t i = 0; i < mask.size(); ++i) {
      mask[i] = random.bits() % 3 != 0;
      if (random.bits() % 4 == 0) bias[i] = -kInf<T>;
    }
    out.assign(l * dv, T(99));
    lse.assign(l, T(99));
    args = {.queries = l,
            .keys = s,
            .key_width = d,
            .value_width = dv,
            .q = q.data(),
            .q_stride = d,
            .k = k.data(),
            .k_stride = d,
            .v = v.data(),
            .v_stride = dv,
            .out = out.data(),
            .out_stride = dv,
            .scale = static_cast<T>(1 / std::sqrt(double(d))),
            .lse = lse.data()};
  }
};

struct Truth {
  std::vector<double> out;
  std::vector<double> lse;
};

template <class T>
Truth plain(const AttentionArgs<T>& a) {
  Truth truth;
  const int64_t length = a.key_length < 0 ? a.keys : a.key_length;
  for (int64_t i = 0; i < a.queries; ++i) {
    std::vector<double> s(a.keys, -INFINITY);
    bool any = false;
    for (int64_t j = 0; j < a.keys; ++j) {
      if (j >= length || (a.causal && j > i + a.causal_offset)) continue;
      if (a.mask != nullptr && a.mask[i * a.mask_stride + j] == 0) continue;
      double bias = 0;
      if (a.bias != nullptr) bias = a.bias[i * a.bias_stride + j];
      if (bias == -INFINITY) continue;
      any = true;
      double score = 0;
      for (int64_t c = 0; c < a.key_width; ++c) {
        score += double(a.q[i * a.q_stride + c]) * a.k[j * a.k_stride + c];
      }
      score *= a.scale;
      if (a.softcap > 0) score = a.softcap * std::tanh(score / a.softcap);
      s[j] = score + bias;
    }
    double max = a.sink != nullptr ? double(*a.sink) : -INFINITY;
    for (double x : s) max = std::max(max, x);
    double sum = a.sink != nullptr ? std::exp(*a.sink - max) : 0;
    for (double x : s) sum += x == -INFINITY ? 0 : std::exp(x - max);
    truth.lse.push_back(sum > 0 ? max + std::log(sum) : -INFINITY);
    for (int64_t c = 0; c < a.value_width; ++c) {
      double z = 0;
      for (int64_t j = 0; j < a.keys; ++j) {
        double weight = s[j] == -INFINITY ? 0 : std::exp(s[j] - max) / sum;
        if (!any && a.sink == nullptr) {
          weight = a.masked_row == MaskedRow::kZero ? 0.0 : a.masked_row == MaskedRow::kUniform ? 1.0 / a.keys : NAN;
        }
        z += weight * a.v[j * a.v_stride + c];
      }
      truth.out.push_back(z);
    }
  }
  return truth;
}

template <class T>
void expect_truth(Head<T>& head) {
  const Truth truth = plain(head.args);
  ASSERT_TRUE(fused_attention(head.args));
  // Values are at most 1, weights sum to 1.
  const double tolerance = sizeof(T) == 4 ? 1e-6 : 1e-14;
  for (size_t i = 0; i < truth.out.size(); ++i) {
    if (std::isnan(truth.out[i])) {
      ASSERT_TRUE(std::isnan(head.out[i]));
    } else {
      ASSERT_NEAR(head.out[i], truth.out[i], tolerance) << i;
    }
  }
  for (size_t i = 0; i < truth.lse.size(); ++i) {
    if (std::isinf(truth.lse[i])) {
      ASSERT_EQ(head.lse[i], truth.lse[i]);
    } else {
      // A few units in the last place of scores of this size.
      ASSERT_NEAR(head.lse[i], truth.lse[i], (std::fabs(truth.lse[i]) + 4) * tolerance);
    }
  }
}

template <class T>
class FusedAttentionTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FusedAttentionTest, Scalars);

template <class T>
void for_all_settings(int64_t l, int64_t s, int64_t d, int64_t dv, void (*check)(Head<T>&)) {
  for (int setting = 0; setting < 12; ++setting) {
    Head<T> head(l, s, d, dv);
    AttentionArgs<T>& a = head.args;
    switch (setting) {
      case 0:
        break;
      case 1:
        a.causal = true;
        break;
      case 2:
        a.causal = true;
        a.causal_offset = s - l;
        break;
      case 3:
        a.causal = true;
        a.causal_offset = -2;
        break;
      case 4:
        a.mask = head.mask.data();
        a.mask_stride = s;
        break;
      case 5:
        a.mask = head.mask.data();
        break;  // one row for all
      case 6:
        a.bias = head.bias.data();
        a.bias_stride = s;
        break;
      case 7:
        a.bias = head.bias.data();
        a.softcap = T(2);
        break;
      case 8:
        a.key_length = s / 2;
        a.sink = &head.sink;
        break;
      case 9:
        a.causal = true;
        a.causal_offset = -1;
        a.sink = &head.sink;
        a.mask = head.mask.data();
        a.mask_stride = s;
        break;
      case 10:
        a.causal = true;
        a.causal_offset = -3;
        a.masked_row = MaskedRow::kUniform;
        break;
      case 11:
        a.key_length = 0;
        a.masked_row = MaskedRow::kNan;
        break;
    }
    SCOPED_TRACE(testing::Message() << "setting " << setting << ", " << l << " x " << s << " x " << d << " x " << dv);
    check(head);
  }
}

TYPED_TEST(FusedAttentionTest, AgreesWithPlainLoops) {
  for (int64_t l : {1, 4, 5, 7, 33}) {
    for (int64_t s : {1, 3, 8, 17, 64, 65, 150}) {
      for_all_settings<TypeParam>(l, s, 5, 7, &expect_truth<TypeParam>);
      for_all_settings<TypeParam>(l, s, 16, 8, &expect_truth<TypeParam>);
    }
  }
  for_all_settings<TypeParam>(131, 257, 33, 64, &expect_truth<TypeParam>);
}

// Alone, in a part of the call or with all others: the same bits.
template <class T>
void expect_rows_alone(Head<T>& head) {
  ASSERT_TRUE(fused_attention(head.args));
  const std::vector<T> whole = head.out;
  const std::vector<T> whole_lse = head.lse;
  for (int64_t step : {1, 3, 8}) {
    head.out.assign(head.out.size(), T(99));
    for (int64_t i = 0; i < head.queries; i += step) {
      AttentionArgs<T> part = head.args;
      part.queries = std::min(step, head.queries - i);
      part.q += i * part.q_stride;
      part.out += i * part.out_stride;
      part.lse += i;
      part.causal_offset += i;
      if (part.mask != nullptr) part.mask += i * part.mask_stride;
      if (part.bias != nullptr) part.bias += i * part.bias_stride;
      ASSERT_TRUE(fused_attention(part));
    }
    for (size_t i = 0; i < whole.size(); ++i) {
      if (whole[i] != whole[i]) continue;  // NaN
      ASSERT_EQ(head.out[i], whole[i]) << i;
    }
    EXPECT_EQ(head.lse, whole_lse);
  }
}

TYPED_TEST(FusedAttentionTest, RowsDoNotDependOnTheirCompany) {
  for_all_settings<TypeParam>(33, 150, 5, 7, &expect_rows_alone<TypeParam>);
  for_all_settings<TypeParam>(17, 17, 16, 16, &expect_rows_alone<TypeParam>);
}

TYPED_TEST(FusedAttentionTest, CachedStepEqualsTheFullPass) {
  Head<TypeParam> head(150, 150, 9, 11);
  head.args.causal = true;
  ASSERT_TRUE(fused_attention(head.args));
  const auto whole = head.out;
  for (int64_t i = 0; i < 150; ++i) {
    AttentionArgs<TypeParam> step = head.args;
    step.queries = 1;
    step.keys = i + 1;  // what the cache holds
    step.causal_offset = i;
    step.q += i * 9;
    step.out += i * 11;
    ASSERT_TRUE(fused_attention(step));
  }
  EXPECT_EQ(head.out, whole);
}

TYPED_TEST(FusedAttentionTest, FutureKeysDoNotLeakEvenNan) {
  Head<TypeParam> head(70, 70, 8, 8);
  head.args.causal = true;
  ASSERT_TRUE(fused_attention(head.args));
  const auto whole = head.out;
  for (int64_t c = 0; c < 8; ++c) {
    head.k[69 * 8 + c] = std::numeric_limits<TypeParam>::quiet_NaN();
    head.v[69 * 8 + c] = kInf<TypeParam>;
  }
  ASSERT_TRUE(fused_attention(head.args));
  for (int64_t i = 0; i < 69 * 8; ++i) ASSERT_EQ(head.out[i], whole[i]);
  EXPECT_TRUE(std::isnan(head.out[69 * 8]));
}

TYPED_TEST(FusedAttentionTest, TheMaskDecidesAndNotTheLogits) {
  using T = TypeParam;
  // Masked keys with infinite products weigh exactly 0.
  Head<T> head(3, 5, 2, 2);
  head.q.assign(6, T(1));
  head.k.assign(10, T(0.5));
  head.k[2] = head.k[3] = kInf<T>;
  head.k[4] = head.k[5] = -kInf<T>;
  std::vector<T> bias = {0, -kInf<T>, -kInf<T>, 0, 0};
  head.args.bias = bias.data();
  expect_truth(head);
  // Permitted keys whose products are all -inf: no masked row, so NaN as in a
  // plain softmax.
  head.args.bias = nullptr;
  head.args.lse = nullptr;
  for (T& x : head.k) x = -kInf<T>;
  ASSERT_TRUE(fused_attention(head.args));
  for (T x : head.out) EXPECT_TRUE(std::isnan(x));
}

TYPED_TEST(FusedAttentionTest, LateFiniteScoresAfterTilesOfMinusInfinity) {
  using T = TypeParam;
  Head<T> head(2, 130, 1, 1);
  head.q.assign(2, T(1));
  for (int64_t j = 0; j < 129; ++j) head.k[j] = -kInf<T>;
  head.k[129] = T(1);
  ASSERT_TRUE(fused_attention(head.args));
  EXPECT_EQ(head.out[0], head.v[129]);
}

TYPED_TEST(FusedAttentionTest, HugeLogits) {
  Head<TypeParam> head(9, 200, 4, 4);
  for (TypeParam& x : head.q) x *= TypeParam(1e6);
  expect_truth(head);
  for (TypeParam x : head.out) EXPECT_TRUE(std::isfinite(x));
}

TYPED_TEST(FusedAttentionTest, StridesAndThreads) {
  using T = TypeParam;
  // Three heads side by side, [L, H * D], as the projections leave them.
  const int64_t l = 37, h = 3, d = 6;
  RandomValues random(3);
  const auto q = random.vector<T>(l * h * d);
  const auto k = random.vector<T>(l * h * d);
  const auto v = random.vector<T>(l * h * d);
  std::vector<T> out(l * h * d), alone(l * h * d);
  std::vector<AttentionArgs<T>> heads(h);
  for (int64_t i = 0; i < h; ++i) {
    heads[i] = {.queries = l,
                .keys = l,
                .key_width = d,
                .value_width = d,
                .q = q.data() + i * d,
                .q_stride = h * d,
                .k = k.data() + i * d,
                .k_stride = h * d,
                .v = v.data() + i * d,
                .v_stride = h * d,
                .out = out.data() + i * d,
                .out_stride = h * d,
                .scale = T(0.5),
                .causal = true};
  }
  set_threads(3);
  set_parallel_threshold(0);
  ASSERT_TRUE(fused_attention_parallel(heads.data(), h));
  set_threads(1);
  for (auto& head : heads) {
    head.out = alone.data() + (head.out - out.data());
    ASSERT_TRUE(fused_attention(head));
  }
  EXPECT_EQ(out, alone);
  const Truth truth = plain(heads[1]);
  for (int64_t i = 0; i < l; ++i) {
    for (int64_t c = 0; c < d; ++c) {
      EXPECT_NEAR(out[i * h * d + d + c], truth.out[i * d + c], 1e-6);
    }
  }
}

TYPED_TEST(FusedAttentionTest, NothingToDo) {
  Head<TypeParam> head(0, 5, 2, 2);
  EXPECT_TRUE(fused_attention(head.args));
  Head<TypeParam> no_keys(2, 0, 2, 2);
  ASSERT_TRUE(fused_attention(no_keys.args));
  for (TypeParam x : no_keys.out) EXPECT_EQ(x, 0);
}

}  // namespace
}  // namespace attn::kernels
