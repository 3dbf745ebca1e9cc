// How good a model is on held-out examples.
#ifndef CORE_RUNS_METRICS_H_
#define CORE_RUNS_METRICS_H_

#include <cstdint>
#include <map>
#include <span>

#include "core/runs/decoder.h"

namespace attn {

// Teacher-forced: every piece given the right ones before it.
struct Score {
  double loss = 0;      // a mean over targets, without smoothing
  double accuracy = 0;  // of targets: the likeliest piece is right, or the number near enough
  int64_t targets = 0;
};
Status score(const Run& run, Parameters* parameters, const std::vector<Batch>& batches, Score* out);

// Decoding against the references of each example.
struct ErrorRates {
  int64_t examples = 0;
  int64_t wrong = 0;    // no reference is met: WER is wrong / examples
  int64_t edits = 0;    // fewest insertions, deletions and substitutions over the references
  int64_t symbols = 0;  // of the reference they are counted against: PER is edits / symbols
};
// By the length of the source; `total` is all of them together.
using ErrorsByLength = std::map<int64_t, ErrorRates>;
Status error_rates(const Decoder& decoder, const DecoderInput& input, const std::vector<Batch>& batches,
                   ErrorsByLength* out);
// The same of the one model that a base decoder asks.
Status error_rates(const Decoder& decoder, const Run& run, Parameters* parameters, const std::vector<Batch>& batches,
                   ErrorsByLength* out);
// Of every example of a batch: its edits, and the symbols of the reference they are counted against.
struct Edits {
  int64_t edits = 0;
  int64_t symbols = 0;
};
std::vector<Edits> edits_of(const Examples& examples, const Batch& batch, const std::vector<Decoded>& decoded);
ErrorRates total(const ErrorsByLength& errors);

// Levenshtein's distance.
int64_t edit_distance(std::span<const float> a, std::span<const float> b);

}  // namespace attn

#endif  // CORE_RUNS_METRICS_H_
