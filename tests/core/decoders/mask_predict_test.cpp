#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/graph/evaluation.h"
#include "core/layers/parallel_parts.h"
#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

// One record for everything that is asked of the model, apart from the decoder.
struct Said {
  Tensor lengths, logits;
};
Said ask(TinySpeaker& speaker, const Tensor& source, const std::vector<float>& inputs) {
  const MaskedParts& parts = *speaker.run().model->masked;
  Graph graph;
  Recorder recorder(graph, context_of(speaker.run(), &speaker.parameters()));
  const Memory memory = speaker.run().model->encode(recorder, given(graph, source, "source", "x"));
  const Value lengths = parts.lengths(recorder, memory);
  const Tensor read{{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(inputs.size())}}, inputs};
  const Value logits = parts.fill(recorder, memory, given(graph, read, "inputs", "y"));
  Evaluation<float> values(graph);
  EXPECT_TRUE(values.run().ok());
  return {computed(values, lengths), computed(values, logits)};
}

double log_share(const float* scores, int64_t count, int64_t at) {
  double largest = -1e300, sum = 0;
  for (int64_t i = 0; i < count; ++i) largest = std::max(largest, static_cast<double>(scores[i]));
  for (int64_t i = 0; i < count; ++i) sum += std::exp(static_cast<double>(scores[i]) - largest);
  return static_cast<double>(scores[at]) - largest - std::log(sum);
}

// The paper's algorithm with one length, in plain loops: places that are least sure are asked again.
std::vector<float> by_hand(TinySpeaker& speaker, const Tensor& source, int64_t passes) {
  const int64_t room = source.shape.columns() + 8;
  const auto mask = static_cast<float>(speaker.examples().sizes().target_pieces);
  std::vector<float> text(static_cast<size_t>(room), static_cast<float>(kEndPiece));
  const Tensor lengths = ask(speaker, source, text).lengths;
  int64_t length = 1;
  for (int64_t n = 2; n < lengths.shape.columns() && n <= room && n <= 9; ++n)
    if (lengths.values[static_cast<size_t>(n)] > lengths.values[static_cast<size_t>(length)]) length = n;
  std::vector<double> sure(static_cast<size_t>(length), -1e300);
  for (int64_t t = 0; t < passes; ++t) {
    const int64_t count = t == 0 ? length : length * (passes - t) / passes;
    std::vector<float> inputs = text;
    std::vector<int64_t> asked;
    std::vector<bool> taken(static_cast<size_t>(length));
    for (int64_t i = 0; i < count; ++i) {
      int64_t least = -1;
      for (int64_t place = 0; place < length; ++place) {
        if (taken[static_cast<size_t>(place)]) continue;
        if (least < 0 || sure[static_cast<size_t>(place)] < sure[static_cast<size_t>(least)]) least = place;
      }
      taken[static_cast<size_t>(least)] = true;
      asked.push_back(least);
      inputs[static_cast<size_t>(least)] = mask;
    }
    const Tensor logits = ask(speaker, source, inputs).logits;
    for (const int64_t place : asked) {
      const float* scores = logits.values.data() + place * logits.shape.columns();
      int64_t best = kFirstPiece;
      for (int64_t piece = best; piece < logits.shape.columns(); ++piece)
        if (scores[piece] > scores[best]) best = piece;
      text[static_cast<size_t>(place)] = static_cast<float>(best);
      sure[static_cast<size_t>(place)] = log_share(scores, logits.shape.columns(), best);
    }
  }
  text.resize(static_cast<size_t>(length));
  return text;
}

TEST(MaskPredict, AsksAgainWhatIsLeastSure) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    TinySpeaker speaker("masked_transformer", "reverse", {}, seed);
    for (const char* passes : {"1", "3", "5"}) {
      for (int64_t first = 0; first < 3; ++first) {
        const Tensor source = speaker.source(1, first);
        const Finished done =
            decode("mask_predict", {speaker.speaker()}, source, {{"passes", passes}, {"lengths", "1"}});
        EXPECT_EQ(done.rows[0].pieces, by_hand(speaker, source, passes[0] - '0'));
        EXPECT_EQ(done.calls.size(), static_cast<size_t>(2 + passes[0] - '0'));  // reading, the length, and each pass
        expect_sound(done);
      }
    }
  }
}

TEST(MaskPredict, TheSurestLengthWins) {
  TinySpeaker speaker("masked_transformer", "reverse", {}, 2);
  const Tensor source = speaker.source();
  const Finished done = decode("mask_predict", {speaker.speaker()}, source, {{"lengths", "3"}});
  // The last thing that was said of every place, candidate by candidate.
  std::map<int64_t, std::map<int64_t, double>> last;
  for (const DecoderCall& call : done.calls)
    if (call.kind == CallKind::kDecode)
      for (const Filled& filled : call.filled) last[filled.candidate][filled.place] = filled.log_probability;
  ASSERT_GE(last.size(), 2U);
  double best = -1e300;
  size_t length = 0;
  for (const auto& [candidate, places] : last) {
    double mean = 0;
    for (const auto& [place, share] : places) mean += share / static_cast<double>(places.size());
    if (mean > best) best = mean, length = places.size();
  }
  EXPECT_EQ(done.rows[0].pieces.size(), length);
}

TEST(MaskPredict, ARowOfManySaysWhatItSaysAlone) {
  TinySpeaker speaker("masked_transformer", "reverse", {}, 4);
  const Tensor sources = speaker.source(8);
  const Finished together = decode("mask_predict", {speaker.speaker()}, sources);
  for (const int64_t row : {0, 3, 7}) {
    const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, row)};
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].pieces,
              decode("mask_predict", {speaker.speaker()}, one).rows[0].pieces);
  }
}

}  // namespace
}  // namespace attn::test
