// One query's scores against a tile of keys: scale, cap, mask, exponentiate.
#ifndef CORE_KERNELS_SCORE_ROW_H_
#define CORE_KERNELS_SCORE_ROW_H_

#include <cstdint>
#include <cstring>

#include "core/kernels/exp.h"
#include "core/kernels/reduce.h"
#include "core/kernels/tanh.h"

namespace attn::kernels {

// Keys per tile, whatever the length: the online softmax rounds once per tile,
// so its digits depend on this number. A tile of keys 64 wide and one of values
// fill a 32 kB first-level cache.
inline constexpr int64_t kKeyTile = 64;

template <class T>
struct ScoreRow {
  T* scores;  // kKeyTile of them; those from `count` on are masked
  int64_t count;
  T scale;
  T softcap;
  const uint8_t* mask = nullptr;
  const T* bias = nullptr;
};

namespace score_row_detail {

// All ones where the mask byte is not 0.
template <class T>
ATTN_INLINE LaneMask<T> load_mask(const uint8_t* mask, int64_t count) {
  LaneMask<T> m = {};
  for (int64_t j = 0; j < count; ++j) m[j] = mask[j] != 0 ? -1 : 0;
  return m;
}

}  // namespace score_row_detail

// Raw dot products become final scores, -inf where masked; returns the largest.
// Masking is by choice, not by adding -inf: an infinite or NaN product under
// the mask must not leak.
template <class T>
inline T finish_scores(const ScoreRow<T>& row) {
  const Lanes<T> masked = splat(-kInfinity<T>);
  Lanes<T> v[4] = {masked, masked, masked, masked};
  accumulate<T>(
      row.count, v,
      [&row, masked](int64_t j, int64_t count) {
        Lanes<T> s = load(row.scores + j) * splat(row.scale);
        if (row.softcap > T(0)) {
          s = splat(row.softcap) * tanh(s / splat(row.softcap));
        }
        if (row.mask != nullptr) {
          s = select(score_row_detail::load_mask<T>(row.mask + j, count), s,
                     masked);
        } else if (row.bias != nullptr) {
          const Lanes<T> bias =
              load_up_to(row.bias + j, count, -kInfinity<T>);
          s = select(bias == masked, masked, s + bias);
        }
        for (int64_t l = count; l < kLanes; ++l) s[l] = -kInfinity<T>;
        store(row.scores + j, s);
        return s;
      },
      [](Lanes<T> a, Lanes<T> b) { return maximum(b, a); });
  return horizontal_max(maximum(maximum(v[0], v[1]), maximum(v[2], v[3])));
}

// Scores become exp(score - shift); returns their sum in the order of reduce.h.
template <class T>
inline T exponentiate(const ScoreRow<T>& row, T shift) {
  return sum_terms<T>(row.count, [&row, shift](int64_t j, int64_t) {
    const Lanes<T> e = exp(load(row.scores + j) - splat(shift));
    store(row.scores + j, e);
    return e;
  });
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SCORE_ROW_H_
