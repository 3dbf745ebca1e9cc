#include <gtest/gtest.h>

#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

TinySpeaker speaker_of(const char* guesses, uint64_t seed, int steps = 3) {
  return TinySpeaker("blockwise_transformer", "copy", {{"guesses", guesses}}, seed, steps, steps > 3 ? 1 : 2);
}

TEST(BlockwiseParallel, SaysWhatGreedyDecodingSays) {
  for (const char* guesses : {"2", "3", "6"}) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      TinySpeaker speaker = speaker_of(guesses, seed);
      for (int64_t first = 0; first < 4; ++first) {
        for (const int64_t longest : {1, 4, 9}) {
          const Tensor source = speaker.source(1, first);
          const Finished greedy = decode("greedy", {speaker.speaker()}, source, {}, longest);
          const Finished blocks = decode("blockwise_parallel", {speaker.speaker()}, source, {}, longest);
          EXPECT_EQ(blocks.rows[0].pieces, greedy.rows[0].pieces);
          EXPECT_EQ(blocks.rows[0].ended, greedy.rows[0].ended);
          EXPECT_EQ(blocks.rows[0].log_probability, greedy.rows[0].log_probability);
          EXPECT_EQ(kept_text(blocks, 0), blocks.rows[0].pieces);
          expect_sound(blocks);
        }
      }
    }
  }
}

// What every call kept and threw away: one piece more than the guesses that agreed.
TEST(BlockwiseParallel, KeepsTheGuessesThatAgree) {
  TinySpeaker speaker = speaker_of("4", 3);
  const Finished done = decode("blockwise_parallel", {speaker.speaker()}, speaker.source());
  int64_t said = 0;
  for (const DecoderCall& call : done.calls) {
    if (call.kind != CallKind::kCheck) continue;
    EXPECT_LE(call.decided, 4);
    EXPECT_GE(call.kept, 1);
    EXPECT_EQ(call.kept, std::count_if(call.filled.begin(), call.filled.end(), [](const Filled& f) { return f.kept; }));
    said += call.kept;
  }
  EXPECT_EQ(said, static_cast<int64_t>(done.rows[0].pieces.size()) + (done.rows[0].ended ? 1 : 0));
}

// A model that has learned to guess needs fewer calls than there are pieces.
TEST(BlockwiseParallel, ATrainedModelNeedsFewerCalls) {
  TinySpeaker speaker = speaker_of("4", 1, 250);
  size_t calls = 0, pieces = 0;
  for (int64_t first = 0; first < 8; ++first) {
    const Finished done = decode("blockwise_parallel", {speaker.speaker()}, speaker.source(1, first));
    calls += done.calls.size() - 1;
    pieces += done.rows[0].pieces.size() + 1;
  }
  EXPECT_LT(calls, pieces);
}

TEST(BlockwiseParallel, RowsTakeTurns) {
  TinySpeaker speaker = speaker_of("3", 2);
  const Tensor sources = speaker.source(8);
  const Finished together = decode("blockwise_parallel", {speaker.speaker()}, sources);
  for (const int64_t row : {0, 3, 7}) {
    const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, row)};
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].pieces,
              decode("blockwise_parallel", {speaker.speaker()}, one).rows[0].pieces);
  }
}

}  // namespace
}  // namespace attn::test
