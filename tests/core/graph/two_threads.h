// Two threads that share even the smallest job, for as long as this lives.
#ifndef TESTS_CORE_GRAPH_TWO_THREADS_H_
#define TESTS_CORE_GRAPH_TWO_THREADS_H_

#include <chrono>

#include "core/kernels/threads.h"

namespace attn::test {

class TwoThreads {
 public:
  TwoThreads() {
    kernels::set_threads(2);
    kernels::set_parallel_threshold(0);
  }
  ~TwoThreads() {
    kernels::set_threads(1);
    kernels::set_parallel_threshold(int64_t{1} << 18);  // the default: the tests after this one stay quick
  }
  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;

  // Runs `work` until both threads were seen at it; a busy machine may not wake the second in time for one run, and a
  // very busy one not for seconds.
  template <class F>
  bool both_seen_in(F work) {
    kernels::reset_workers_seen();
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    do {
      work();
      if (kernels::workers_seen() >= 2) return true;
    } while (std::chrono::steady_clock::now() < until);
    return false;
  }
};

}  // namespace attn::test

#endif  // TESTS_CORE_GRAPH_TWO_THREADS_H_
