#include <gtest/gtest.h>

#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

class BeamOf : public testing::TestWithParam<std::string_view> {};

TEST_P(BeamOf, OneBeamIsGreedy) {
  TinySpeaker speaker(GetParam(), "reverse");
  for (int64_t first = 0; first < 3; ++first) {
    const Tensor source = speaker.source(1, first);
    const Finished one = decode("beam", {speaker.speaker()}, source, {{"beams", "1"}});
    const Finished greedily = decode("greedy", {speaker.speaker()}, source);
    EXPECT_EQ(one.rows[0].pieces, greedily.rows[0].pieces);
    EXPECT_EQ(one.rows[0].log_probability, greedily.rows[0].log_probability);
    EXPECT_EQ(one.rows[0].alignment, greedily.rows[0].alignment);
    EXPECT_EQ(one.calls.size(), greedily.calls.size());
    EXPECT_EQ(kept_text(one, 0), greedily.rows[0].pieces);
    expect_sound(one);
  }
}

TEST_P(BeamOf, ARowOfManySaysWhatItSaysAlone) {
  TinySpeaker speaker(GetParam(), "copy");
  const Tensor sources = speaker.source(6);
  const Finished together = decode("beam", {speaker.speaker()}, sources);
  for (int64_t row = 0; row < 6; ++row) {
    const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, row)};
    const Finished alone = decode("beam", {speaker.speaker()}, one);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].pieces, alone.rows[0].pieces);
    EXPECT_EQ(together.rows[static_cast<size_t>(row)].log_probability, alone.rows[0].log_probability);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, BeamOf, testing::ValuesIn(models_of_sequences()),
                         [](const auto& info) { return std::string(info.param); });

// The best of all texts there are, by asking for every one of them.
void best_of_all(Decoding& decoding, std::vector<int64_t> text, double so_far, int64_t longest,
                 std::pair<double, std::vector<float>>* best) {
  std::vector<NextPiece> said;
  ASSERT_TRUE(decoding.next({text.back()}, &said).ok());
  for (size_t piece = kEndPiece; piece < said[0].log_shares.size(); ++piece) {
    const double score = so_far + static_cast<double>(said[0].log_shares[piece]);
    std::vector<int64_t> longer = text;
    longer.push_back(static_cast<int64_t>(piece));
    const bool over = piece == kEndPiece || static_cast<int64_t>(longer.size()) > longest;
    if (over && score > best->first) {
      *best = {score, {}};
      for (size_t i = 1; i < longer.size(); ++i)
        if (longer[i] != kEndPiece) best->second.push_back(static_cast<float>(longer[i]));
    }
    if (!over) best_of_all(decoding, longer, score, longest, best);
  }
  decoding.take_back(1);
}

TEST(Beam, ABeamOfAllTextsFindsTheBestOfAll) {
  for (const char* model : {"transformer", "rnn_search"}) {
    TinySpeaker speaker(model, "copy");
    const Tensor source = speaker.source();
    Decoding decoding(speaker.run(), &speaker.parameters());
    decoding.keep_states();
    ASSERT_TRUE(decoding.read(source).ok());
    std::pair<double, std::vector<float>> best = {-1e9, {}};
    best_of_all(decoding, {kStartPiece}, 0, 2, &best);
    // Four letters and the end: 16 beams hold every first piece, and the best of all texts of two.
    const Finished done = decode("beam", {speaker.speaker()}, source, {{"beams", "16"}}, 2);
    EXPECT_EQ(done.rows[0].pieces, best.second);
    EXPECT_NEAR(done.rows[0].log_probability, best.first, 1e-9);
  }
}

TEST(Beam, CountsTheTextsThatWereAskedAndThoseThatGoOn) {
  TinySpeaker speaker("transformer", "reverse");
  const Finished done = decode("beam", {speaker.speaker()}, speaker.source());
  ASSERT_GT(done.calls.size(), 2U);
  EXPECT_EQ(done.calls[1].decided, 1);
  EXPECT_LE(done.calls[2].decided, 4);
  for (const DecoderCall& call : done.calls) EXPECT_LE(call.filled.size(), 4U);
  expect_sound(done);
}

}  // namespace
}  // namespace attn::test
