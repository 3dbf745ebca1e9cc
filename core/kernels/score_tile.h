// A few queries' scores against a tile of keys: scale, cap, mask, exponentiate.
#ifndef CORE_KERNELS_SCORE_TILE_H_
#define CORE_KERNELS_SCORE_TILE_H_

#include <cstdint>

#include "core/kernels/micro_kernel.h"
#include "core/kernels/tanh.h"
#include "core/kernels/tile_weight.h"

namespace attn::kernels {

// Keys per tile, whatever the length: the online softmax rounds once per tile,
// so its digits depend on this number. Measured with keys 64 wide: 128 are 4 %
// slower and 64 are 13 % (each tile costs a start and an end); 512 win 1 %, for
// twice the memory.
inline constexpr int64_t kKeyTile = 256;

template <class T>
struct ScoreTile {
  // One row of a tile. Only the first `count` keys may be seen; 0: none.
  struct Row {
    int64_t count;
    const uint8_t* mask;  // or null
    const T* bias;        // or null
    T max;                // set by finish_scores: the largest score
    T shift;              // what is subtracted before exp
    T sum;                // set by exponentiate: of the weights
  };
  T* scores;  // [rows][kKeyTile]
  int rows;
  T scale;
  T softcap;
  Row row[kTileRows<T>];
};

namespace score_tile_detail {

// Scores past the last visible key, up to a whole vector, weigh nothing.
template <class T>
ATTN_INLINE void mask_rest(T* scores, int64_t count) {
  for (; count % kLanes != 0; ++count) scores[count] = -kInfinity<T>;
}

template <class T>
inline void cap(T* scores, int64_t count, T softcap) {
  const Lanes<T> c = splat(softcap);
  for (int64_t j = 0; j < count; j += kLanes) {
    store(scores + j, c * tanh(load(scores + j) / c));
  }
}

// By choice, not by adding -inf to what is masked: an infinite or NaN product
// under the mask must not leak.
template <class T>
inline void mask(T* scores, const typename ScoreTile<T>::Row& row) {
  for (int64_t j = 0; j < row.count; ++j) {
    if (row.mask != nullptr) {
      if (row.mask[j] == 0) scores[j] = -kInfinity<T>;
    } else {
      scores[j] = row.bias[j] == -kInfinity<T> ? -kInfinity<T> : scores[j] + row.bias[j];
    }
  }
}

}  // namespace score_tile_detail

// Dot products become final scores, -inf where masked; finds each row's largest.
template <class T>
__attribute__((noinline)) void finish_scores(ScoreTile<T>* tile_pointer) {
  ScoreTile<T>& tile = *tile_pointer;
  const Lanes<T> scale = splat(tile.scale);
  const T softcap = tile.softcap;
  for (int r = 0; r < tile.rows; ++r) {
    typename ScoreTile<T>::Row& row = tile.row[r];
    const int64_t count = row.count;
    T* const scores = tile.scores + r * kKeyTile;
    Lanes<T> max = splat(-kInfinity<T>);
    // A scale of 0 too, for it would turn the rest's -inf into NaN.
    const bool more = softcap > T(0) || row.mask != nullptr || row.bias != nullptr || tile.scale == T(0);
    if (!more) score_tile_detail::mask_rest(scores, count);
    for (int64_t j = 0; j < count; j += kLanes) {
      const Lanes<T> s = load(scores + j) * scale;
      store(scores + j, s);
      max = maximum(s, max);  // ignores NaN
    }
    if (more) {
      if (softcap > T(0)) score_tile_detail::cap(scores, count, softcap);
      if (row.mask != nullptr || row.bias != nullptr) {
        score_tile_detail::mask<T>(scores, row);
      }
      score_tile_detail::mask_rest(scores, count);
      max = splat(-kInfinity<T>);
      for (int64_t j = 0; j < count; j += kLanes) {
        max = maximum(load(scores + j), max);
      }
    }
    row.max = horizontal_max(max);
  }
}

// Scores become exp(score - shift); sums each row, term j in lane j mod 4. All rows
// in one function, so that the processor can overlap the end of one with the start
// of the next.
template <class T>
__attribute__((noinline)) void exponentiate(ScoreTile<T>* tile_pointer) {
  ScoreTile<T>& tile = *tile_pointer;
  for (int r = 0; r < tile.rows; ++r) {
    const int64_t count = tile.row[r].count;
    const Lanes<T> shift = splat(tile.row[r].shift);
    T* const scores = tile.scores + r * kKeyTile;
    Lanes<T> sum = splat(T(0));
    for (int64_t j = 0; j < count; j += kLanes) {
      const Lanes<T> weight = tile_weight(load(scores + j) - shift);
      store(scores + j, weight);
      sum = sum + weight;
    }
    tile.row[r].sum = horizontal_sum(sum);
  }
}

}  // namespace attn::kernels

#endif  // CORE_KERNELS_SCORE_TILE_H_
