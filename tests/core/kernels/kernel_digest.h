// One number that changes when any digit of any kernel does.
//
// The same source runs natively (digest_test.cpp) and in WASM
// (tests/bench/kernels_bench.cpp); the numbers must agree.
#ifndef TESTS_CORE_KERNELS_KERNEL_DIGEST_H_
#define TESTS_CORE_KERNELS_KERNEL_DIGEST_H_

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/kernels/elementwise.h"
#include "core/kernels/fused_attention.h"
#include "core/kernels/gemm.h"
#include "core/kernels/norm.h"
#include "core/kernels/reduce.h"
#include "core/kernels/softmax.h"
#include "tests/core/kernels/random_values.h"

namespace attn::kernels {

// FNV-1a over 64 bits.
class Digest {
 public:
  template <class T>
  void add(T value) {
    using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    // Sign and payload of a NaN are the one thing left open by IEEE and WASM.
    Word word = ~Word{0};
    if (value == value) std::memcpy(&word, &value, sizeof word);
    for (size_t i = 0; i < sizeof word; ++i) {
      hash_ = (hash_ ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3u;
    }
  }

  template <class T>
  void add(const std::vector<T>& values) {
    for (T x : values) add(x);
  }

  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

// Bit patterns of all magnitudes, with infinities, NaN, zeros and subnormals.
template <class T>
std::vector<T> varied_values() {
  using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  RandomValues random(7);
  std::vector<T> v;
  for (int i = 0; i < 4001; ++i) {
    Word word = random.bits();
    word = (word << 12) ^ random.bits();
    if (sizeof(T) == 8) word = (word << (sizeof(T) * 4)) ^ (word >> 3);
    T x;
    std::memcpy(&x, &word, sizeof x);
    v.push_back(x);
    v.push_back(random.value<T>() * T(20));  // where the functions bend
  }
  v.push_back(T(0));
  v.push_back(T(-0.0));
  v.push_back(kInfinity<T>);
  v.push_back(-kInfinity<T>);
  return v;
}

template <class T>
void digest_elementwise(Digest& digest) {
  const std::vector<T> x = varied_values<T>();
  std::vector<T> y(x.size());
  for (int f = 0; f <= static_cast<int>(Unary::kGeluTanh); ++f) {
    apply(static_cast<Unary>(f), x.data(), y.data(), static_cast<int64_t>(x.size()));
    digest.add(y);
  }
  for (T v : x) digest.add(pow_pos(v < T(0) ? -v : v, T(0.37)));
}

template <class T>
void digest_rows(Digest& digest) {
  RandomValues random(11);
  for (int64_t n : {1, 3, 5, 7, 17, 33, 257}) {
    std::vector<T> x = random.vector<T>(n, T(5));
    const std::vector<T> gamma = random.vector<T>(n);
    const std::vector<T> beta = random.vector<T>(n);
    std::vector<T> y(n);
    layer_norm_row(x.data(), gamma.data(), beta.data(), T(1e-5), y.data(), n);
    digest.add(y);
    rms_norm_row(x.data(), gamma.data(), T(1e-6), y.data(), n);
    digest.add(y);
    digest.add(dot(x.data(), gamma.data(), n));
    digest.add(softmax_row(x.data(), y.data(), n).sum);
    digest.add(y);
    for (int64_t j = 1; j < n; j += 3) x[j] = -kInfinity<T>;
    log_softmax_row(x.data(), y.data(), n);
    digest.add(y);
  }
}

template <class T>
void digest_gemm(Digest& digest) {
  RandomValues random(13);
  const int64_t sizes[] = {1, 3, 5, 7, 17, 33};
  for (int64_t m : sizes) {
    for (int64_t n : sizes) {
      for (int64_t k : {1, 5, 33, 257, 521}) {
        const std::vector<T> a = random.vector<T>(m * k);
        const std::vector<T> b = random.vector<T>(k * n);
        std::vector<T> c = random.vector<T>(m * n);
        gemm<T>({.m = m,
                 .n = n,
                 .k = k,
                 .a = a.data(),
                 .lda = k,
                 .b = b.data(),
                 .ldb = n,
                 .c = c.data(),
                 .ldc = n,
                 .accumulate = true});
        gemm_parallel<T>({.m = m,
                          .n = n,
                          .k = k,
                          .a = a.data(),
                          .lda = m,
                          .a_transposed = true,
                          .b = b.data(),
                          .ldb = k,
                          .b_transposed = true,
                          .c = c.data(),
                          .ldc = n,
                          .accumulate = true});
        digest.add(c);
      }
    }
  }
}

template <class T>
void digest_attention(Digest& digest) {
  RandomValues random(17);
  for (int64_t queries : {1, 3, 7, 33, 257}) {
    for (int64_t keys : {1, 5, 17, 65, 257}) {
      for (int64_t width : {1, 5, 16, 33}) {
        const int64_t value_width = width + 3;
        const std::vector<T> q = random.vector<T>(queries * width, T(2));
        const std::vector<T> k = random.vector<T>(keys * width, T(2));
        const std::vector<T> v = random.vector<T>(keys * value_width);
        const std::vector<T> bias = random.vector<T>(queries * keys);
        std::vector<uint8_t> mask(keys);
        for (uint8_t& m : mask) m = random.bits() % 3 != 0;
        std::vector<T> out(queries * value_width);
        std::vector<T> lse(queries);
        const T sink = random.value<T>();
        AttentionArgs<T> args = {.queries = queries,
                                 .keys = keys,
                                 .key_width = width,
                                 .value_width = value_width,
                                 .q = q.data(),
                                 .q_stride = width,
                                 .k = k.data(),
                                 .k_stride = width,
                                 .v = v.data(),
                                 .v_stride = value_width,
                                 .out = out.data(),
                                 .out_stride = value_width,
                                 .scale = T(0.3),
                                 .lse = lse.data()};
        for (int variant = 0; variant < 3; ++variant) {
          if (variant == 1) {
            args.mask = mask.data();
            args.causal = true;
            args.causal_offset = keys - queries;
            args.sink = &sink;
          } else if (variant == 2) {
            args.mask = nullptr;
            args.sink = nullptr;
            args.bias = bias.data();
            args.bias_stride = keys;
            args.softcap = T(5);
            args.key_length = keys - keys / 3;
            args.masked_row = MaskedRow::kUniform;
          }
          fused_attention_parallel(&args, 1);
          digest.add(out);
          digest.add(lse);
        }
      }
    }
  }
}

inline uint64_t kernel_digest() {
  Digest digest;
  digest_elementwise<float>(digest);
  digest_elementwise<double>(digest);
  digest_rows<float>(digest);
  digest_rows<double>(digest);
  digest_gemm<float>(digest);
  digest_gemm<double>(digest);
  digest_attention<float>(digest);
  digest_attention<double>(digest);
  return digest.value();
}

}  // namespace attn::kernels

#endif  // TESTS_CORE_KERNELS_KERNEL_DIGEST_H_
