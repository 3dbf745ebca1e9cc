// A model asked by parts: the source is read once, and every later call is given what that left and what the call
// before carried. For parts that Decoding does not know (core/layers/parallel_parts.h).
#ifndef CORE_RUNS_ASKING_H_
#define CORE_RUNS_ASKING_H_

#include <vector>

#include "core/runs/ask.h"
#include "core/runs/decoder.h"

namespace attn {

class Asking {
 public:
  explicit Asking(const Speaker& speaker) : speaker_(speaker) {}

  // Reads the source of all rows of the batch.
  Status read(const Tensor& source, DecoderCall* call);

  // The next call, which goes on from what the calls before carried.
  Status call(const Ask& what, std::vector<Tensor>* out, DecoderCall* call);

  int64_t rows() const { return rows_; }
  const Model& model() const { return *speaker_.run.model; }
  const Params& params() const { return *speaker_.run.model_params; }
  const Discretization& discretization() const { return speaker_.run.discretization; }

 private:
  Speaker speaker_;
  int64_t rows_ = 0;
  Tensors memory_, carried_;
};

// Scores [batch, query, code or piece] of the last query as log-shares, a row for each of the batch.
std::vector<std::vector<float>> last_log_shares(const Tensor& logits);

}  // namespace attn

#endif  // CORE_RUNS_ASKING_H_
