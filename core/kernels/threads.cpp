#include "core/kernels/threads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

// ATTN_ONE_THREAD: in WebAssembly threads need an isolated page, and one flavour does without.
#if !defined(ATTN_ONE_THREAD)
#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace attn::kernels {

#if !defined(ATTN_ONE_THREAD)

namespace {

// Nobody has more use for it here: rows are few and memory is shared.
constexpr int kMaxThreads = 16;

// Waking a thread costs some 10 us, in which one core does this many
// multiply-adds.
constexpr int64_t kDefaultThreshold = 1 << 18;

// Ranges per thread: enough that a late or slow thread does not hold up the
// others, few enough that a GEMM still packs B for many rows.
constexpr int64_t kRangesPerThread = 4;

// A worker looks for the next job this often before it goes to sleep: about
// 20 us, the time between two ops of a graph.
constexpr int kSpins = 2000;

// With a threshold of 0 the caller waits so long for a worker to take part.
constexpr auto kForcedWait = std::chrono::milliseconds(2);

struct Job {
  RowRange fn;
  int64_t rows;
  int64_t range;  // rows per range
  int64_t ranges;
  std::atomic<int64_t> next{0};  // first range not yet taken
};

// One pool for the process. It is never destroyed: its threads may still be
// asleep in it when the process ends.
class Pool {
 public:
  int set_threads(int count) {
    std::lock_guard<std::mutex> running(run_mutex_);
    std::lock_guard<std::mutex> lock(mutex_);
    count = std::clamp(count, 1, kMaxThreads);
    while (started_ < count && start(started_)) ++started_;
    // Threads beyond the wanted number stay asleep.
    wanted_ = std::min(count, started_);
    return wanted_;
  }

  int threads() {
    std::lock_guard<std::mutex> lock(mutex_);
    return wanted_;
  }

  void set_threshold(int64_t work) { threshold_ = work; }

  int workers_seen() {
    int count = 0;
    for (const auto& seen : seen_) count += seen.load() ? 1 : 0;
    return count;
  }

  void reset_workers_seen() {
    for (auto& seen : seen_) seen = false;
  }

  void run(int64_t rows, int64_t work_per_row, RowRange fn, int64_t granule) {
    const int64_t threshold = threshold_.load(std::memory_order_relaxed);
    const int64_t granules = (rows + granule - 1) / granule;
    // Divided, not multiplied: the product might overflow.
    const bool small = rows < 2 || granules < 2 ||
                       (threshold > 0 && rows < (threshold + work_per_row - 1) / std::max<int64_t>(work_per_row, 1));
    if (small || inside_ || !run_mutex_.try_lock()) {
      seen_[0] = true;
      fn(0, rows);
      return;
    }
    share(rows, fn, granule, granules, threshold == 0);
    run_mutex_.unlock();
  }

 private:
  void share(int64_t rows, RowRange fn, int64_t granule, int64_t granules, bool forced) {
    const int count = wanted_;  // changes only under run_mutex_
    if (count < 2) {
      seen_[0] = true;
      fn(0, rows);
      return;
    }
    const int64_t ranges = std::min(granules, static_cast<int64_t>(count) * kRangesPerThread);
    const int64_t range = (granules + ranges - 1) / ranges * granule;
    Job job{fn, rows, range, (rows + range - 1) / range};
    {
      std::lock_guard<std::mutex> lock(mutex_);
      job_ = &job;
      generation_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    inside_ = true;
    take_ranges(job, 0, forced);
    inside_ = false;
    // No worker can join any more; wait for those that did.
    std::unique_lock<std::mutex> lock(mutex_);
    job_ = nullptr;
    done_.wait(lock, [this] { return busy_ == 0; });
  }

  void take_ranges(Job& job, int slot, bool wait_for_others = false) {
    for (;;) {
      const int64_t range = job.next.fetch_add(1, std::memory_order_relaxed);
      if (range >= job.ranges) return;
      if (wait_for_others) wait_for_a_worker(job, range + 1);
      wait_for_others = false;
      seen_[slot].store(true, std::memory_order_relaxed);
      const int64_t begin = range * job.range;
      job.fn(begin, std::min(begin + job.range, job.rows));
    }
  }

  // Until someone takes the range after the caller's first, so that tests see
  // several threads even on jobs that one would have finished before the others
  // wake. Bounded: workers may not have started.
  static void wait_for_a_worker(const Job& job, int64_t next) {
    const auto until = std::chrono::steady_clock::now() + kForcedWait;
    while (job.next.load(std::memory_order_relaxed) == next && std::chrono::steady_clock::now() < until) {
      std::this_thread::yield();
    }
  }

  // pthread_create and not std::thread, which without exceptions ends the
  // program when no thread is to be had; here that is an answer like any other.
  static bool start(int slot) {
    pthread_t thread;
    // A number in the shape of a pointer: what pthread_create passes on.
    void* const argument = reinterpret_cast<void*>(static_cast<intptr_t>(slot));  // NOLINT(performance-no-int-to-ptr)
    if (pthread_create(&thread, nullptr, &Pool::enter, argument) != 0) {
      return false;
    }
    pthread_detach(thread);
    return true;
  }

  static void* enter(void* slot);

  // What a worker does for ever.
  void work(int slot) {
    inside_ = true;
    uint64_t done_generation = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      if (slot < wanted_ && job_ != nullptr && generation_.load(std::memory_order_relaxed) != done_generation) {
        done_generation = generation_.load(std::memory_order_relaxed);
        Job& job = *job_;
        ++busy_;
        lock.unlock();
        take_ranges(job, slot);
        lock.lock();
        if (--busy_ == 0) done_.notify_all();
        continue;
      }
      const uint64_t seen = generation_.load(std::memory_order_relaxed);
      lock.unlock();
      for (int i = 0; i < kSpins; ++i) {
        if (generation_.load(std::memory_order_acquire) != seen) break;
      }
      lock.lock();
      if (generation_.load(std::memory_order_relaxed) == seen) {
        wake_.wait(lock);
      }
    }
  }

  std::mutex run_mutex_;  // held while a job runs
  std::mutex mutex_;      // guards all below but the atomics
  std::condition_variable wake_;
  std::condition_variable done_;
  Job* job_ = nullptr;
  int busy_ = 0;     // workers inside the job
  int wanted_ = 1;   // threads that may take part, the calling one included
  int started_ = 1;  // threads there are
  std::atomic<uint64_t> generation_{0};
  std::atomic<int64_t> threshold_{kDefaultThreshold};
  std::atomic<bool> seen_[kMaxThreads] = {};
  // On a thread that is running ranges, so that a nested call does not wait for
  // itself.
  static thread_local bool inside_;
};

thread_local bool Pool::inside_ = false;

Pool& pool() {
  static Pool* const instance = new Pool;
  return *instance;
}

void* Pool::enter(void* slot) {
  pool().work(static_cast<int>(reinterpret_cast<intptr_t>(slot)));
  return nullptr;
}

}  // namespace

void parallel_rows(int64_t rows, int64_t work_per_row, RowRange fn, int64_t granule) {
  if (rows <= 0) return;
  pool().run(rows, work_per_row, fn, granule);
}

int set_threads(int count) { return pool().set_threads(count); }
int threads() { return pool().threads(); }
int max_threads() { return kMaxThreads; }
void set_parallel_threshold(int64_t work) { pool().set_threshold(work); }
int workers_seen() { return pool().workers_seen(); }
void reset_workers_seen() { pool().reset_workers_seen(); }

#else

namespace {
bool caller_seen = false;
}

void parallel_rows(int64_t rows, int64_t, RowRange fn, int64_t) {
  if (rows <= 0) return;
  caller_seen = true;
  fn(0, rows);
}

int set_threads(int) { return 1; }
int threads() { return 1; }
int max_threads() { return 1; }
void set_parallel_threshold(int64_t) {}
int workers_seen() { return caller_seen ? 1 : 0; }
void reset_workers_seen() { caller_seen = false; }

#endif

}  // namespace attn::kernels
