#include "core/kernels/gemm.h"

#include <algorithm>
#include <cstddef>

#include "core/kernels/micro_kernel.h"
#include "core/kernels/pack.h"
#include "core/kernels/scratch.h"
#include "core/kernels/threads.h"
#include "core/kernels/wide_tiles.h"

namespace attn::kernels {
namespace {

// Sizes of the blocks, in elements. They decide speed only, never digits.
struct Blocks {
  int64_t m;
  int64_t n;
  int64_t k;
};

// A panel of B (k x 8 floats, 16 kB) and one of A (5 x k, 10 kB) share a 32 kB
// first-level cache; the block of A (m x k, 200 kB) stays in the second level.
constexpr Blocks kLargeBlocks = {100, 512, 512};
// What fits on the stack, should there be no memory for the large ones.
constexpr Blocks kSmallBlocks = {10, 8, 64};

// With fewer rows than this a packed B would hardly be read again.
constexpr int64_t kRowsWorthPacking = 20;
// A B of so few elements (16 kB of floats) stays in the first-level cache.
constexpr int64_t kSmallB = 4096;

template <class T>
using Tile = T[kTileRows<T>][kTileColumns];

// Runs the micro-kernel for `rows` rows (A packed so) and `columns` columns.
template <class T, int MR = kTileRows<T>>
void tile(int rows, int64_t columns, const TileArgs<T>& args) {
  if constexpr (MR > 1) {
    if (rows < MR) {
      tile<T, MR - 1>(rows, columns, args);
      return;
    }
  }
  if (columns == kTileColumns) {
    micro_kernel<T, MR, kTileVectors, 1, MR>(args);
    return;
  }
  // At the right edge whole vectors are computed aside and copied in part.
  Tile<T> edge;
  if (args.from_c) {
    for (int i = 0; i < MR; ++i) {
      for (int64_t j = 0; j < kTileColumns; ++j) {
        edge[i][j] = j < columns ? args.c[i * args.ldc + j] : T(0);
      }
    }
  }
  TileArgs<T> aside = args;
  aside.c = edge[0];
  aside.ldc = kTileColumns;
  if (columns <= 4) {
    micro_kernel<T, MR, 1, 1, MR>(aside);
  } else {
    micro_kernel<T, MR, kTileVectors, 1, MR>(aside);
  }
  for (int i = 0; i < MR; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      args.c[i * args.ldc + j] = edge[i][j];
    }
  }
}

template <class T, int rows = kTileRows<T>>
void pack_row_panel(int count, const T* a, ptrdiff_t row_stride, ptrdiff_t k_stride, int64_t k, T* packed) {
  if constexpr (rows > 1) {
    if (count < rows) {
      pack_row_panel<T, rows - 1>(count, a, row_stride, k_stride, k, packed);
      return;
    }
  }
  pack_rows<T, rows>(a, row_stride, k_stride, k, packed);
}

// A block of B: `columns` x k at (p0, j0), as panels of kTileColumns. Full
// panels may be read in place, with the stride of B.
template <class T>
struct PanelsOfB {
  const T* data;
  ptrdiff_t panel_stride;
  ptrdiff_t k_step;
  const T* last;  // the narrower last panel, always packed
  ptrdiff_t last_k_step;
};

template <class T>
PanelsOfB<T> panels_of_b(const GemmArgs<T>& g, int64_t p0, int64_t k, int64_t j0, int64_t columns, T* packed) {
  const int64_t full = columns / kTileColumns;
  const int64_t rest = columns % kTileColumns;
  const T* const b = g.b_transposed ? g.b + j0 * g.ldb + p0 : g.b + p0 * g.ldb + j0;
  const bool in_place = !g.b_transposed && (g.m < kRowsWorthPacking || k * columns <= kSmallB);
  PanelsOfB<T> panels;
  if (in_place) {
    panels = {b, kTileColumns, static_cast<ptrdiff_t>(g.ldb), packed, kTileColumns};
  } else {
    panels = {packed, static_cast<ptrdiff_t>(k * kTileColumns), kTileColumns, packed + full * k * kTileColumns,
              kTileColumns};
  }
  T* target = packed;
  for (int64_t panel = in_place ? full : 0; panel < full + (rest > 0); ++panel) {
    const int64_t width = panel < full ? kTileColumns : rest;
    if (g.b_transposed) {
      pack_transposed_columns(b + panel * kTileColumns * g.ldb, g.ldb, k, width, target);
    } else {
      pack_columns(b + panel * kTileColumns, g.ldb, k, width, target);
    }
    target += k * kTileColumns;
  }
  return panels;
}

template <class T>
void blocked(const GemmArgs<T>& g, const Blocks& blocks, T* packed_a, T* packed_b) {
  constexpr int MR = kTileRows<T>;
  const ptrdiff_t row_stride = g.a_transposed ? 1 : g.lda;
  const ptrdiff_t k_stride = g.a_transposed ? g.lda : 1;
  for (int64_t j0 = 0; j0 < g.n; j0 += blocks.n) {
    const int64_t columns = std::min(blocks.n, g.n - j0);
    // k in ascending blocks: later ones go on from what C holds.
    for (int64_t p0 = 0; p0 < g.k; p0 += blocks.k) {
      const int64_t k = std::min(blocks.k, g.k - p0);
      const bool from_c = g.accumulate || p0 > 0;
      const PanelsOfB<T> b = panels_of_b(g, p0, k, j0, columns, packed_b);
      for (int64_t i0 = 0; i0 < g.m; i0 += blocks.m) {
        const int64_t rows = std::min(blocks.m, g.m - i0);
        for (int64_t i = 0; i < rows; i += MR) {
          pack_row_panel<T>(static_cast<int>(std::min<int64_t>(MR, rows - i)),
                            g.a + (i0 + i) * row_stride + p0 * k_stride, row_stride, k_stride, k, packed_a + i * k);
        }
        for (int64_t j = 0; j < columns; j += kTileColumns) {
          const int64_t width = std::min<int64_t>(kTileColumns, columns - j);
          const bool full = width == kTileColumns;
          const T* const panel = full ? b.data + j / kTileColumns * b.panel_stride : b.last;
          const ptrdiff_t step = full ? b.k_step : b.last_k_step;
          TileArgs<T> args = {k,     packed_a, panel, step, g.c + i0 * g.ldc + j0 + j, static_cast<ptrdiff_t>(g.ldc),
                              from_c};
          // Whole tiles one below the other, then the edges one by one.
          int64_t i = 0;
          if (full && rows >= MR) {
            args.repeat = rows / MR;
            args.a_next = MR * k;
            args.c_next = MR * g.ldc;
            full_tiles<T>(args);
            i = args.repeat * MR;
            args.repeat = 1;
          }
          for (; i < rows; i += MR) {
            args.a = packed_a + i * k;
            args.c = g.c + (i0 + i) * g.ldc + j0 + j;
            tile<T>(static_cast<int>(std::min<int64_t>(MR, rows - i)), width, args);
          }
        }
      }
    }
  }
}

template <class T>
void clear(const GemmArgs<T>& g) {
  for (int64_t i = 0; i < g.m; ++i) {
    std::fill_n(g.c + i * g.ldc, g.n, T(0));
  }
}

int64_t round_up(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

}  // namespace

template <class T>
void gemm(const GemmArgs<T>& g) {
  if (g.m <= 0 || g.n <= 0) return;
  if (g.k <= 0) {
    if (!g.accumulate) clear(g);
    return;
  }
  // Small products ask for no more than they need.
  const Blocks blocks = {std::min(kLargeBlocks.m, g.m), std::min(kLargeBlocks.n, round_up(g.n, kTileColumns)),
                         std::min(kLargeBlocks.k, g.k)};
  const int64_t size_of_a = round_up(blocks.m * blocks.k, 16);
  const int64_t size_of_b = blocks.n * blocks.k;
  T* const memory = static_cast<T*>(scratch((size_of_a + size_of_b) * sizeof(T)));
  if (memory != nullptr) {
    blocked(g, blocks, memory, memory + size_of_a);
    return;
  }
  T a[kSmallBlocks.m * kSmallBlocks.k];
  T b[kSmallBlocks.n * kSmallBlocks.k];
  blocked(g, kSmallBlocks, a, b);
}

template <class T>
void gemm_parallel(const GemmArgs<T>& g) {
  const auto rows = [&g](int64_t begin, int64_t end) {
    GemmArgs<T> part = g;
    part.m = end - begin;
    part.a += g.a_transposed ? begin : begin * g.lda;
    part.c += begin * g.ldc;
    gemm(part);
  };
  // Every range packs B anew: few and large ones, but two for each thread, so
  // that one that is held up can leave work to the others.
  const int64_t ranges = 2 * threads();
  const int64_t granule = round_up((g.m + ranges - 1) / ranges, kTileRows<T>);
  parallel_rows(g.m, g.n * g.k, rows, granule);
}

template void gemm<float>(const GemmArgs<float>&);
template void gemm<double>(const GemmArgs<double>&);
template void gemm_parallel<float>(const GemmArgs<float>&);
template void gemm_parallel<double>(const GemmArgs<double>&);

}  // namespace attn::kernels
