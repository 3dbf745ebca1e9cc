#include "core/layers/linear.h"

namespace attn {
namespace {

// A matrix product needs another name for its result's axis than any that x has; where x has the name asked for, that
// comes afterwards.
constexpr std::string_view kBetween = "out";

}  // namespace

Value linear_layer(Recorder& r, std::string_view name, Value x, const Linear& layer) {
  const Scope scope(r, name);
  const Dim in = x.shape().dims().back();
  const bool clashes = x.shape().find(layer.to) >= 0;
  const Dim out{clashes ? kBetween : layer.to, layer.width};
  const Value w = r.parameter("w", {in, out}, layer.weight);
  const Value y = layer.bias ? linear(x, w, r.parameter("b", {out}, Start::zeros()), in.axis) : matmul(x, w, in.axis);
  return clashes ? rename(y, kBetween, layer.to) : y;
}

Value embedding(Recorder& r, std::string_view name, Value ids, int64_t pieces, int64_t width, Start start) {
  const Scope scope(r, name);
  return gather(r.parameter("table", {{axis::kPiece, pieces}, {axis::kModel, width}}, start), ids);
}

Value norm_layer(Recorder& r, std::string_view name, Value x) {
  constexpr double kEpsilon = 1e-6;  // tensor2tensor's; the papers give none
  const Scope scope(r, name);
  const Dim last = x.shape().dims().back();
  const Value gain = r.parameter("gain", {last}, Start::ones()), bias = r.parameter("bias", {last}, Start::zeros());
  return layer_norm(x, gain, bias, kEpsilon);
}

Value feed_forward(Recorder& r, std::string_view name, Value x, int64_t hidden, double dropout) {
  const Scope scope(r, name);
  const int64_t width = x.shape().columns();
  const Value inner = map(linear_layer(r, "inner", x, {.width = hidden, .to = axis::kFeature}), Function::kRelu);
  return linear_layer(r, "outer", r.dropout(inner, dropout), {.width = width, .to = axis::kModel});
}

}  // namespace attn
