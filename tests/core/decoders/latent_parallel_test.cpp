#include <gtest/gtest.h>

#include "core/graph/evaluation.h"
#include "core/kernels/softmax.h"
#include "core/layers/parallel_parts.h"
#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

// Halved once, so that a few pieces have several latents.
TinySpeaker speaker_of(const char* settings) {
  return TinySpeaker("latent_transformer", "reverse", {{"halvings", "1"}, {"settings", settings}});
}

class LatentParallel : public testing::TestWithParam<const char*> {};

std::vector<std::vector<float>> by_place(const Finished& done, CallKind kind) {
  std::vector<std::vector<float>> rows(done.rows.size());
  for (const DecoderCall& call : done.calls) {
    if (call.kind != kind) continue;
    for (const Filled& filled : call.filled)
      rows[static_cast<size_t>(filled.row)].push_back(static_cast<float>(filled.piece));
  }
  return rows;
}

// The pieces that one kind of call put at the first row's places.
std::vector<float> kept_text_of(const Finished& done, CallKind kind) {
  std::vector<float> text = by_place(done, kind)[0];
  if (!text.empty() && text.back() == static_cast<float>(kEndPiece)) text.pop_back();
  return text;
}

TEST_P(LatentParallel, TakesACallForEachLatentAndOneForAllPlaces) {
  TinySpeaker speaker = speaker_of(GetParam());
  const Tensor source = speaker.source();
  const Finished done = decode("latent_parallel", {speaker.speaker()}, source);
  const int64_t latents = (source.shape.columns() + 8 + 1) / 2;
  ASSERT_EQ(static_cast<int64_t>(done.calls.size()), 1 + latents + 1);
  EXPECT_EQ(done.calls.front().kind, CallKind::kEncode);
  EXPECT_EQ(done.calls.back().kind, CallKind::kDecode);
  EXPECT_EQ(static_cast<int64_t>(by_place(done, CallKind::kLatent)[0].size()), latents);
  expect_sound(done);
}

// The oracle predicts every latent in a record of its own that reads all latents before it, with nothing carried, and
// says the places in another.
TEST_P(LatentParallel, WhatIsCarriedPlansWhatAFullPassPlans) {
  TinySpeaker speaker = speaker_of(GetParam());
  const LatentParts& parts = *speaker.run().model->latent;
  for (int64_t first = 0; first < 3; ++first) {
    const Tensor source = speaker.source(1, first);
    const Finished done = decode("latent_parallel", {speaker.speaker()}, source, {}, 100);
    const std::vector<float> plan = by_place(done, CallKind::kLatent)[0];
    const int64_t entries = 16;
    for (size_t place = 0; place < plan.size(); ++place) {
      Graph graph;
      Recorder recorder(graph, context_of(speaker.run(), &speaker.parameters()));
      const Memory memory = speaker.run().model->encode(recorder, given(graph, source, "source", "x"));
      Tensor before{{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(place) + 1}}, {entries}};
      before.values.insert(before.values.end(), plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(place));
      const Value scores = parts.predict(recorder, memory, {given(graph, before, "before", "k")})[0];
      Evaluation<float> values(graph);
      ASSERT_TRUE(values.run().ok());
      const float* last = values.data(scores.node()) + static_cast<std::ptrdiff_t>(place) * entries;
      EXPECT_EQ(static_cast<float>(std::max_element(last, last + entries) - last), plan[place]) << place;
      // To the last digit: a plan that forgot what stands before would name the same codes now and then.
      std::vector<float> shares(static_cast<size_t>(entries));
      kernels::log_softmax_row(last, shares.data(), entries);
      EXPECT_EQ(static_cast<double>(shares[static_cast<size_t>(plan[place])]),
                done.calls[1 + place].filled[0].log_probability);
    }
    Graph graph;
    Recorder recorder(graph, context_of(speaker.run(), &speaker.parameters()));
    const Memory memory = speaker.run().model->encode(recorder, given(graph, source, "source", "x"));
    const Tensor codes{{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(plan.size())}}, plan};
    const Value logits = parts.say(recorder, memory, {given(graph, codes, "codes", "k")});
    Evaluation<float> values(graph);
    ASSERT_TRUE(values.run().ok());
    const Tensor said = computed(values, logits);
    std::vector<float> text;
    for (int64_t i = 0; i < said.shape[1].size; ++i) {
      const float* scores = said.values.data() + i * said.shape.columns();
      const int64_t piece = std::max_element(scores + kEndPiece, scores + said.shape.columns()) - scores;
      if (piece == kEndPiece) break;
      text.push_back(static_cast<float>(piece));
    }
    EXPECT_EQ(done.rows[0].pieces, text);
    EXPECT_EQ(kept_text_of(done, CallKind::kDecode), text);
  }
}

// With the codes that a text itself becomes, all places say what the model says while it is scored.
TEST_P(LatentParallel, SaysFromATextsOwnCodesWhatItSaysOfTheText) {
  TinySpeaker speaker = speaker_of(GetParam());
  const Batch batch = speaker.examples().held_out_batches(0, 4, 1)[0];
  Graph graph;
  Recorder recorder(graph, context_of(speaker.run(), &speaker.parameters()));
  const Recorded recorded = record_batch(recorder, speaker.run(), batch, 0);
  const Memory memory = speaker.run().model->encode(recorder, given(graph, batch.source, "again", "x"));
  const Value said = speaker.run().model->latent->say(recorder, memory, recorded.prediction.discrete.codes);
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.run().ok());
  const Tensor scored = computed(values, recorded.prediction.output), all = computed(values, said);
  ASSERT_LE(scored.values.size(), all.values.size());
  for (size_t i = 0; i < scored.values.size(); ++i) ASSERT_EQ(scored.values[i], all.values[i]) << i;
}

TEST_P(LatentParallel, ARowOfManySaysWhatItSaysAlone) {
  TinySpeaker speaker = speaker_of(GetParam());
  const Tensor sources = speaker.source(8);
  const Finished together = decode("latent_parallel", {speaker.speaker()}, sources);
  for (const int64_t row : {0, 5, 7}) {
    const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, row)};
    const Finished alone = decode("latent_parallel", {speaker.speaker()}, one);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].pieces, alone.rows[0].pieces);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].log_probability, alone.rows[0].log_probability);
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, LatentParallel, testing::Values("free", "paper", "reference"));

TEST(LatentParallelAlone, RefusesAModelWithoutLatents) {
  TinySpeaker speaker("transformer", "reverse");
  const Decoder& decoder = find_decoder("latent_parallel")->decoder;
  const Params params(decoder.text.params);
  Status status;
  EXPECT_EQ(TimedDecoding::start(decoder, {{speaker.speaker()}, &params, speaker.source(), 9, 1}, &status), nullptr);
  EXPECT_EQ(status.argument, "model");
}

}  // namespace
}  // namespace attn::test
