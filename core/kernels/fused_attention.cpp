#include "core/kernels/fused_attention.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "core/kernels/log.h"
#include "core/kernels/micro_kernel.h"
#include "core/kernels/outlined.h"
#include "core/kernels/pack.h"
#include "core/kernels/score_tile.h"
#include "core/kernels/scratch.h"
#include "core/kernels/softmax.h"
#include "core/kernels/threads.h"
#include "core/kernels/tile_weight.h"

namespace attn::kernels {
namespace {

// Queries that share one packing of the keys. Packing costs as much as about
// two queries; more than this many would push their own state out of the
// second-level cache.
constexpr int64_t kChunkRows = 240;

int64_t round_up(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

// What is known of a query after the tiles seen so far.
template <class T>
struct RowState {
  T max;
  T sum;
  bool any;  // has been allowed to see some key
};

// A chunk of the queries of one head.
template <class T>
class Chunk {
 public:
  static constexpr int kRows = kTileRows<T>;

  Chunk(const AttentionArgs<T>& args, int64_t first, int64_t rows) : args_(args), first_(first), rows_(rows) {
    const int64_t length = args.key_length < 0 ? args.keys : args.key_length;
    key_limit_ = std::min(args.keys, length);
    out_stride_ = round_up(std::max<int64_t>(args.value_width, 1), kTileColumns);
    // Rows of V a power of two apart fall on few sets of the first-level cache:
    // worth a copy, unless hardly anyone reads it.
    pack_values_ = rows > kRows;
  }

  // False when there is no memory for the state.
  bool run() {
    if (!allocate()) return false;
    start();
    for (int64_t key = 0; key < last_key(); key += kKeyTile) visit_tile(key);
    for (int64_t i = 0; i < rows_; ++i) finish(i);
    return true;
  }

 private:
  // Keys from here on are hidden from row i of the chunk.
  int64_t visible_keys(int64_t i) const {
    if (!args_.causal) return key_limit_;
    return std::clamp<int64_t>(first_ + i + args_.causal_offset + 1, 0, key_limit_);
  }
  int64_t last_key() const { return visible_keys(rows_ - 1); }

  bool allocate() {
    const int64_t packed_rows = round_up(rows_, kRows);
    const int64_t states = round_up(rows_ * sizeof(RowState<T>), sizeof(T) * 16) / sizeof(T);
    const int64_t q = round_up(packed_rows * args_.key_width, 16);
    const int64_t k = kKeyTile * args_.key_width;
    const int64_t v = kKeyTile * out_stride_;
    const int64_t s = kRows * kKeyTile;
    const int64_t out = packed_rows * out_stride_;
    T* memory = static_cast<T*>(scratch((states + q + k + v + s + out) * sizeof(T)));
    if (memory == nullptr) return false;
    states_ = reinterpret_cast<RowState<T>*>(memory);
    q_ = memory + states;
    k_ = q_ + q;
    v_ = k_ + k;
    scores_ = v_ + v;
    out_ = scores_ + s;
    return true;
  }

  void start() {
    // The sink is a score without a value, seen before all keys.
    const T max = args_.sink == nullptr ? -kInfinity<T> : *args_.sink;
    const T sum = max == -kInfinity<T> ? T(0) : T(1);
    for (int64_t i = 0; i < rows_; ++i) states_[i] = {max, sum, false};
    std::fill_n(out_, round_up(rows_, kRows) * out_stride_, T(0));
    const int64_t d = args_.key_width;
    for (int64_t i = 0; i < rows_; i += kRows) {
      const T* const q = args_.q + (first_ + i) * args_.q_stride;
      if (i + kRows <= rows_) {
        pack_rows<T, kRows>(q, args_.q_stride, 1, d, q_ + i * d);
      } else {
        for (int64_t r = 0; i + r < rows_; ++r) {
          std::copy_n(q + r * args_.q_stride, d, q_ + (i + r) * d);
        }
      }
    }
  }

  // Keys [key, key + kKeyTile).
  void visit_tile(int64_t key) {
    const int64_t count = std::min(kKeyTile, key_limit_ - key);
    const int64_t d = args_.key_width;
    for (int64_t j = 0; j < count; j += kTileColumns) {
      call_outlined<&pack_transposed_columns<T>>(args_.k + (key + j) * args_.k_stride, args_.k_stride, d,
                                                 std::min<int64_t>(kTileColumns, count - j), k_ + j * d);
    }
    const int64_t whole = pack_values_ ? 0 : args_.value_width / kTileColumns * kTileColumns;
    for (int64_t c = whole; c < args_.value_width; c += kTileColumns) {
      pack_columns(args_.v + key * args_.v_stride + c, args_.v_stride, count,
                   std::min<int64_t>(kTileColumns, args_.value_width - c), v_ + c * kKeyTile);
    }
    for (int64_t i = 0; i < rows_; i += kRows) {
      visit_rows(key, i, static_cast<int>(std::min<int64_t>(kRows, rows_ - i)));
    }
  }

  // Rows i to i + rows of the chunk against the tile at `key`.
  void visit_rows(int64_t key, int64_t i, int rows) {
    ScoreTile<T> tile;
    tile.scores = scores_;
    tile.rows = rows;
    tile.scale = args_.scale;
    tile.softcap = args_.softcap;
    int64_t most = 0;           // keys that some row may see
    int64_t shared = kKeyTile;  // and that all may see
    for (int r = 0; r < rows; ++r) {
      const int64_t query = first_ + i + r;
      typename ScoreTile<T>::Row& row = tile.row[r];
      row.count = std::clamp<int64_t>(visible_keys(i + r) - key, 0, kKeyTile);
      row.mask = args_.mask == nullptr ? nullptr : args_.mask + query * args_.mask_stride + key;
      row.bias = args_.bias == nullptr ? nullptr : args_.bias + query * args_.bias_stride + key;
      if (!sees_any(row)) row.count = 0;
      most = std::max(most, row.count);
      shared = std::min(shared, row.count);
    }
    if (most == 0) return;
    raw_scores(i, rows, most);
    call_outlined<&finish_scores<T>>(&tile);
    for (int r = 0; r < rows; ++r) {
      tile.row[r].shift = softmax_shift(maximum(tile.row[r].max, states_[i + r].max));
    }
    call_outlined<&exponentiate<T>>(&tile);
    for (int r = 0; r < rows; ++r) {
      if (tile.row[r].count > 0) update(i + r, tile.row[r]);
    }
    // Rows share the keys all of them see; what some see beyond is added row
    // by row. Keys ascend either way.
    if (rows < kRows) shared = 0;
    if (shared > 0) add_values<kRows>(key, i, 0, 0, shared);
    for (int r = 0; r < rows; ++r) {
      const int64_t count = tile.row[r].count;
      if (count > shared) add_values<1>(key, i + r, r, shared, count);
    }
  }

  // Whether mask or bias leaves the row a key of the tile.
  static bool sees_any(const typename ScoreTile<T>::Row& row) {
    if (row.mask != nullptr) {
      return std::any_of(row.mask, row.mask + row.count, [](uint8_t m) { return m != 0; });
    }
    if (row.bias != nullptr) {
      return std::any_of(row.bias, row.bias + row.count, [](T b) { return b != -kInfinity<T>; });
    }
    return row.count > 0;
  }

  // scores[r][j] = q . k, in ascending order of the width like a GEMM.
  void raw_scores(int64_t i, int rows, int64_t keys) {
    const int64_t d = args_.key_width;
    TileArgs<T> tile = {d, q_ + i * d, k_, kTileColumns, scores_, kKeyTile, false};
    tile.repeat = (keys + kTileColumns - 1) / kTileColumns;
    tile.b_next = d * kTileColumns;
    tile.c_next = kTileColumns;
    if (rows == kRows) {
      micro_kernel<T, kRows, kTileVectors, 1, kRows>(tile);
      return;
    }
    for (int r = 0; r < rows; ++r) {
      micro_kernel<T, 1, kTileVectors, 1, 1>(tile);
      tile.a += d;
      tile.c += kKeyTile;
    }
  }

  // Joins a row's tile to what was summed before, perhaps under a smaller
  // maximum.
  void update(int64_t i, const typename ScoreTile<T>::Row& row) {
    RowState<T>& state = states_[i];
    state.any = true;
    const T max = maximum(row.max, state.max);
    // A maximum that stays, as most do, corrects nothing: exp(0) = 1.
    const T correction = max == state.max && max > -kInfinity<T> ? T(1) : tile_weight(state.max - row.shift);
    state.sum = state.sum * correction + row.sum;
    state.max = max;
    if (correction == T(1)) return;
    // Adding 0 turns -0, left by an underflow, into 0: otherwise adding a
    // masked key's 0 later could change the sign.
    T* const out = out_ + i * out_stride_;
    for (int64_t c = 0; c < out_stride_; c += kLanes) {
      store(out + c, load(out + c) * splat(correction) + splat(T(0)));
    }
  }

  // out[i] += weights[r][from, to) . v, for `count` rows.
  template <int count>
  void add_values(int64_t key, int64_t i, int r, int64_t from, int64_t to) {
    const int64_t panels = (args_.value_width + kTileColumns - 1) / kTileColumns;
    const int64_t in_place = pack_values_ ? 0 : args_.value_width / kTileColumns;
    TileArgs<T> tile;
    tile.k = to - from;
    tile.a = scores_ + r * kKeyTile + from;
    tile.c = out_ + i * out_stride_;
    tile.ldc = out_stride_;
    tile.from_c = true;
    tile.c_next = kTileColumns;
    if (in_place > 0) {
      tile.b = args_.v + (key + from) * args_.v_stride;
      tile.b_step = args_.v_stride;
      tile.b_next = kTileColumns;
      tile.repeat = in_place;
      micro_kernel<T, count, kTileVectors, kKeyTile, 1>(tile);
      tile.c += in_place * kTileColumns;
    }
    if (panels > in_place) {
      tile.b = v_ + in_place * kTileColumns * kKeyTile + from * kTileColumns;
      tile.b_step = kTileColumns;
      tile.b_next = kTileColumns * kKeyTile;
      tile.repeat = panels - in_place;
      micro_kernel<T, count, kTileVectors, kKeyTile, 1>(tile);
    }
  }

  void finish(int64_t i) {
    const RowState<T>& state = states_[i];
    T* const out = args_.out + (first_ + i) * args_.out_stride;
    if (args_.lse != nullptr) {
      args_.lse[first_ + i] = softmax_shift(state.max) + log(state.sum);
    }
    if (!state.any && args_.sink == nullptr) {
      finish_masked(out);
      return;
    }
    const T* const sums = out_ + i * out_stride_;
    const int64_t width = args_.value_width;
    for (int64_t c = 0; c < width; c += kLanes) {
      store_up_to(out + c, load(sums + c) / splat(state.sum), width - c);
    }
  }

  void finish_masked(T* out) {
    const T weight = masked_row_weight<T>(args_.masked_row, args_.keys);
    std::fill_n(out, args_.value_width, args_.masked_row == MaskedRow::kNan ? weight : T(0));
    if (args_.masked_row != MaskedRow::kUniform) return;
    for (int64_t j = 0; j < args_.keys; ++j) {
      const T* const v = args_.v + j * args_.v_stride;
      for (int64_t c = 0; c < args_.value_width; ++c) {
        out[c] = out[c] + weight * v[c];
      }
    }
  }

  const AttentionArgs<T>& args_;
  const int64_t first_;  // query
  const int64_t rows_;
  int64_t key_limit_;
  int64_t out_stride_;
  bool pack_values_;

  RowState<T>* states_;
  T* q_;       // panels [D][kRows]; rows that fill no panel stand one by one
  T* k_;       // the tile's keys, panels [D][kTileColumns]
  T* v_;       // the tile's values where packed, panels [keys][kTileColumns]
  T* scores_;  // [kRows][kKeyTile], then the weights
  T* out_;     // [rows][out_stride]: sum of weight * v
};

template <class T>
bool attend(const AttentionArgs<T>& args, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i += kChunkRows) {
    if (!Chunk<T>(args, i, std::min(kChunkRows, end - i)).run()) return false;
  }
  return true;
}

}  // namespace

template <class T>
bool fused_attention(const AttentionArgs<T>& args) {
  return attend(args, 0, args.queries);
}

template <class T>
bool fused_attention_parallel(const AttentionArgs<T>* heads, int64_t count) {
  int64_t rows = 0;
  int64_t most_work = 0;  // of one query
  for (int64_t h = 0; h < count; ++h) {
    rows += heads[h].queries;
    most_work = std::max(most_work, heads[h].keys * (heads[h].key_width + heads[h].value_width));
  }
  std::atomic<bool> enough_memory{true};
  // Rows are numbered through all heads.
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t h = 0; h < count && begin < end; ++h) {
      const int64_t queries = heads[h].queries;
      if (begin < queries && !attend(heads[h], std::max<int64_t>(begin, 0), std::min(end, queries))) {
        enough_memory = false;
      }
      begin = std::max<int64_t>(begin - queries, 0);
      end -= queries;
    }
  };
  parallel_rows(rows, most_work, run, kTileRows<T>);
  return enough_memory;
}

template bool fused_attention<float>(const AttentionArgs<float>&);
template bool fused_attention<double>(const AttentionArgs<double>&);
template bool fused_attention_parallel<float>(const AttentionArgs<float>*, int64_t);
template bool fused_attention_parallel<double>(const AttentionArgs<double>*, int64_t);

}  // namespace attn::kernels
