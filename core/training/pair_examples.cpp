#include "core/training/pair_examples.h"

#include <algorithm>
#include <utility>

namespace attn {

Batch batch_of_pairs(std::span<const Pair> pairs) {
  size_t longest = 0;
  for (const Pair& pair : pairs) longest = std::max(longest, pair.target.size() + 1);  // the end included
  const auto count = static_cast<int64_t>(pairs.size());
  Batch batch;
  batch.source.shape = {{axis::kBatch, count},
                        {axis::kKey, pairs.empty() ? 0 : static_cast<int64_t>(pairs[0].source.size())}};
  batch.target.shape = {{axis::kBatch, count}, {axis::kQuery, static_cast<int64_t>(longest)}};
  for (const Pair& pair : pairs) {
    batch.source.values.insert(batch.source.values.end(), pair.source.begin(), pair.source.end());
    std::vector<float>& target = batch.target.values;
    target.insert(target.end(), pair.target.begin(), pair.target.end());
    target.push_back(static_cast<float>(kEndPiece));
    target.insert(target.end(), longest - pair.target.size() - 1, kNoTarget);
  }
  return batch;
}

Batch PairExamples::batch(uint64_t seed, int64_t step, int64_t size) const {
  std::vector<int64_t> which = training_.batch(seed, step, size);
  std::vector<Pair> pairs;
  for (const int64_t example : which) pairs.push_back(training_pair(example));
  Batch batch = batch_of_pairs(pairs);
  batch.examples = std::move(which);
  return batch;
}

std::vector<Batch> PairExamples::held_out_batches(int64_t begin, int64_t end, int64_t size) const {
  std::vector<Batch> batches;
  for (std::vector<int64_t>& which : grouped_by_length(held_out_lengths_, begin, end, size)) {
    std::vector<Pair> pairs;
    for (const int64_t example : which) pairs.push_back(held_out_pair(example));
    batches.push_back(batch_of_pairs(pairs));
    batches.back().examples = std::move(which);
  }
  return batches;
}

void PairExamples::set_lengths(std::span<const int32_t> training, std::vector<int32_t> held_out) {
  training_ = LengthBatches(training);
  held_out_lengths_ = std::move(held_out);
}

}  // namespace attn
