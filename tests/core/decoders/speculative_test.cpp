#include <gtest/gtest.h>

#include "tests/core/decoders/chi_square.h"

namespace attn::test {
namespace {

// A recurrent model's state cannot be cut; a transformer's keys can; a convolution reads its whole text again.
constexpr std::string_view kKinds[] = {"transformer", "rnn_search", "luong", "slicenet"};

TEST(Speculative, SaysWhatItsTargetSaysGreedily) {
  for (const std::string_view target : kKinds) {
    TinySpeaker large(target, "reverse", {}, 5);
    for (const std::string_view draft : kKinds) {
      TinySpeaker small(draft, "reverse", {}, 11);
      for (const char* guesses : {"1", "2", "4", "7"}) {
        const Tensor source = large.source();
        const Finished done = decode("speculative", {small.speaker(), large.speaker()}, source, {{"guesses", guesses}});
        const Finished greedily = decode("greedy", {large.speaker()}, source);
        EXPECT_EQ(done.rows[0].pieces, greedily.rows[0].pieces) << draft << " for " << target << ", " << guesses;
        EXPECT_EQ(done.rows[0].ended, greedily.rows[0].ended);
        EXPECT_NEAR(done.rows[0].log_probability, greedily.rows[0].log_probability, 1e-5);
        EXPECT_EQ(kept_text(done, 0), greedily.rows[0].pieces);
        expect_sound(done);
      }
    }
  }
}

TEST(Speculative, OfItsOwnGuessesTheTargetRefusesNone) {
  for (const std::string_view model : kKinds) {
    TinySpeaker speaker(model, "copy");
    const Finished done =
        decode("speculative", {speaker.speaker(), speaker.speaker()}, speaker.source(), {{"guesses", "3"}}, 12);
    int64_t checks = 0, said = 0;
    for (const DecoderCall& call : done.calls) {
      if (call.kind != CallKind::kCheck) continue;
      EXPECT_EQ(call.kept, call.decided) << model;
      ++checks, said += call.kept;
    }
    EXPECT_EQ(said, static_cast<int64_t>(done.rows[0].pieces.size()) + (done.rows[0].ended ? 1 : 0));
    EXPECT_EQ(checks, (said + 3) / 4);
  }
}

TEST(Speculative, OneCheckOfTheTargetFollowsSeveralGuesses) {
  TinySpeaker large("transformer", "reverse"), small("luong", "reverse");
  const Finished done = decode("speculative", {small.speaker(), large.speaker()}, large.source(), {{"guesses", "4"}});
  EXPECT_EQ(done.calls[0].kind, CallKind::kEncode);
  EXPECT_EQ(done.calls[1].kind, CallKind::kEncode);
  int64_t guesses = 0;
  for (size_t i = 2; i < done.calls.size(); ++i) {
    const DecoderCall& call = done.calls[i];
    if (call.kind == CallKind::kDraft) {
      ++guesses;
      EXPECT_EQ(call.decided, 1);
      EXPECT_EQ(call.kept, 0);
    } else {
      ASSERT_EQ(call.kind, CallKind::kCheck);
      EXPECT_LE(guesses, 4);
      EXPECT_GE(call.kept, 1);
      guesses = 0;
    }
  }
}

TEST(Speculative, RowsTakeTurns) {
  TinySpeaker large("transformer", "copy"), small("rnn_search", "copy", {}, 9);
  const Tensor sources = large.source(3);
  const Finished together = decode("speculative", {small.speaker(), large.speaker()}, sources);
  const Finished greedily = decode("greedy", {large.speaker()}, sources);
  for (size_t row = 0; row < 3; ++row) EXPECT_EQ(together.rows[row].pieces, greedily.rows[row].pieces);
}

// Leviathan et al. 2023, appendix A.1: what is drawn is drawn as by the target alone, whatever the draft.
TEST(Speculative, SampledTextsComeAsOftenAsTheTargetSays) {
  TinySpeaker large("transformer", "copy", {}, 5, 0, 1), small("rnn_search", "copy", {}, 9, 0, 3);
  const Tensor source = large.source();
  for (const std::vector<ParamValue>& values :
       {std::vector<ParamValue>{{"choose", "sampled"}, {"guesses", "2"}},
        std::vector<ParamValue>{{"choose", "sampled"}, {"guesses", "3"}, {"temperature", "0.6"}, {"top_k", "4"}}}) {
    Params params(find_decoder("speculative")->decoder.text.params);
    set_params(&params, values);
    const std::map<Text, double> shares = shares_of_all(large, source, bending_of(params), 3);
    std::map<Text, int64_t> drawn;
    int64_t refused = 0, kept = 0;
    constexpr int64_t kDraws = 1500;
    for (int64_t seed = 0; seed < kDraws; ++seed) {
      const Finished done =
          decode("speculative", {small.speaker(), large.speaker()}, source, values, 3, static_cast<uint64_t>(seed));
      ++drawn[done.rows[0].pieces];
      for (const DecoderCall& call : done.calls)
        if (call.kind == CallKind::kCheck) refused += call.decided - call.kept, kept += call.kept;
    }
    EXPECT_LT(surprise(shares, drawn, kDraws), 3);
    // Both happen, or nothing was tested.
    EXPECT_GT(refused, kDraws / 10);
    EXPECT_GT(kept, kDraws);
  }
}

}  // namespace
}  // namespace attn::test
