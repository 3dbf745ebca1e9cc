#include "core/tasks/digits/digit_examples.h"

namespace attn::digits {

Batch DigitExamples::batch(uint64_t seed, int64_t step, int64_t size) const {
  Batch batch;
  batch.examples = training_.batch(seed, step, size);
  for (const int64_t i : batch.examples) add(set_.training_digit(i), &batch);
  return batch;
}

std::vector<Batch> DigitExamples::held_out_batches(int64_t begin, int64_t end, int64_t size) const {
  std::vector<Batch> batches;
  const std::vector<int32_t> alike(static_cast<size_t>(held_out()));
  for (std::vector<int64_t>& which : grouped_by_length(alike, begin, end, size)) {
    Batch& batch = batches.emplace_back();
    batch.examples = std::move(which);
    for (const int64_t i : batch.examples) add(set_.held_out_digit(i), &batch);
  }
  return batches;
}

}  // namespace attn::digits
