// Dense matrix product, packed and tiled after Goto & van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication" (2008).
//
// Digits: every element of C is summed in ascending k, each product rounded
// and then added, starting from 0 (or from C when accumulating). That is the
// naive triple loop, whatever the shape, the tiling or the number of threads,
// so a row of C never depends on the other rows of the call.
#ifndef CORE_KERNELS_GEMM_H_
#define CORE_KERNELS_GEMM_H_

#include <cstdint>

namespace attn::kernels {

// C[m, n] = op(A)[m, k] * op(B)[k, n], or += when `accumulate`.
// Leading dimensions count elements between rows as stored. C overlaps neither
// A nor B. For a range of rows, offset `a` and `c` and reduce `m`.
template <class T>
struct GemmArgs {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  const T* a = nullptr;  // [m, k]; [k, m] when a_transposed
  int64_t lda = 0;
  bool a_transposed = false;
  const T* b = nullptr;  // [k, n]; [n, k] when b_transposed
  int64_t ldb = 0;
  bool b_transposed = false;
  T* c = nullptr;  // [m, n]
  int64_t ldc = 0;
  bool accumulate = false;  // k = 0 leaves C alone, else clears it
};

// On the calling thread. T is float or double.
template <class T>
void gemm(const GemmArgs<T>& args);

// Rows split over the threads of threads.h: the same digits.
template <class T>
void gemm_parallel(const GemmArgs<T>& args);

extern template void gemm<float>(const GemmArgs<float>&);
extern template void gemm<double>(const GemmArgs<double>&);
extern template void gemm_parallel<float>(const GemmArgs<float>&);
extern template void gemm_parallel<double>(const GemmArgs<double>&);

}  // namespace attn::kernels

#endif  // CORE_KERNELS_GEMM_H_
