#include "core/layers/picture_attention.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/attention/frame_text.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"
#include "core/layers/so_far.h"

namespace attn {
namespace {

// Blocks stand on the axes row and column, the pixels of one on feature (its rows) and time (its columns).
struct Cut {
  PictureBlocks blocks;
  int64_t pixels;  // as many as there are
  int64_t rows;    // of the picture, the last perhaps cut short

  int64_t block_rows() const { return (rows + blocks.block_rows - 1) / blocks.block_rows; }
  int64_t block_columns() const { return (blocks.width + blocks.block_columns - 1) / blocks.block_columns; }
  int64_t memory_rows() const { return blocks.above + blocks.block_rows; }
  // To the right of a block only rows above it are read.
  int64_t memory_columns() const {
    return blocks.beside + blocks.block_columns + (blocks.above > 0 ? blocks.beside : 0);
  }
  // Where the place `key` of the memory stands that belongs to a block of this row and column of blocks.
  std::array<int64_t, 2> row_and_column(int64_t block_row, int64_t block_column, int64_t key) const {
    return {block_row * blocks.block_rows - blocks.above + key / memory_columns(),
            block_column * blocks.block_columns - blocks.beside + key % memory_columns()};
  }
};

// [head, batch, query, channel] -> [head, batch, row, column, channel], zeros where the last row ends early
Value as_picture(Value x, const Cut& cut) {
  const int64_t width = cut.blocks.width, missing = cut.rows * width - cut.pixels;
  const Value rows = unfold(x, axis::kQuery, {.width = width, .stride = width, .right = missing});
  return rename(rows, {{axis::kQuery, axis::kRow}, {axis::kTime, axis::kColumn}});
}

// Windows of `rows` by `columns` pixels, one for each block, that begin `above` and `beside` of it:
// [head, batch, row, column, channel] -> [head, batch, row, column, feature, time, channel].
Value windows(Value x, const Cut& cut, int64_t rows, int64_t above, int64_t columns, int64_t beside) {
  const auto cut_along = [](Value in, std::string_view along, int64_t blocks, int64_t stride, int64_t width,
                            int64_t left) {
    const int64_t right = (blocks - 1) * stride + width - left - in.shape().size(along);
    return unfold(in, along, {.width = width, .stride = stride, .left = left, .right = std::max<int64_t>(right, 0)});
  };
  const PictureBlocks& b = cut.blocks;
  const Value in_rows =
      rename(cut_along(x, axis::kRow, cut.block_rows(), b.block_rows, rows, above), axis::kTime, axis::kFeature);
  const Value both = cut_along(in_rows, axis::kColumn, cut.block_columns(), b.block_columns, columns, beside);
  return rearrange(both,
                   {axis::kHead, axis::kBatch, axis::kRow, axis::kColumn, axis::kFeature, axis::kTime, axis::kChannel});
}

// What a block reads: [head, batch, row, column, key, channel].
Value memory(Value x, const Cut& cut) {
  const PictureBlocks& b = cut.blocks;
  const Value seen = windows(x, cut, cut.memory_rows(), b.above, cut.memory_columns(), b.beside);
  return rearrange(seen,
                   {axis::kHead, axis::kBatch, axis::kRow, axis::kColumn, axis::kFeature, axis::kTime, axis::kChannel},
                   2, axis::kKey, /*behind=*/1);
}

// The first `size` places of an axis.
Value first(Value x, std::string_view along, int64_t size) {
  return x.shape().size(along) == size ? x : slice(x, along, 0, size);
}

// Pixels row by row again: [head, batch, row, column, feature, time, last] -> [head, batch, query, last].
Value as_text(Value x, const Cut& cut) {
  const std::string_view last = x.shape().dims().back().axis;
  const Value rows =
      first(rearrange(x, {axis::kHead, axis::kBatch, axis::kRow, axis::kFeature, axis::kColumn, axis::kTime, last}, 2,
                      axis::kColumn, /*behind=*/1),
            axis::kColumn, cut.blocks.width);
  const Value picture =
      first(rearrange(rows, {axis::kHead, axis::kBatch, axis::kRow, axis::kFeature, axis::kColumn, last}, 2, axis::kRow,
                      /*behind=*/2),
            axis::kRow, cut.rows);
  const Value text = rearrange(picture, {axis::kHead, axis::kBatch, axis::kRow, axis::kColumn, last}, 2, axis::kQuery,
                               /*behind=*/1);
  return first(text, axis::kQuery, cut.pixels);
}

// May the pixel (feature, time) of block (row, column) read the place `key` of the block's memory?
Value allowed(Graph& graph, const Cut& cut) {
  const FrameText frame{"mask", "mask", "A block reads itself and its memory"};
  const PictureBlocks b = cut.blocks;
  const Shape shape = {{axis::kRow, cut.block_rows()},
                       {axis::kColumn, cut.block_columns()},
                       {axis::kFeature, b.block_rows},
                       {axis::kTime, b.block_columns},
                       {axis::kKey, cut.memory_rows() * cut.memory_columns()}};
  const auto reads = [=](const Index& at) {
    const int64_t row = at[0] * b.block_rows + at[2], column = at[1] * b.block_columns + at[3];
    const auto [from_row, from_column] = cut.row_and_column(at[0], at[1], at[4]);
    if (column >= b.width || from_row < 0 || from_column < 0 || from_column >= b.width) return false;
    const int64_t i = row * b.width + column, j = from_row * b.width + from_column;
    return j <= i && b.reads(i, j);
  };
  const char* const rule = "Of its block's memory a pixel reads what stands before it, row by row, and itself.";
  return rule_mask(graph, shape, reads, rule)
      .step(frame.step("mask", "M", Role::kWeights,
                       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \in M(i),\; j \le i)", rule));
}

// softmax(q k / sqrt(d)) of what asks with what it may read: [..., key]
Value weigh(Value asking, Value memory, const std::function<Value()>& allowed) {
  const FrameText score{"score", "scores", "Every pixel of a block meets its memory"};
  const double width = static_cast<double>(asking.shape().columns());
  const Value scores =
      scale(matmul(asking, memory, axis::kChannel), 1 / kernels::square_root(width), {{"width", width, {}}})
          .step(score.step("scores", "S", Role::kWeights, R"(\a{S_{ij}} = \frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}})",
                           "Blocks ask side by side; what lies outside of a block's memory is never scored."));
  const FrameText hide{"mask", "mask", "A block reads itself and its memory"};
  const Value masked = mask(scores, allowed())
                           .step(hide.step("masked_scores", "S", Role::kWeights, R"(\a{S_{ij}} \leftarrow -\infty)",
                                           "A masked score becomes −∞, so its weight will be exactly 0."));
  const FrameText share{"normalise", "softmax", "Softmax turns scores into weights"};
  return softmax(masked).step(share.step("pattern", "A", Role::kWeights,
                                         R"(\a{A_{ij}} = \operatorname{softmax}_j(\a{S_{ij}}))",
                                         "Shares of the memory that add up to 1."));
}

// The same for the last pixel alone, from the keys and values of all pixels so far: those of its block's memory, in the
// same order, so that digits are the same.
Value memory_of_last(Value x, const Cut& cut) {
  const int64_t last = cut.pixels - 1;
  const PictureBlocks& b = cut.blocks;
  std::vector<Value> parts;
  int64_t zeros = 0;
  const auto fill = [&] {
    if (zeros == 0) return;
    const Shape shape = x.shape().with(x.shape().find(axis::kQuery), {axis::kQuery, zeros});
    parts.push_back(x.graph().leaf(shape, std::vector<float>(static_cast<size_t>(shape.count())), Origin::kGiven, {}));
    zeros = 0;
  };
  for (int64_t key = 0; key < cut.memory_rows() * cut.memory_columns();) {
    // As many as stand side by side in a row of the picture.
    const auto place = [&](int64_t at) {
      const auto [row, column] =
          cut.row_and_column(last / b.width / b.block_rows, last % b.width / b.block_columns, at);
      const bool inside = row >= 0 && column >= 0 && column < b.width && row * b.width + column <= last;
      return inside ? row * b.width + column : -1;
    };
    const int64_t begin = place(key), row_end = (key / cut.memory_columns() + 1) * cut.memory_columns();
    int64_t end = key + 1;
    while (end < row_end && (place(end) < 0) == (begin < 0)) ++end;
    if (begin < 0) {
      zeros += end - key;
    } else {
      fill();
      parts.push_back(slice(x, axis::kQuery, begin, begin + end - key));
    }
    key = end;
  }
  fill();
  return rename(concat(parts, axis::kQuery), axis::kQuery, axis::kKey);
}

Value allowed_to_last(Graph& graph, const Cut& cut) {
  const int64_t i = cut.pixels - 1, keys = cut.memory_rows() * cut.memory_columns();
  const PictureAttention layer = {1, cut.blocks};
  return rule_mask(
      graph, 1, keys,
      [=](int64_t, int64_t key) {
        const int64_t j = layer.place_of_key(i, key, i + 1);
        return j >= 0 && cut.blocks.reads(i, j);
      },
      "Of its block's memory the pixel reads what stands before it, row by row, and itself.");
}

}  // namespace

int64_t PictureAttention::place_of_key(int64_t pixel, int64_t key, int64_t pixels) const {
  const int64_t row = pixel / blocks.width, column = pixel % blocks.width;
  const Cut cut = {blocks, pixels, (pixels + blocks.width - 1) / blocks.width};
  const auto [from_row, from_column] = cut.row_and_column(row / blocks.block_rows, column / blocks.block_columns, key);
  if (from_row < 0 || from_column < 0 || from_column >= blocks.width) return -1;
  const int64_t place = from_row * blocks.width + from_column;
  return place < pixels ? place : -1;
}

Attended picture_attention(Recorder& r, std::string_view name, Value x, const PictureAttention& layer) {
  const Scope scope(r, name);
  const int64_t model = x.shape().columns(), channels = std::max<int64_t>(model / layer.heads, 1);
  const FrameText project{"project", "Q K V", "Each pixel asks, offers and carries"};
  const auto projected = [&](const char* weight, const char* id, const char* symbol, Role role, const char* latex) {
    const Shape shape = {{axis::kHead, layer.heads}, {axis::kModel, model}, {axis::kChannel, channels}};
    return matmul(x, r.parameter(weight, shape, Start::glorot()), axis::kModel)  // [head, batch, query, channel]
        .step(project.step(id, symbol, role, latex, "A learned matrix for each head."));
  };
  const Value q = projected("w_q", "q", "Q", Role::kQuery, R"(\q{Q} = X\,\q{W_Q})");
  const Value k = so_far(r, "keys", projected("w_k", "k", "K", Role::kKey, R"(\k{K} = X\,\k{W_K})"), axis::kQuery);
  const Value v = so_far(r, "values", projected("w_v", "v", "V", Role::kValue, R"(\v{V} = X\,\v{W_V})"), axis::kQuery);
  const int64_t pixels = k.shape().size(axis::kQuery);
  const Cut cut = {layer.blocks, pixels, (pixels + layer.blocks.width - 1) / layer.blocks.width};
  const PictureBlocks& b = layer.blocks;
  const bool one = pixels > x.shape().size(axis::kQuery);
  const Value asking = one ? q : windows(as_picture(q, cut), cut, b.block_rows, 0, b.block_columns, 0);
  const Value read = one ? memory_of_last(k, cut) : memory(as_picture(k, cut), cut);
  // [head, batch, row, column, feature, time, key], of one pixel [head, batch, query 1, key]
  const Value pattern =
      weigh(asking, read, [&] { return one ? allowed_to_last(r.graph(), cut) : allowed(r.graph(), cut); });
  const FrameText combine{"combine", "weighted sum", "Each pixel collects what it reads"};
  // z_i = sum_j A_ij v_j: [..., channel] in place of the pattern's keys
  const Value z = matmul(pattern, one ? memory_of_last(v, cut) : memory(as_picture(v, cut), cut), axis::kKey)
                      .step(combine.step("z", "Z", Role::kOutput, R"(\z{z_i} = \sum_{j \in M(i)} \a{A_{ij}}\,\v{v_j})",
                                         "The values of the memory, added up by their weights."));
  const Value text = one ? z : as_text(z, cut);  // [head, batch, query, channel]
  const Value heads = rearrange(text, {axis::kBatch, axis::kQuery, axis::kHead, axis::kChannel}, 2, axis::kFeature);
  const FrameText output{"output", "output", "Heads are mixed"};
  const Value w_o = r.parameter("w_o", {heads.shape().dims().back(), {axis::kModel, model}}, Start::glorot());
  const Value out =
      matmul(heads, w_o, axis::kFeature)
          .step(output.step("out", "Z", Role::kOutput, R"(\z{Z} \leftarrow [\z{Z_1}; \dots; \z{Z_H}]\,W_O)",
                            "The heads' results side by side, through one more matrix."));
  return {out, r.training() ? Value() : one ? pattern : as_text(pattern, cut)};
}

}  // namespace attn
