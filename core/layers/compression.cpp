#include "core/layers/compression.h"

#include <string>

#include "core/graph/ops/ops.h"
#include "core/layers/convolution.h"

namespace attn {
namespace {

// x + dropout(f(LN(x))), f three times a relu, a convolution of three places and a norm.
Value residual_convolution(Recorder& r, std::string_view name, Value x, const TransformerSizes& sizes) {
  const Scope scope(r, name);
  Value y = norm_layer(r, "norm", x);
  for (int64_t i = 1; i <= 3; ++i) {
    const Scope part(r, "part_" + std::to_string(i));
    y = norm_layer(r, "norm", text_convolution(r, "convolution", map(y, Function::kRelu), {.width = sizes.width}));
  }
  return add(x, r.dropout(y, sizes.dropout));
}

Value read_source(Recorder& r, Value x, Value memory, const TransformerSizes& sizes) {
  TransformerSizes first = sizes;
  first.norm_first = true;  // as in the reference code, wherever the other norms stand
  return residual(r, "cross", x, first, [&](Value in) {
    AttentionLayer layer;
    layer.heads = sizes.heads;
    return attention_layer(r, "attention", in, memory, layer).output;
  });
}

// Every place becomes two: [batch, query, model] -> [batch, 2 query, model].
Value doubled(Recorder& r, Value x, int64_t width) {
  const auto half = [&](const char* name) {
    return repeat(linear_layer(r, name, x, {.width = width}), axis::kTime, 1);
  };
  const Value pairs = concat(half("even"), half("odd"), axis::kTime);  // [time, batch, query, model]
  return rearrange(pairs, {axis::kBatch, axis::kQuery, axis::kTime, axis::kModel}, 2, axis::kQuery, 1);
}

}  // namespace

Value compress(Recorder& r, Value y, Value memory, const Compression& how) {
  const Scope scope(r, "compress");
  for (int64_t i = 1; i <= how.blocks; ++i) y = residual_convolution(r, "block_" + std::to_string(i), y, how.sizes);
  if (how.reads_source) y = read_source(r, y, memory, how.sizes);
  for (int64_t i = 1; i <= how.halvings; ++i) {
    const Scope part(r, "halving_" + std::to_string(i));
    const Convolution halving{.width = how.sizes.width, .kernel = 2, .stride = 2};
    y = norm_layer(r, "norm", text_convolution(r, "convolution", map(y, Function::kRelu), halving));
  }
  return y.step({"compressed", "compress", "compressed", "The text becomes shorter",
                 "Convolutions that halve it, until few vectors are left.", R"(x = \mathrm{compress}(y))", "X",
                 Role::kQuery});
}

Value decompress(Recorder& r, Value z, Value memory, const Compression& how) {
  const Scope scope(r, "decompress");
  for (int64_t i = 1; i <= how.halvings; ++i) {
    const Scope part(r, "doubling_" + std::to_string(i));
    z = residual_convolution(r, "block", z, how.sizes);
    z = read_source(r, z, memory, how.sizes);
    z = doubled(r, i > 1 ? map(z, Function::kRelu) : z, how.sizes.width);
  }
  return z.step({"decompressed", "decompress", "decompressed", "Every vector becomes several",
                 "Doubled again and again, reading the source, until every place has a vector.",
                 R"(d = \mathrm{decompress}(\z{z}))", "D", Role::kValue});
}

}  // namespace attn
