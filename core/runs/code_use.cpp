#include "core/runs/code_use.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/kernels/math.h"

namespace attn {

double perplexity(const std::vector<int64_t>& counts) {
  const double all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
  if (all == 0) return 0;
  // H = -sum p log p
  double entropy = 0;
  for (const int64_t count : counts) {
    const double share = static_cast<double>(count) / all;
    if (count > 0) entropy -= share * kernels::log(share);
  }
  return kernels::exp(entropy);
}

int64_t dead_codes(const std::vector<int64_t>& counts) { return std::count(counts.begin(), counts.end(), 0); }

void CodeWindow::add(std::vector<int64_t> numbers) {
  batches_.push_back(std::move(numbers));
  if (batches() > kBatches) batches_.pop_front();
}

std::vector<int64_t> CodeWindow::counts(int64_t codes) const {
  std::vector<int64_t> counts(static_cast<size_t>(codes));
  for (const std::vector<int64_t>& batch : batches_) {
    for (const int64_t number : batch) ++counts[static_cast<size_t>(number)];
  }
  return counts;
}

}  // namespace attn
