// x / |x| along the last axis.
#ifndef CORE_ATTENTION_UNIT_LENGTH_H_
#define CORE_ATTENTION_UNIT_LENGTH_H_

#include "core/attention/frame_text.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn {

// |x| = sqrt(mean x^2) sqrt(d): an RMS norm whose gain is 1 / sqrt(d). A vector of zeros stays one.
inline Value unit_length(Value x, StepText text) {
  const Dim last = x.shape().dims().back();
  const float gain = 1.0F / kernels::square_root(static_cast<float>(last.size));
  const Value gains = x.graph().leaf({last}, std::vector<float>(static_cast<size_t>(last.size), gain), Origin::kFixed,
                                     leaf_text(text.id + "_gain", "g", Role::kNone));
  constexpr double kTiny = 1e-12;  // against division by 0 alone: far below any length
  return rms_norm(x, gains, kTiny).step(std::move(text));
}

}  // namespace attn

#endif  // CORE_ATTENTION_UNIT_LENGTH_H_
