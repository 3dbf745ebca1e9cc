// Batches of examples that are equally long, drawn from a set without ever leaving one out.
//
// The examples of one length form an endless stream: shuffled, then all again shuffled anew, and so on. Batch k of that
// length is cut from places [k * size, (k + 1) * size) of the stream. An epoch e plans the batches that end in it: of
// a length with c examples those from floor(e * c / size) to floor((e + 1) * c / size), and shuffles the plan. So every
// batch is full, and every example is asked equally often, however rare its length is.
#ifndef CORE_TRAINING_LENGTH_BATCHES_H_
#define CORE_TRAINING_LENGTH_BATCHES_H_

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace attn {

// Remembers the current epoch: asked in order it is fast, in any order it answers the same. Not for several threads.
class LengthBatches {
 public:
  LengthBatches() = default;
  // Of each example its length, or whatever else examples of a batch must have in common.
  explicit LengthBatches(std::span<const int32_t> lengths);

  int64_t examples() const { return examples_; }
  // The examples of step 1, 2, ...: `size` of them, empty for a set without examples.
  std::vector<int64_t> batch(uint64_t seed, int64_t step, int64_t size) const;

 private:
  struct Group {
    std::vector<int64_t> examples;
    // The latest order that was asked for.
    mutable int64_t epoch = -1;
    mutable std::vector<int64_t> order;
  };
  struct Cut {
    size_t group = 0;
    int64_t k = 0;
  };
  int64_t batches_before(int64_t epoch, int64_t size) const;
  int64_t example_at(size_t group, int64_t place, uint64_t seed) const;
  void plan(uint64_t seed, int64_t epoch, int64_t size) const;

  std::vector<Group> groups_;
  int64_t examples_ = 0;
  // What is remembered, and of what.
  mutable std::vector<Cut> plan_;
  mutable uint64_t seed_ = 0;
  mutable int64_t epoch_ = -1, size_ = 0;
};

// Examples [begin, end) in batches of at most `size` that are equally long, for measuring: within a length as they
// come.
std::vector<std::vector<int64_t>> grouped_by_length(std::span<const int32_t> lengths, int64_t begin, int64_t end,
                                                    int64_t size);

}  // namespace attn

#endif  // CORE_TRAINING_LENGTH_BATCHES_H_
