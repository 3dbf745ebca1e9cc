#include <gtest/gtest.h>

#include "core/graph/evaluation.h"
#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

class GreedyOf : public testing::TestWithParam<std::string_view> {};

// The oracle reads the whole text again for every piece, in a record of its own, with nothing carried.
std::vector<float> by_full_passes(TinySpeaker& speaker, const Tensor& source, int64_t longest) {
  std::vector<float> text = {static_cast<float>(kStartPiece)};
  for (int64_t i = 0; i < longest; ++i) {
    Graph graph;
    Recorder recorder(graph, context_of(speaker.run(), &speaker.parameters()));
    const Memory memory = speaker.run().model->encode(recorder, given(graph, source, "source", "x"));
    const Tensor inputs{{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(text.size())}}, text};
    const Prediction said = speaker.run().model->decode(recorder, memory, given(graph, inputs, "inputs", "y"));
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    const int64_t pieces = said.output.shape().columns();
    const float* last = values.data(said.output.node()) + i * pieces;
    int64_t best = kEndPiece;
    for (int64_t piece = best; piece < pieces; ++piece)
      if (last[piece] > last[best]) best = piece;
    if (best == kEndPiece) break;
    text.push_back(static_cast<float>(best));
  }
  return {text.begin() + 1, text.end()};
}

TEST_P(GreedyOf, WhatIsCarriedSaysWhatAFullPassSays) {
  for (const char* task : {"copy", "reverse"}) {
    TinySpeaker speaker(GetParam(), task);
    for (int64_t first = 0; first < 3; ++first) {
      const Tensor source = speaker.source(1, first);
      const Finished done = decode("greedy", {speaker.speaker()}, source);
      EXPECT_EQ(done.rows[0].pieces, by_full_passes(speaker, source, 9));
      EXPECT_EQ(kept_text(done, 0), done.rows[0].pieces);
      expect_sound(done);
    }
  }
}

TEST_P(GreedyOf, ARowOfManySaysWhatItSaysAlone) {
  TinySpeaker speaker(GetParam(), "reverse");
  const Tensor sources = speaker.source(64);
  const Finished together = decode("greedy", {speaker.speaker()}, sources);
  ASSERT_EQ(together.rows.size(), 64U);
  for (const int64_t row : {0, 17, 63}) {
    const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, row)};
    const Finished alone = decode("greedy", {speaker.speaker()}, one);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].pieces, alone.rows[0].pieces);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].log_probability, alone.rows[0].log_probability);
    EXPECT_EQ(kept_text(together, row), alone.rows[0].pieces);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, GreedyOf, testing::ValuesIn(models_of_sequences()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Greedy, CallsAreOneForTheSourceAndOneForEveryPiece) {
  TinySpeaker speaker("transformer", "copy");
  const Finished done = decode("greedy", {speaker.speaker()}, speaker.source());
  const size_t pieces = done.rows[0].pieces.size() + (done.rows[0].ended ? 1 : 0);
  ASSERT_EQ(done.calls.size(), 1 + pieces);
  EXPECT_EQ(done.calls[0].kind, CallKind::kEncode);
  double sum = 0;
  for (size_t i = 1; i < done.calls.size(); ++i) {
    EXPECT_EQ(done.calls[i].kind, CallKind::kDecode);
    EXPECT_EQ(done.calls[i].decided, 1);
    sum += done.calls[i].filled.at(0).log_probability;
  }
  EXPECT_DOUBLE_EQ(sum, done.rows[0].log_probability);
}

TEST(Greedy, ACallOfTheTransformerReadsOnePiece) {
  TinySpeaker speaker("transformer", "copy");
  const Finished done = decode("greedy", {speaker.speaker()}, speaker.source(), {}, 12);
  ASSERT_GT(done.calls.size(), 5U);
  // Keys and values are carried: from call to call nothing grows but the attention over one key more. (The first of
  // them also makes the source's keys and values.)
  const double grown = done.calls[3].multiplications - done.calls[2].multiplications;
  EXPECT_GT(grown, 0);
  EXPECT_LT(grown, done.calls[2].multiplications / 20);
  for (size_t i = 3; i < done.calls.size(); ++i)
    EXPECT_EQ(done.calls[i].multiplications - done.calls[i - 1].multiplications, grown);
}

}  // namespace
}  // namespace attn::test
