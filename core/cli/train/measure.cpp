#include "core/cli/train/measure.h"

#include <algorithm>
#include <cstdio>

#include "core/cli/train/files.h"

namespace attn::cli {
namespace {

// Examples side by side: twice what an update has by default, since nothing is kept for the way back; the losses of
// manifests are means over these. A picture's pixels are as many rows as a batch of words, and their tensors are large.
int64_t batch_of(TaskKind kind) { return kind == TaskKind::kPixels ? 16 : 64; }

double share(int64_t some, int64_t all) {
  return static_cast<double>(some) / static_cast<double>(std::max<int64_t>(all, 1));
}

void write_errors(Json& json, const ErrorsByLength& errors) {
  const ErrorRates rates = total(errors);
  json.key("by_length").begin_array();
  for (const auto& [length, some] : errors) {
    json.begin_object().field("length", length).field("examples", some.examples).field("wrong", some.wrong);
    json.field("edits", some.edits).field("symbols", some.symbols).end_object();
  }
  json.end_array();
  const double wer = share(rates.wrong, rates.examples), per = share(rates.edits, rates.symbols);
  json.field("decoded", rates.examples).field("wrong", rates.wrong).field("edits", rates.edits);
  json.field("symbols", rates.symbols).field("wer", wer).field("per", per);
  std::fprintf(stderr, "decoded %lld: WER %.4f, PER %.4f\n", static_cast<long long>(rates.examples), wer, per);
}

}  // namespace

Score scored(const Options& options, const Run& run, Parameters* parameters) {
  Score found;
  const int64_t last = std::min(run.examples->held_out(), options.score);
  check(score(run, parameters, run.examples->held_out_batches(0, last, batch_of(run.kind)), &found));
  return found;
}

void write_metrics(Json& json, const Options& options, const ChosenRun& chosen, const Run& run,
                   Parameters* parameters) {
  const int64_t held = chosen.examples->held_out();
  const Score found = scored(options, run, parameters);
  std::fprintf(stderr, "held out: loss %.4f, accuracy %.4f\n", found.loss, found.accuracy);
  json.begin_object().field("examples", std::min(held, options.score));
  json.field("loss", found.loss).field("accuracy", found.accuracy);
  const Decoder* decoder = decoder_of(chosen.model.model);
  if (decoder && options.decode > 0) {
    ErrorsByLength errors;
    const std::vector<Batch> batches =
        chosen.examples->held_out_batches(0, std::min(held, options.decode), batch_of(run.kind));
    check(error_rates(*decoder, run, parameters, batches, &errors));
    write_errors(json, errors);
  }
  json.end_object();
}

}  // namespace attn::cli
