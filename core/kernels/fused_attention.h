// Attention of one head without an n x n matrix in memory: keys are visited in
// tiles and the softmax is corrected as larger scores appear.
//   Milakov & Gimelshein, "Online normalizer calculation for softmax" (2018)
//   Dao et al., "FlashAttention" (2022)
// Order of operations as in ONNX Attention, opset 24:
//   s = (q . k) * scale;  s = softcap * tanh(s / softcap);  s += bias;
//   causal and length mask;  softmax;  z = p . v
//
// Digits: reproducible bit for bit on every target and thread count, within
// 1e-6 relative of the plain path (gemm, softmax_row, gemm). Key tiles start at
// multiples of a fixed width from key 0, and a tile in which a query may see no
// key leaves that query's state untouched, so a row depends neither on the
// other queries of the call nor on masked keys after its last visible one.
#ifndef CORE_KERNELS_FUSED_ATTENTION_H_
#define CORE_KERNELS_FUSED_ATTENTION_H_

#include <cstdint>

#include "core/kernels/masked_row.h"

namespace attn::kernels {

// Strides count elements between rows; within a row elements are adjacent.
template <class T>
struct AttentionArgs {
  int64_t queries = 0;      // L
  int64_t keys = 0;         // S
  int64_t key_width = 0;    // D
  int64_t value_width = 0;  // Dv

  const T* q = nullptr;  // [L, D]
  int64_t q_stride = 0;
  const T* k = nullptr;  // [S, D]
  int64_t k_stride = 0;
  const T* v = nullptr;  // [S, Dv]
  int64_t v_stride = 0;
  T* out = nullptr;  // [L, Dv], overlaps no input
  int64_t out_stride = 0;

  T scale = T(1);    // usually 1 / sqrt(D)
  T softcap = T(0);  // 0: none

  // At most one of the two is set. Row stride 0 means one row for all queries.
  const uint8_t* mask = nullptr;  // [L, S], nonzero = attend
  int64_t mask_stride = 0;
  const T* bias = nullptr;  // [L, S], added to the scores; -inf = masked
  int64_t bias_stride = 0;

  // Key j is visible to query i iff j <= i + causal_offset. The offset may be
  // negative, which leaves the first rows without keys. When splitting rows,
  // add the first row to the offset.
  bool causal = false;
  int64_t causal_offset = 0;

  // Keys from here on are masked (padding); -1: none are.
  int64_t key_length = -1;

  // A logit that takes part in the normalisation and carries no value. With it
  // a fully masked row is not degenerate: it is zero under every policy.
  const T* sink = nullptr;

  // A row is fully masked when mask, bias, causality and length leave it no
  // key; logits that happen to be -inf do not count. kUniform is the mean of
  // all `keys` rows of v.
  MaskedRow masked_row = MaskedRow::kZero;

  // Optional [L]: log(sum(exp(s))), the sink included; -inf for a fully masked
  // row.
  T* lse = nullptr;
};

// On the calling thread. T is float or double. False when there is no memory
// for the state (some 100 kB at a width of 64); `out` is then unfinished.
template <class T>
bool fused_attention(const AttentionArgs<T>& args);

// `count` heads (any mix of shapes), split over threads by head and by rows.
template <class T>
bool fused_attention_parallel(const AttentionArgs<T>* heads, int64_t count);

extern template bool fused_attention<float>(const AttentionArgs<float>&);
extern template bool fused_attention<double>(const AttentionArgs<double>&);
extern template bool fused_attention_parallel<float>(const AttentionArgs<float>*, int64_t);
extern template bool fused_attention_parallel<double>(const AttentionArgs<double>*, int64_t);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_FUSED_ATTENTION_H_
