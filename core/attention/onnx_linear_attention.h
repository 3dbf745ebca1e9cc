// Attention whose memory is one matrix per head: ONNX LinearAttention, opset 27.
//   Katharopoulos et al., "Transformers are RNNs" (2020): the linear rule
//   Yang et al., "Gated Linear Attention Transformers" (2024): gated
//   Schlag et al., "Linear Transformers Are Secretly Fast Weight Programmers" (2021): delta
//   Yang et al., "Gated Delta Networks" (2025): gated_delta
//
// Per token: state *= exp(decay) (gated); value = beta * (value - state^T key) (delta); state += key value^T;
// y = scale * state^T query.
#ifndef CORE_ATTENTION_ONNX_LINEAR_ATTENTION_H_
#define CORE_ATTENTION_ONNX_LINEAR_ATTENTION_H_

#include "core/attention/onnx_shapes.h"

namespace attn::onnx {

enum class Rule { kLinear, kGated, kDelta, kGatedDelta };

struct LinearCall {
  Input q;           // [batch, T, q_heads * D]
  Input k;           // [batch, T, kv_heads * D]
  Input v;           // [batch, T, kv_heads * Dv]
  Input past_state;  // [batch, kv_heads, D, Dv]; omitted: zeros
  Input decay;       // gated rules: [batch, T, kv_heads] or [batch, T, kv_heads * D], logarithms
  Input beta;        // delta rules: [batch, T, kv_heads] or [batch, T, 1]
  Input erase_gate;  // delta rules, optional: [batch, T, kv_heads * D], multiplies the key that reads
  int64_t q_heads = 0;
  int64_t kv_heads = 0;
  Rule rule = Rule::kGatedDelta;
  float scale = 0.0F;  // 0: 1 / sqrt(D)
};

struct LinearShapes {
  Sizes y;      // [batch, T, q_heads * Dv]
  Sizes state;  // [batch, kv_heads, D, Dv]
};

// Checks the call and says what it makes.
Status linear_attention_shapes(const LinearCall& call, LinearShapes* shapes);

// Runs a call that linear_attention_shapes accepted. `state` becomes the state after the last token.
void linear_attention(const LinearCall& call, float* y, float* state);

}  // namespace attn::onnx

#endif  // CORE_ATTENTION_ONNX_LINEAR_ATTENTION_H_
