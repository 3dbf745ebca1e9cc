// Rows shared out over a small pool of threads.
//
// Threads split rows and never sums, and a row's digits never depend on its
// neighbours, so who computes what cannot be seen in the result.
//
// The calling thread takes part. Without threads (a WASM build without
// pthreads, one thread set, work under the threshold, a call from inside a
// parallel region, or workers that did not start) everything runs on it.
#ifndef CORE_KERNELS_THREADS_H_
#define CORE_KERNELS_THREADS_H_

#include <cstdint>
#include <memory>
#include <type_traits>

namespace attn::kernels {

// A borrowed callable `void(int64_t begin, int64_t end)`; it must outlive the
// call it is passed to. (std::function would allocate.)
class RowRange {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, RowRange>)
  RowRange(F&& f)  // NOLINT: implicit on purpose, so that lambdas can be passed
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, int64_t begin, int64_t end) {
          (*static_cast<std::remove_reference_t<F>*>(object))(begin, end);
        }) {}

  void operator()(int64_t begin, int64_t end) const { call_(object_, begin, end); }

 private:
  void* object_;
  void (*call_)(void*, int64_t, int64_t);
};

// Calls fn over disjoint ranges that cover [0, rows), perhaps at once from
// several threads; returns when all are done. `work_per_row` is about how many
// multiply-adds a row costs: small jobs stay on the calling thread.
// `granule`: ranges start at multiples of it (for the sake of speed only).
void parallel_rows(int64_t rows, int64_t work_per_row, RowRange fn, int64_t granule = 1);

// Threads to use, the calling one included; 1 at start. Values are clamped to
// [1, max_threads()]; returns what was set. Not to be called from inside fn.
int set_threads(int count);
int threads();

// 1 where the build has no threads.
int max_threads();

// Jobs of less work than this are not shared out. 0 forces sharing even of
// tiny jobs (tests).
void set_parallel_threshold(int64_t work);

// Distinct threads (the calling one included) that ran a range since the
// last reset.
int workers_seen();
void reset_workers_seen();

}  // namespace attn::kernels

#endif  // CORE_KERNELS_THREADS_H_
