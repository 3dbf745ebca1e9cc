#include "core/runs/run.h"

#include <algorithm>

#include "core/training/loss.h"

namespace attn {
namespace {

Value given(Recorder& r, const Tensor& tensor, const char* id, const char* symbol) {
  return r.graph().leaf(tensor.shape, tensor.values, Origin::kGiven, named(id, symbol));
}

}  // namespace

Tensor shifted(const Tensor& target) {
  Tensor inputs = target;
  const int64_t n = target.shape.columns();
  for (int64_t row = 0; row < target.shape.rows(); ++row) {
    float* at = inputs.values.data() + row * n;
    std::copy_backward(at, at + n - 1, at + n);
    at[0] = static_cast<float>(kStartPiece);
    // Behind the end it does not matter what is read.
    std::replace(at, at + n, kNoTarget, static_cast<float>(kEndPiece));
  }
  return inputs;
}

Recorded record_batch(Recorder& r, const Run& run, const Batch& batch, double smoothing) {
  const Model& model = *run.model;
  Recorded out;
  const bool has_source = run.kind != TaskKind::kPixels;
  const Value source =
      has_source ? given(r, batch.source, "source", "x") : given(r, shifted(batch.target), "source", "y");
  if (model.encode) {
    const Memory memory = model.encode(r, source);
    out.prediction = model.decode(r, memory, given(r, shifted(batch.target), "inputs", "y"));
  } else {
    out.prediction = model.predict(r, source);
  }
  out.targets = given(r, batch.target, "targets", "y");
  const Value output = out.prediction.output;
  Value surprise;
  out.loss = run.kind == TaskKind::kNumbers ? mean_squared_error(output, out.targets)
                                            : mean_cross_entropy(output, out.targets, smoothing, &surprise);
  if (out.prediction.estimate && surprise.valid()) out.loss = add(out.loss, out.prediction.estimate(surprise));
  if (out.prediction.penalty.valid()) out.loss = add(out.loss, out.prediction.penalty);
  return out;
}

}  // namespace attn
