// Attention as an operator: ONNX Attention, opset 24 (with the errata of release 1.23).
//   https://onnx.ai/onnx/operators/onnx__Attention.html
//
// Order: scores = (q . k) * scale; softcap; bias; softmax; weights . v. A bias is a mask, causality and the number of
// real keys together. What is masked weighs exactly 0, whatever its score: a key is masked because its bias is -inf,
// never because its score is. (The standard multiplies q and k by sqrt(scale) first; here the product is scaled, as in
// a recorded run. The results differ by rounding only.)
#ifndef CORE_ATTENTION_ONNX_ATTENTION_H_
#define CORE_ATTENTION_ONNX_ATTENTION_H_

#include <optional>
#include <vector>

#include "core/attention/onnx_shapes.h"
#include "core/kernels/masked_row.h"

namespace attn::onnx {

// Which scores to return beside the output.
enum class Scores { kNone = -1, kRaw = 0, kCapped = 1, kMasked = 2, kWeights = 3 };

struct AttentionCall {
  Input q;  // [batch, q_heads, L, D] or [batch, L, q_heads * D]
  Input k;  // [batch, kv_heads, T, D] or [batch, T, kv_heads * D]
  Input v;  // [batch, kv_heads, T, Dv] or [batch, T, kv_heads * Dv]
  // Broadcasts to [batch, q_heads, L, S], where S is past and new keys together; a last axis shorter than S leaves the
  // remaining keys masked.
  Input mask;
  bool mask_is_bool = false;       // 0 = masked, anything else = attend; else added to the scores
  Input past_key;                  // [batch, kv_heads, P, D], with past_value
  Input past_value;                // [batch, kv_heads, P, Dv]
  std::vector<int64_t> real_keys;  // nonpad_kv_seqlen: per batch, or empty

  bool causal = false;
  int64_t q_heads = 0;  // 0: as the shape says
  int64_t kv_heads = 0;
  std::optional<float> scale;  // 1 / sqrt(D)
  float softcap = 0.0F;        // 0: none
  Scores scores = Scores::kNone;
  kernels::MaskedRow masked_rows = kernels::MaskedRow::kZero;
};

struct AttentionShapes {
  Sizes y;              // as q, with the width of v
  Sizes present_key;    // [batch, kv_heads, S, D]
  Sizes present_value;  // [batch, kv_heads, S, Dv]
  Sizes scores;         // [batch, q_heads, L, S]
};

// Checks the call and says what it makes.
Status attention_shapes(const AttentionCall& call, AttentionShapes* shapes);

// Runs a call that attention_shapes accepted. `present_key` and `present_value` may be null when there is no past;
// `scores` may be null when the call asks for none: then no L x S matrix exists at any time. False when there was no
// memory to work in; the results are then unfinished.
bool attention(const AttentionCall& call, float* y, float* present_key, float* present_value, float* scores);

}  // namespace attn::onnx

#endif  // CORE_ATTENTION_ONNX_ATTENTION_H_
