#include "core/runs/decoder.h"

#include <chrono>
#include <string>

namespace attn {
namespace {

Status check_models(const Decoder& decoder, const DecoderInput& input) {
  if (input.models.size() != decoder.models.size())
    return invalid_input("models", std::to_string(input.models.size()), std::to_string(decoder.models.size()));
  const TaskSizes first = input.models[0].run.examples->sizes();
  for (size_t i = 0; i < input.models.size(); ++i) {
    const Run& run = input.models[i].run;
    if (!decoder.models[i].fits(*run.model))
      return invalid_input(std::string(decoder.models[i].id), "a model that does not say what this decoder asks for",
                           "one that does");
    const TaskSizes sizes = run.examples->sizes();
    if (sizes.source_pieces != first.source_pieces || sizes.target_pieces != first.target_pieces)
      return invalid_input(std::string(decoder.models[i].id), "a model of another vocabulary",
                           "models of the same vocabulary");
  }
  return {};
}

}  // namespace

void say_next(Decoded* row, int64_t piece, const NextPiece& said) {
  row->log_probability += static_cast<double>(said.log_shares[static_cast<size_t>(piece)]);
  row->alignment.push_back(said.alignment);
  row->ended = piece == kEndPiece;
  if (!row->ended) row->pieces.push_back(static_cast<float>(piece));
}

Tensor source_of_row(const Tensor& source, size_t row) {
  Tensor one{source.shape.with(0, {axis::kBatch, 1}), {}};
  const auto first = source.values.begin() + static_cast<std::ptrdiff_t>(row) * one.shape.count();
  one.values.assign(first, first + one.shape.count());
  return one;
}

bool says_pieces(const Model& model) { return model.encode && model.decode; }

DecoderModel the_model() { return {"model", "model", "The model that is asked.", says_pieces}; }

std::unique_ptr<TimedDecoding> TimedDecoding::start(const Decoder& decoder, const DecoderInput& input, Status* status) {
  *status = check_models(decoder, input);
  if (!status->ok()) return nullptr;
  std::unique_ptr<DecoderSteps> steps = decoder.start(input, status);
  if (!status->ok()) return nullptr;
  return std::unique_ptr<TimedDecoding>(new TimedDecoding(std::move(steps)));
}

Status TimedDecoding::advance() {
  using Clock = std::chrono::steady_clock;
  DecoderCall call;
  const Clock::time_point began = Clock::now();
  Status status = steps_->advance(&call);
  if (!status.ok()) return status;
  call.begin = calls_.empty() ? 0 : calls_.back().end;
  call.end = call.begin + std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  calls_.push_back(std::move(call));
  return {};
}

Status decode_all(const Decoder& decoder, const DecoderInput& input, std::vector<Decoded>* out) {
  Status status;
  const std::unique_ptr<TimedDecoding> decoding = TimedDecoding::start(decoder, input, &status);
  while (status.ok() && !decoding->done()) status = decoding->advance();
  if (status.ok()) *out = decoding->rows();
  return status;
}

}  // namespace attn
