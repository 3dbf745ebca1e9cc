// How evenly codes are used: counted over a window of a run's latest batches.
#ifndef CORE_RUNS_CODE_USE_H_
#define CORE_RUNS_CODE_USE_H_

#include <cstdint>
#include <deque>
#include <vector>

namespace attn {

// exp(H) of the shares that the counts are: as many codes as would be in use if all were used alike. 0 of nothing.
double perplexity(const std::vector<int64_t>& counts);
// Codes that were not taken once.
int64_t dead_codes(const std::vector<int64_t>& counts);

class CodeWindow {
 public:
  // Batches. Fifty of 32 digits are some 25,000 vectors: enough that a code of a fair share is not dead by chance, and
  // a second or so of a small run, so that what changes is soon seen.
  static constexpr int64_t kBatches = 50;

  // The numbers of a batch's codes.
  void add(std::vector<int64_t> numbers);
  void clear() { batches_.clear(); }

  int64_t batches() const { return static_cast<int64_t>(batches_.size()); }
  // Of each of so many codes: how often it was taken.
  std::vector<int64_t> counts(int64_t codes) const;

 private:
  std::deque<std::vector<int64_t>> batches_;
};

}  // namespace attn

#endif  // CORE_RUNS_CODE_USE_H_
