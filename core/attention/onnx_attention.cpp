#include "core/attention/onnx_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/kernels/elementwise.h"
#include "core/kernels/fused_attention.h"
#include "core/kernels/gemm.h"
#include "core/kernels/math.h"
#include "core/kernels/softmax.h"
#include "core/kernels/threads.h"
#include "core/tensor/number_text.h"

namespace attn::onnx {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// The call with every shape resolved.
struct Plan {
  HeadView q, k, v;       // as given
  HeadView keys, values;  // past and new together
  HeadView y;
  int64_t past = 0;
};

Status check_past(const AttentionCall& call, const HeadView& k, const HeadView& v, int64_t* past) {
  if (call.past_key.given() != call.past_value.given())
    return invalid_input(call.past_key.given() ? "pastValue" : "pastKey", "none",
                         "both pastKey and pastValue, or neither");
  if (!call.past_key.given()) return {};
  const Sizes& sizes = call.past_key.sizes;
  if (sizes.size() != 4) return bad_shape("pastKey", sizes, "[batch, head, row, width]");
  *past = sizes[2];
  if (Status status = check_sizes("pastKey", sizes, {k.batch, k.heads, *past, k.width}); !status.ok()) return status;
  return check_sizes("pastValue", call.past_value.sizes, {v.batch, v.heads, *past, v.width});
}

Status check_mask(const Input& mask, const Sizes& scores) {
  if (!mask.given()) return {};
  const std::string takes = "sizes that broadcast to " + text(scores);
  if (mask.rank() > 4) return bad_shape("mask", mask.sizes, takes);
  const size_t missing = scores.size() - mask.sizes.size();
  for (size_t i = 0; i < mask.sizes.size(); ++i) {
    const int64_t size = mask.sizes[i], full = scores[missing + i];
    const bool last = i + 1 == mask.sizes.size();
    if (last ? size > full : size != 1 && size != full) return bad_shape("mask", mask.sizes, takes);
  }
  Sizes filled = mask.sizes;
  filled.back() = scores.back();
  return check_size("mask", filled);
}

Status check_real_keys(const AttentionCall& call, int64_t batch, int64_t keys) {
  if (call.real_keys.empty()) return {};
  if (static_cast<int64_t>(call.real_keys.size()) != batch)
    return invalid_input("nonpadKvSeqlen", std::to_string(call.real_keys.size()) + " numbers",
                         "one for each of " + std::to_string(batch) + " in the batch");
  for (const int64_t real : call.real_keys)
    if (real < 0 || real > keys)
      return invalid_input("nonpadKvSeqlen", std::to_string(real), "0 to " + std::to_string(keys) + " keys");
  return {};
}

Status check_numbers(const AttentionCall& call) {
  if (call.scale && !(std::isfinite(*call.scale) && *call.scale >= 0.0F))
    return invalid_input("scale", number_text(*call.scale), "a number of at least 0");
  if (!(std::isfinite(call.softcap) && call.softcap >= 0.0F))
    return invalid_input("softcap", number_text(call.softcap), "a number of at least 0; 0 means none");
  return {};
}

Status make_plan(const AttentionCall& call, Plan* plan, AttentionShapes* shapes) {
  Plan& p = *plan;
  const bool packed = call.q.rank() == 3;
  if (packed && call.q_heads <= 0) return invalid_input("qHeads", "none", "a number, which q of three axes needs");
  if (packed && call.kv_heads <= 0) return invalid_input("kvHeads", "none", "a number, which k of three axes needs");
  if (Status s = view_heads("q", call.q, call.q_heads, &p.q); !s.ok()) return s;
  if (call.k.rank() != call.q.rank()) return bad_shape("k", call.k.sizes, "as many axes as q");
  if (call.v.rank() != call.q.rank()) return bad_shape("v", call.v.sizes, "as many axes as q");
  if (Status s = view_heads("k", call.k, call.kv_heads, &p.k); !s.ok()) return s;
  if (Status s = view_heads("v", call.v, call.kv_heads, &p.v); !s.ok()) return s;

  if (p.k.batch != p.q.batch) return bad_shape("k", call.k.sizes, "a batch of " + std::to_string(p.q.batch));
  if (p.k.width != p.q.width) return bad_shape("k", call.k.sizes, "the head width of q: " + std::to_string(p.q.width));
  if (p.q.width == 0) return bad_shape("q", call.q.sizes, "a head width of at least 1");
  if (p.v.batch != p.q.batch) return bad_shape("v", call.v.sizes, "a batch of " + std::to_string(p.q.batch));
  if (p.v.heads != p.k.heads) return bad_shape("v", call.v.sizes, "the heads of k: " + std::to_string(p.k.heads));
  if (p.v.rows != p.k.rows) return bad_shape("v", call.v.sizes, "the keys of k: " + std::to_string(p.k.rows));
  if (p.k.heads == 0 || p.q.heads % p.k.heads != 0)
    return bad_shape("q", call.q.sizes, "a multiple of k's " + std::to_string(p.k.heads) + " heads");

  if (Status s = check_past(call, p.k, p.v, &p.past); !s.ok()) return s;
  const int64_t keys = p.past + p.k.rows;
  p.keys = p.past > 0 ? dense_heads(p.k.batch, p.k.heads, keys, p.k.width) : p.k;
  p.values = p.past > 0 ? dense_heads(p.v.batch, p.v.heads, keys, p.v.width) : p.v;
  p.y = packed ? packed_heads(p.q.batch, p.q.heads, p.q.rows, p.v.width)
               : dense_heads(p.q.batch, p.q.heads, p.q.rows, p.v.width);

  AttentionShapes& made = *shapes;
  made.y =
      packed ? Sizes{p.q.batch, p.q.rows, p.q.heads * p.v.width} : Sizes{p.q.batch, p.q.heads, p.q.rows, p.v.width};
  made.present_key = {p.k.batch, p.k.heads, keys, p.k.width};
  made.present_value = {p.v.batch, p.v.heads, keys, p.v.width};
  made.scores = {p.q.batch, p.q.heads, p.q.rows, keys};
  if (Status s = check_size("y", made.y); !s.ok()) return s;
  if (Status s = check_size("presentKey", made.present_key); !s.ok()) return s;
  if (Status s = check_size("presentValue", made.present_value); !s.ok()) return s;
  if (call.scores != Scores::kNone)
    if (Status s = check_size("qkMatmul", made.scores); !s.ok()) return s;
  if (Status s = check_mask(call.mask, made.scores); !s.ok()) return s;
  if (Status s = check_real_keys(call, p.q.batch, keys); !s.ok()) return s;
  return check_numbers(call);
}

// [batch, head, row, width]: the cache, then the new rows.
void append(const Input& past, const Input& fresh, const HeadView& from, int64_t past_rows, float* to) {
  const size_t row_bytes = static_cast<size_t>(from.width) * sizeof(float);
  for (int64_t b = 0; b < from.batch; ++b)
    for (int64_t h = 0; h < from.heads; ++h) {
      const int64_t cached = past_rows * from.width;
      if (cached > 0) std::copy_n(past.data + (b * from.heads + h) * cached, cached, to);
      to += cached;
      for (int64_t r = 0; r < from.rows && row_bytes > 0; ++r, to += from.width)
        std::memcpy(to, fresh.data + from.offset(b, h) + r * from.row_stride, row_bytes);
    }
}

// The mask as numbers added to the scores, its last axis as wide as there are keys.
struct Bias {
  std::vector<float> made;  // only where the mask could not be used as it is
  const float* data = nullptr;
  int64_t batch_stride = 0, head_stride = 0, row_stride = 0;

  const float* at(int64_t b, int64_t h) const { return data ? data + b * batch_stride + h * head_stride : nullptr; }
};

void make_bias(const AttentionCall& call, int64_t keys, Bias* bias) {
  if (!call.mask.given()) return;
  Sizes sizes(4 - call.mask.sizes.size(), 1);
  sizes.insert(sizes.end(), call.mask.sizes.begin(), call.mask.sizes.end());
  const int64_t given = sizes[3];
  bias->data = call.mask.data;
  if (call.mask_is_bool || given < keys) {
    const int64_t rows = sizes[0] * sizes[1] * sizes[2];
    bias->made.assign(static_cast<size_t>(rows * keys), -kInf);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < given; ++j) {
        const float value = call.mask.data[r * given + j];
        // Chosen, not multiplied: 0 * -inf would be NaN.
        bias->made[static_cast<size_t>(r * keys + j)] = !call.mask_is_bool ? value : value != 0.0F ? 0.0F : -kInf;
      }
    bias->data = bias->made.data();
  }
  bias->row_stride = sizes[2] == 1 ? 0 : keys;
  bias->head_stride = sizes[1] == 1 ? 0 : sizes[2] * keys;
  bias->batch_stride = sizes[0] == 1 ? 0 : sizes[1] * sizes[2] * keys;
}

// Key j is visible to query i iff j <= i + offset: queries stand behind what was cached.
int64_t causal_offset(const AttentionCall& call, const Plan& plan, int64_t b) {
  if (call.past_key.given()) return plan.past;
  if (!call.real_keys.empty()) return call.real_keys[static_cast<size_t>(b)] - plan.q.rows;
  return 0;
}

kernels::AttentionArgs<float> head_args(const AttentionCall& call, const Plan& p, const float* keys,
                                        const float* values, const Bias& bias, int64_t b, int64_t h, float* y) {
  const int64_t kv = h / (p.q.heads / p.k.heads);  // neighbours share a key head
  kernels::AttentionArgs<float> a;
  a.queries = p.q.rows;
  a.keys = p.keys.rows;
  a.key_width = p.q.width;
  a.value_width = p.v.width;
  a.q = call.q.data + p.q.offset(b, h);
  a.q_stride = p.q.row_stride;
  a.k = keys + p.keys.offset(b, kv);
  a.k_stride = p.keys.row_stride;
  a.v = values + p.values.offset(b, kv);
  a.v_stride = p.values.row_stride;
  a.out = y + p.y.offset(b, h);
  a.out_stride = p.y.row_stride;
  a.scale = call.scale.value_or(1.0F / kernels::square_root(static_cast<float>(p.q.width)));
  a.softcap = call.softcap;
  a.bias = bias.at(b, h);
  a.bias_stride = bias.row_stride;
  a.causal = call.causal;
  a.causal_offset = call.causal ? causal_offset(call, p, b) : 0;
  a.key_length = call.real_keys.empty() ? -1 : call.real_keys[static_cast<size_t>(b)];
  a.masked_row = call.masked_rows;
  return a;
}

// One row of raw scores becomes what is asked for in `kept` and weights in place.
void weigh_row(const kernels::AttentionArgs<float>& a, int64_t i, Scores keep, float* row, float* kept) {
  const int64_t n = a.keys;
  const auto keep_if = [&](Scores stage) {
    if (keep == stage) std::copy_n(row, n, kept);
  };
  for (int64_t j = 0; j < n; ++j) row[j] *= a.scale;
  keep_if(Scores::kRaw);
  if (a.softcap > 0.0F) {
    for (int64_t j = 0; j < n; ++j) row[j] /= a.softcap;
    kernels::apply(kernels::Unary::kTanh, row, row, n);
    for (int64_t j = 0; j < n; ++j) row[j] *= a.softcap;
  }
  keep_if(Scores::kCapped);
  int64_t visible = 0;
  for (int64_t j = 0; j < n; ++j) {
    const float bias = a.bias ? a.bias[i * a.bias_stride + j] : 0.0F;
    const bool masked =
        bias == -kInf || (a.causal && j > i + a.causal_offset) || (a.key_length >= 0 && j >= a.key_length);
    // Set, not added: inf + -inf would be NaN.
    row[j] = masked ? -kInf : row[j] + bias;
    visible += !masked;
  }
  keep_if(Scores::kMasked);
  const kernels::SoftmaxStats<float> stats = kernels::softmax_row(row, row, n, a.masked_row);
  // Visible scores that are all -inf have no softmax; only a masked row is given one.
  if (visible > 0 && stats.max == -kInf) std::fill_n(row, n, std::numeric_limits<float>::quiet_NaN());
  keep_if(Scores::kWeights);
}

// The recorded order: every score is made, kept and weighed.
void attend_plain(const kernels::AttentionArgs<float>& a, Scores keep, float* work, float* kept) {
  kernels::GemmArgs<float> score;  // [L, S] = q [L, D] . k^T [D, S]
  score.m = a.queries;
  score.n = a.keys;
  score.k = a.key_width;
  score.a = a.q;
  score.lda = a.q_stride;
  score.b = a.k;
  score.ldb = a.k_stride;
  score.b_transposed = true;
  score.c = work;
  score.ldc = a.keys;
  kernels::gemm_parallel(score);

  // 8: a score costs about that many operations on its way to a weight.
  kernels::parallel_rows(a.queries, a.keys * 8, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) weigh_row(a, i, keep, work + i * a.keys, kept + i * a.keys);
  });

  kernels::GemmArgs<float> combine;  // [L, Dv] = weights [L, S] . v [S, Dv]
  combine.m = a.queries;
  combine.n = a.value_width;
  combine.k = a.keys;
  combine.a = work;
  combine.lda = a.keys;
  combine.b = a.v;
  combine.ldb = a.v_stride;
  combine.c = a.out;
  combine.ldc = a.out_stride;
  kernels::gemm_parallel(combine);
}

}  // namespace

Status attention_shapes(const AttentionCall& call, AttentionShapes* shapes) {
  Plan plan;
  return make_plan(call, &plan, shapes);
}

bool attention(const AttentionCall& call, float* y, float* present_key, float* present_value, float* scores) {
  Plan plan;
  AttentionShapes shapes;
  if (!make_plan(call, &plan, &shapes).ok()) return false;  // refused by attention_shapes before

  if (present_key) append(call.past_key, call.k, plan.k, plan.past, present_key);
  if (present_value) append(call.past_value, call.v, plan.v, plan.past, present_value);
  const float* keys = plan.past > 0 ? present_key : call.k.data;
  const float* values = plan.past > 0 ? present_value : call.v.data;
  Bias bias;
  make_bias(call, plan.keys.rows, &bias);

  std::vector<kernels::AttentionArgs<float>> heads;
  heads.reserve(static_cast<size_t>(plan.q.batch * plan.q.heads));
  for (int64_t b = 0; b < plan.q.batch; ++b)
    for (int64_t h = 0; h < plan.q.heads; ++h) heads.push_back(head_args(call, plan, keys, values, bias, b, h, y));
  if (!scores) {
    return kernels::fused_attention_parallel(heads.data(), static_cast<int64_t>(heads.size()));
  }
  const int64_t cells = plan.q.rows * plan.keys.rows;
  std::vector<float> work(static_cast<size_t>(cells));
  for (size_t i = 0; i < heads.size(); ++i)
    attend_plain(heads[i], call.scores, work.data(), scores + static_cast<int64_t>(i) * cells);
  return true;
}

}  // namespace attn::onnx
