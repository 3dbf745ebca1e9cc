// Rotary position embedding as an operator: ONNX RotaryEmbedding, opset 23.
//   https://onnx.ai/onnx/operators/onnx__RotaryEmbedding.html
//   Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding" (2021)
#ifndef CORE_ATTENTION_ONNX_ROTARY_EMBEDDING_H_
#define CORE_ATTENTION_ONNX_ROTARY_EMBEDDING_H_

#include <vector>

#include "core/attention/onnx_shapes.h"

namespace attn::onnx {

struct RotaryCall {
  Input x;                            // [batch, head, L, D] or [batch, L, head * D]
  Input cos;                          // [positions, r / 2] with position ids, else [batch, L, r / 2]
  Input sin;                          // as cos
  std::vector<int64_t> position_ids;  // [batch, L]
  Sizes position_sizes;               // empty: none given
  bool interleaved = false;           // pairs are neighbours; else halves: channel c with c + r / 2
  int64_t heads = 0;                  // needed for three axes
  int64_t rotary_width = 0;           // r: the first channels rotate, the rest pass; 0: all
};

// Checks the call. The output has the shape of x.
Status check_rotary_embedding(const RotaryCall& call);

// Runs a call that was checked.
void rotary_embedding(const RotaryCall& call, float* y);

}  // namespace attn::onnx

#endif  // CORE_ATTENTION_ONNX_ROTARY_EMBEDDING_H_
