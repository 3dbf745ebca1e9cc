#include "core/training/length_batches.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/training/draws.h"

namespace attn {
namespace {

// Fisher and Yates: every order is equally likely.
template <class T>
void shuffle(std::vector<T>* items, Draws draws) {
  for (size_t i = items->size(); i > 1; --i) {
    std::swap((*items)[i - 1], (*items)[static_cast<size_t>(draws.below(static_cast<int64_t>(i)))]);
  }
}

}  // namespace

LengthBatches::LengthBatches(std::span<const int32_t> lengths) : examples_(static_cast<int64_t>(lengths.size())) {
  std::map<int32_t, std::vector<int64_t>> by_length;
  for (size_t i = 0; i < lengths.size(); ++i) by_length[lengths[i]].push_back(static_cast<int64_t>(i));
  for (auto& [length, examples] : by_length) groups_.push_back({std::move(examples), -1, {}});
}

int64_t LengthBatches::batches_before(int64_t epoch, int64_t size) const {
  int64_t sum = 0;
  for (const Group& group : groups_) sum += epoch * static_cast<int64_t>(group.examples.size()) / size;
  return sum;
}

int64_t LengthBatches::example_at(size_t g, int64_t place, uint64_t seed) const {
  const Group& group = groups_[g];
  const auto count = static_cast<int64_t>(group.examples.size());
  if (const int64_t epoch = place / count; epoch != group.epoch) {
    group.epoch = epoch, group.order = group.examples;
    shuffle(&group.order, Draws(seed, stream_of("order") + g, static_cast<uint64_t>(epoch)));
  }
  return group.order[static_cast<size_t>(place % count)];
}

void LengthBatches::plan(uint64_t seed, int64_t epoch, int64_t size) const {
  if (seed != seed_) {
    for (const Group& group : groups_) group.epoch = -1;
  }
  seed_ = seed, epoch_ = epoch, size_ = size;
  plan_.clear();
  for (size_t g = 0; g < groups_.size(); ++g) {
    const auto count = static_cast<int64_t>(groups_[g].examples.size());
    for (int64_t k = epoch * count / size; k < (epoch + 1) * count / size; ++k) plan_.push_back({g, k});
  }
  // Batches of one length stay in the order of their stream, so that its orders are shuffled once each.
  std::vector<size_t> whose(plan_.size());
  for (size_t i = 0; i < plan_.size(); ++i) whose[i] = plan_[i].group;
  shuffle(&whose, Draws(seed, stream_of("plan"), static_cast<uint64_t>(epoch)));
  std::vector<int64_t> next(groups_.size());
  for (size_t g = 0; g < groups_.size(); ++g) {
    next[g] = epoch * static_cast<int64_t>(groups_[g].examples.size()) / size;
  }
  for (size_t i = 0; i < plan_.size(); ++i) plan_[i] = {whose[i], next[whose[i]]++};
}

std::vector<int64_t> LengthBatches::batch(uint64_t seed, int64_t step, int64_t size) const {
  std::vector<int64_t> examples;
  if (examples_ == 0 || size <= 0) return examples;
  const int64_t at = std::max<int64_t>(step, 1) - 1;
  int64_t epoch = epoch_;
  const auto within = [&](int64_t e) { return batches_before(e, size) <= at && at < batches_before(e + 1, size); };
  if (seed != seed_ || size != size_ || epoch < 0 || !within(epoch)) {
    // The last epoch that begins no later: batches before an epoch grow with it, at least one every `size` epochs.
    int64_t low = 0, high = (at + 1) * size;
    while (low < high) {
      const int64_t middle = low + (high - low + 1) / 2;
      if (batches_before(middle, size) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    epoch = low;
    plan(seed, epoch, size);
  }
  const Cut cut = plan_[static_cast<size_t>(at - batches_before(epoch, size))];
  for (int64_t i = 0; i < size; ++i) examples.push_back(example_at(cut.group, cut.k * size + i, seed));
  return examples;
}

std::vector<std::vector<int64_t>> grouped_by_length(std::span<const int32_t> lengths, int64_t begin, int64_t end,
                                                    int64_t size) {
  std::map<int32_t, std::vector<int64_t>> by_length;
  end = std::min(end, static_cast<int64_t>(lengths.size()));
  for (int64_t i = std::max<int64_t>(begin, 0); i < end; ++i) by_length[lengths[static_cast<size_t>(i)]].push_back(i);
  std::vector<std::vector<int64_t>> batches;
  for (const auto& [length, examples] : by_length) {
    for (size_t at = 0; at < examples.size(); ++at) {
      if (at % static_cast<size_t>(std::max<int64_t>(size, 1)) == 0) batches.emplace_back();
      batches.back().push_back(examples[at]);
    }
  }
  return batches;
}

}  // namespace attn
