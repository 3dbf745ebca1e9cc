// The GEMM against a naive triple loop: equal to the last bit.
#include "core/kernels/gemm.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/kernels/threads.h"
#include "tests/core/kernels/random_values.h"

namespace attn::kernels {
namespace {

// Volatile: keeps the compiler from joining product and sum.
template <class T>
T add_product(T sum, T a, T b) {
  volatile T product = a * b;
  return sum + product;
}

template <class T>
struct Case {
  int64_t m, n, k;
  bool a_transposed = false;
  bool b_transposed = false;
  bool accumulate = false;
  int64_t slack = 0;  // leading dimensions exceed the widths by this
};

template <class T>
void expect_naive_digits(const Case<T>& c, bool parallel = false) {
  RandomValues random(static_cast<uint32_t>(c.m * 31 + c.n * 7 + c.k));
  const int64_t lda = (c.a_transposed ? c.m : c.k) + c.slack;
  const int64_t ldb = (c.b_transposed ? c.k : c.n) + c.slack;
  const int64_t ldc = c.n + c.slack;
  const auto a = random.vector<T>((c.a_transposed ? c.k : c.m) * lda + 1);
  const auto b = random.vector<T>((c.b_transposed ? c.n : c.k) * ldb + 1);
  const auto before = random.vector<T>(c.m * ldc + 1);
  auto got = before;
  const GemmArgs<T> args = {.m = c.m,
                            .n = c.n,
                            .k = c.k,
                            .a = a.data(),
                            .lda = lda,
                            .a_transposed = c.a_transposed,
                            .b = b.data(),
                            .ldb = ldb,
                            .b_transposed = c.b_transposed,
                            .c = got.data(),
                            .ldc = ldc,
                            .accumulate = c.accumulate};
  if (parallel) {
    gemm_parallel(args);
  } else {
    gemm(args);
  }
  auto want = before;
  for (int64_t i = 0; i < c.m; ++i) {
    for (int64_t j = 0; j < c.n; ++j) {
      T sum = c.accumulate ? before[i * ldc + j] : T(0);
      for (int64_t p = 0; p < c.k; ++p) {
        sum = add_product(sum, c.a_transposed ? a[p * lda + i] : a[i * lda + p],
                          c.b_transposed ? b[j * ldb + p] : b[p * ldb + j]);
      }
      want[i * ldc + j] = sum;
    }
  }
  EXPECT_EQ(got, want) << c.m << " x " << c.n << " x " << c.k << " a^T " << c.a_transposed << " b^T " << c.b_transposed
                       << " accumulate " << c.accumulate;
}

template <class T>
class GemmTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(GemmTest, Scalars);

TYPED_TEST(GemmTest, SmallShapesInAllForms) {
  for (int64_t m : {1, 2, 3, 5, 6, 11, 23}) {
    for (int64_t n : {1, 3, 4, 5, 8, 9, 17}) {
      for (int64_t k : {0, 1, 2, 4, 7, 33}) {
        for (int form = 0; form < 8; ++form) {
          expect_naive_digits<TypeParam>({m, n, k, (form & 1) != 0, (form & 2) != 0, (form & 4) != 0, form % 3});
        }
      }
    }
  }
}

TYPED_TEST(GemmTest, ShapesThatCrossEveryBlock) {
  expect_naive_digits<TypeParam>({101, 9, 513, false, false, false, 0});
  expect_naive_digits<TypeParam>({203, 521, 33, false, false, true, 3});
  expect_naive_digits<TypeParam>({21, 519, 1030, true, true, true, 1});
  expect_naive_digits<TypeParam>({1, 1031, 777, false, false, false, 0});
  expect_naive_digits<TypeParam>({257, 1, 257, false, true, false, 0});
}

TYPED_TEST(GemmTest, ThreadsChangeNothing) {
  set_threads(3);
  set_parallel_threshold(0);
  for (int64_t m : {1, 2, 7, 33, 257}) {
    expect_naive_digits<TypeParam>({m, 33, 65, false, true, false, 0}, true);
    expect_naive_digits<TypeParam>({m, 17, 5, true, false, true, 2}, true);
  }
  set_threads(1);
}

TYPED_TEST(GemmTest, EmptyInnerDimensionClearsOrKeeps) {
  TypeParam c[] = {1, 2};
  gemm<TypeParam>({.m = 1, .n = 2, .k = 0, .c = c, .ldc = 2, .accumulate = true});
  EXPECT_EQ(c[1], 2);
  gemm<TypeParam>({.m = 1, .n = 2, .k = 0, .c = c, .ldc = 2});
  EXPECT_EQ(c[0], 0);
  EXPECT_EQ(c[1], 0);
}

}  // namespace
}  // namespace attn::kernels
