// What a softmax row with no permitted entry becomes.
#ifndef CORE_KERNELS_MASKED_ROW_H_
#define CORE_KERNELS_MASKED_ROW_H_

namespace attn::kernels {

enum class MaskedRow {
  kZero,     // all weights 0: the page's choice and ONNX Attention's
  kNan,      // 0 / 0, what a plain softmax gives
  kUniform,  // 1/n for each of the row's n entries, masked or not
};

}  // namespace attn::kernels

#endif  // CORE_KERNELS_MASKED_ROW_H_
