#include "core/runs/asking.h"

#include "core/kernels/softmax.h"

namespace attn {

Status Asking::read(const Tensor& source, DecoderCall* call) {
  call->kind = CallKind::kEncode;
  rows_ = source.shape[0].size;
  carried_.clear();
  return read_source(speaker_.run, context_of(speaker_.run, speaker_.parameters), source, &memory_,
                     &call->multiplications);
}

Status Asking::call(const Ask& what, std::vector<Tensor>* out, DecoderCall* call) {
  Answered answered;
  Status status = ask(context_of(speaker_.run, speaker_.parameters), memory_, carried_, what, &answered);
  if (!status.ok()) return status;
  call->multiplications = answered.multiplications;
  for (auto& [name, tensor] : answered.carried) carried_[name] = std::move(tensor);
  *out = std::move(answered.tensors);
  return {};
}

std::vector<std::vector<float>> last_log_shares(const Tensor& logits) {
  const int64_t rows = logits.shape[0].size, entries = logits.shape.columns();
  const int64_t queries = logits.shape.rows() / rows;
  std::vector<std::vector<float>> shares(static_cast<size_t>(rows));
  for (int64_t row = 0; row < rows; ++row) {
    shares[static_cast<size_t>(row)].resize(static_cast<size_t>(entries));
    const float* scores = logits.values.data() + ((row + 1) * queries - 1) * entries;
    kernels::log_softmax_row(scores, shares[static_cast<size_t>(row)].data(), entries);
  }
  return shares;
}

}  // namespace attn
