// What all tasks of sequences have in common: pairs of ids put side by side in batches of equally long sources.
#ifndef CORE_TRAINING_PAIR_EXAMPLES_H_
#define CORE_TRAINING_PAIR_EXAMPLES_H_

#include <span>
#include <vector>

#include "core/training/length_batches.h"
#include "core/training/task.h"

namespace attn {

// Ids of either side, without start and end.
struct Pair {
  std::vector<float> source;
  std::vector<float> target;
};

// Sources [batch, key], all as long as the first; targets [batch, query], each with its end, then kNoTarget.
Batch batch_of_pairs(std::span<const Pair> pairs);

// A set of pairs. Whoever derives from it says what the pairs are.
class PairExamples : public Examples {
 public:
  Batch batch(uint64_t seed, int64_t step, int64_t size) const override;
  int64_t held_out() const override { return static_cast<int64_t>(held_out_lengths_.size()); }
  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override;

 protected:
  virtual Pair training_pair(int64_t example) const = 0;
  virtual Pair held_out_pair(int64_t example) const = 0;
  // To be called once, with the lengths of all sources.
  void set_lengths(std::span<const int32_t> training, std::vector<int32_t> held_out);

 private:
  LengthBatches training_;
  std::vector<int32_t> held_out_lengths_;
};

}  // namespace attn

#endif  // CORE_TRAINING_PAIR_EXAMPLES_H_
