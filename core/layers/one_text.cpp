#include "core/layers/one_text.h"

#include "core/attention/frame_text.h"
#include "core/kernels/math.h"

namespace attn {
namespace {

// sqrt(d) E: ids [...] -> [..., model]
Value vectors(Recorder& r, std::string_view name, Value ids, int64_t pieces, int64_t width) {
  const double root = kernels::square_root(static_cast<double>(width));
  return scale(embedding(r, name, ids, pieces, width, Start::normal(1 / root)), root);
}

}  // namespace

Value one_text(Recorder& r, Value source, Value inputs, const TransformerSizes& sizes) {
  const FrameText embed{"embed", "text", "Source and target stand in one line"};
  const Value read =
      rename(vectors(r, "source", source, r.sizes().source_pieces, sizes.width), axis::kKey, axis::kQuery);
  const Value written = vectors(r, "target", inputs, r.sizes().target_pieces, sizes.width);
  const Value both = concat(read, written, axis::kQuery)
                         .step(embed.step("pieces", "E", Role::kNone, R"(\sqrt{d}\,[E_m; E_\delta; E_y])",
                                          "The source, a delimiter, and what is written so far."));
  if (!sizes.positions) return r.dropout(both, sizes.dropout);
  const Value x = add(both, sinusoids(r.graph(), both.shape().size(axis::kQuery), sizes.width))
                      .step(embed.step("x", "X", Role::kNone, R"(x_i = \sqrt{d}\,E_{w_i} + P_i)",
                                       "Places are counted through the whole line."));
  return r.dropout(x, sizes.dropout);
}

Value target_logits(Recorder& r, Value x, int64_t targets) {
  const FrameText output{"output", "logits", "Every piece is scored"};
  const int64_t all = x.shape().size(axis::kQuery);
  const Value asked = slice(x, axis::kQuery, all - targets, all)
                          .step(output.step("asked", "X", Role::kNone, R"(x_i,\; i \ge |m|)",
                                            "Only what stands behind the source is asked how the text goes on."));
  return tied_logits(r, "target", asked, r.sizes().target_pieces);
}

std::vector<Value> looks_at_source(const std::vector<Value>& readings, int64_t source, int64_t targets) {
  std::vector<Value> looks;
  const int64_t all = source + targets;
  for (auto reading = readings.rbegin(); reading != readings.rend(); ++reading) {
    if (!reading->valid()) continue;
    const bool whole = reading->shape().size(axis::kQuery) == all && reading->shape().size(axis::kKey) == all;
    looks.push_back(whole ? slice(slice(*reading, axis::kQuery, source, all), axis::kKey, 0, source) : *reading);
  }
  return looks;
}

}  // namespace attn
