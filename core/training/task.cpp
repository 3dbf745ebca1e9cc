#include "core/training/task.h"

#include <algorithm>

namespace attn {
namespace {

// Ids as numbers, for tasks that have no words.
std::string numbers(std::span<const float> ids) {
  std::string text;
  for (const float id : ids) {
    if (!text.empty()) text += ' ';
    text += std::to_string(static_cast<int64_t>(id));
  }
  return text;
}

}  // namespace

Tensor shifted(const Tensor& target) {
  Tensor inputs = target;
  const int64_t n = target.shape.columns();
  for (int64_t row = 0; row < target.shape.rows(); ++row) {
    float* at = inputs.values.data() + row * n;
    std::copy_backward(at, at + n - 1, at + n);
    at[0] = static_cast<float>(kStartPiece);
    // Behind the end it does not matter what is read.
    std::replace(at, at + n, kNoTarget, static_cast<float>(kEndPiece));
  }
  return inputs;
}

std::string Examples::source_text(std::span<const float> ids) const { return numbers(ids); }
std::string Examples::target_text(std::span<const float> ids) const { return numbers(ids); }

std::vector<float> Examples::source_ids(std::string_view text, Status* status) const {
  *status = invalid_input("text", '"' + std::string(text) + '"', "nothing: this task reads no typed text");
  return {};
}

std::vector<TextRange> Examples::source_places(std::string_view) const { return {}; }

std::vector<std::vector<float>> Examples::references(int64_t example) const {
  const std::vector<Batch> batches = held_out_batches(example, example + 1, 1);
  if (batches.empty()) return {};
  const Tensor& target = batches[0].target;
  std::vector<float> ids;
  for (const float id : target.values) {
    if (id != kNoTarget) ids.push_back(id);
  }
  // Only sequences end; a class or a number is all there is.
  const bool sequence = target.shape.find(axis::kQuery) >= 0;
  if (sequence && !ids.empty() && ids.back() == static_cast<float>(kEndPiece)) ids.pop_back();
  return {ids};
}

}  // namespace attn
