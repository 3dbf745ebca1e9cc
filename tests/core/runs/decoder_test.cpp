#include "core/runs/decoder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/core/decoders/decoder_case.h"

namespace attn::test {
namespace {

TEST(Decoder, TakesOnlyModelsOfOneVocabularyAndAsManyAsItAsks) {
  TinySpeaker one("transformer", "copy");
  const Decoder& decoder = find_decoder("speculative")->decoder;
  const Params params(decoder.text.params);
  const Params other_task(find_task("copy")->task.text.params);
  Status status;
  const auto examples = find_task("copy")->task.open(other_task, {}, &status);
  Speaker other = one.speaker();
  other.run.examples = examples.get();  // 4 letters against the default's more
  EXPECT_EQ(TimedDecoding::start(decoder, {{one.speaker(), other}, &params, one.source(), 9, 1}, &status), nullptr);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(TimedDecoding::start(decoder, {{one.speaker()}, &params, one.source(), 9, 1}, &status), nullptr);
  EXPECT_FALSE(status.ok());
}

// Waits in one of its calls.
class Sleeper final : public DecoderSteps {
 public:
  Status advance(DecoderCall* call) override {
    call->kind = CallKind::kLatent;
    if (++calls_ == 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return {};
  }
  bool done() const override { return calls_ == 3; }
  std::vector<Decoded> rows() const override { return {}; }

 private:
  int calls_ = 0;
};

TEST(Decoder, WhatHappensBetweenCallsIsNobodysTime) {
  TinySpeaker speaker("rnn_search", "copy");
  Decoder decoder;
  decoder.models = {the_model()};
  decoder.start = [](const DecoderInput&, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<Sleeper>();
  };
  Status status;
  const auto decoding = TimedDecoding::start(decoder, {{speaker.speaker()}, nullptr, speaker.source(), 9, 1}, &status);
  ASSERT_TRUE(status.ok());
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  Clock::duration slept{};
  while (!decoding->done()) {
    ASSERT_TRUE(decoding->advance().ok());
    const Clock::time_point before = Clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    slept += Clock::now() - before;
  }
  const std::chrono::duration<double, std::milli> awake = Clock::now() - began - slept;
  const std::vector<DecoderCall>& calls = decoding->calls();
  ASSERT_EQ(calls.size(), 3U);
  EXPECT_EQ(calls[0].begin, 0);
  EXPECT_EQ(calls[1].begin, calls[0].end);
  EXPECT_EQ(calls[2].begin, calls[1].end);
  EXPECT_GE(calls[1].end - calls[1].begin, 5);
  EXPECT_LE(calls[2].end, awake.count());
}

}  // namespace
}  // namespace attn::test
