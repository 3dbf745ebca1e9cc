#include "core/runs/run.h"

#include <algorithm>

#include "core/training/loss.h"

namespace attn {
namespace {

constexpr int64_t kBehindTheLongest = 8;

}  // namespace

Recorder::Context context_of(const Run& run, Parameters* parameters) {
  return {.parameters = parameters,
          .params = run.model_params,
          .sizes = run.examples->sizes(),
          .mechanism = run.mechanism,
          .discretization = run.discretization,
          .seed = run.seed,
          .draws_choices = run.draws_choices};
}

Value given(Graph& graph, const Tensor& tensor, std::string_view id, std::string_view symbol) {
  StepText text;
  text.id = id, text.symbol = symbol;
  return graph.leaf(tensor.shape, tensor.values, Origin::kGiven, std::move(text));
}

std::vector<float> row_of(const Tensor& tensor, int64_t row) {
  const int64_t columns = tensor.shape.columns();
  const auto first = tensor.values.begin() + row * columns;
  return {first, first + columns};
}

std::vector<float> without_end(std::vector<float> pieces) {
  pieces.erase(std::find_if(pieces.begin(), pieces.end(),
                            [](float piece) { return piece == static_cast<float>(kEndPiece) || piece < 0; }),
               pieces.end());
  return pieces;
}

int64_t longest_said(const TaskSizes& sizes) { return sizes.longest_target + kBehindTheLongest; }

Tensor computed(const Evaluation<float>& values, Value value) {
  Tensor tensor{value.shape(), std::vector<float>(static_cast<size_t>(value.shape().count()))};
  values.rows(value.node(), {0, value.shape().rows()}, tensor.values.data());
  return tensor;
}

Batch blank_batch(TaskKind kind, const TaskSizes& sizes) {
  const auto blank = [](Shape shape) {
    std::vector<float> zeros(static_cast<size_t>(shape.count()));
    return Tensor{std::move(shape), std::move(zeros)};
  };
  const auto some = [](int64_t size) { return std::max<int64_t>(size, 1); };
  const Dim one = {axis::kBatch, 1}, said = {axis::kQuery, some(sizes.longest_target)};
  switch (kind) {
    case TaskKind::kSequences:
      return {blank({one, {axis::kKey, some(sizes.longest_source)}}), blank({one, said}), {}};
    case TaskKind::kNumbers:
      return {blank({one, {axis::kTime, some(sizes.longest_source)}, {axis::kFeature, some(sizes.features)}}),
              blank({one, {axis::kOne, 1}}),
              {}};
    case TaskKind::kPictures:
      return {
          blank({one, {axis::kRow, some(sizes.rows)}, {axis::kColumn, some(sizes.columns)}}), blank({one, said}), {}};
    case TaskKind::kDocuments:
      return {blank({one, {axis::kSentence, some(sizes.rows)}, {axis::kWord, some(sizes.columns)}}), blank({one}), {}};
    case TaskKind::kCopies: {
      const Tensor picture = blank({one, {axis::kRow, some(sizes.rows)}, {axis::kColumn, some(sizes.columns)}});
      return {picture, picture, {}};
    }
    case TaskKind::kPixels:
      if (sizes.longest_source > 0)
        return {blank({one, {axis::kRow, 1}, {axis::kColumn, sizes.longest_source}}), blank({one, said}), {}};
      break;
  }
  return {{}, blank({one, said}), {}};
}

Recorded record_batch(Recorder& r, const Run& run, const Batch& batch, double smoothing) {
  const Model& model = *run.model;
  Recorded out;
  const bool pixels = run.kind == TaskKind::kPixels;
  if (pixels && batch.source.shape.rank() > 0) r.put_beside(given(r.graph(), batch.source, "small", "x"));
  const Value source =
      pixels ? given(r.graph(), shifted(batch.target), "source", "y") : given(r.graph(), batch.source, "source", "x");
  if (model.learn) {
    out.targets = given(r.graph(), batch.target, "targets", "y");
    out.prediction = model.learn(r, source, out.targets);
  } else if (model.encode) {
    const Memory memory = model.encode(r, source);
    out.prediction = model.decode(r, memory, given(r.graph(), shifted(batch.target), "inputs", "y"));
  } else {
    out.prediction = model.predict(r, source);
  }
  if (!out.targets.valid()) out.targets = given(r.graph(), batch.target, "targets", "y");
  if (out.prediction.targets.valid()) out.targets = out.prediction.targets;
  const Value output = out.prediction.output;
  Value surprise;
  out.loss = says_numbers(run.kind) ? mean_squared_error(output, out.targets)
                                    : mean_cross_entropy(output, out.targets, smoothing, &surprise);
  if (out.prediction.estimate && surprise.valid()) out.loss = add(out.loss, out.prediction.estimate(surprise));
  if (out.prediction.penalty.valid()) out.loss = add(out.loss, out.prediction.penalty);
  return out;
}

}  // namespace attn
