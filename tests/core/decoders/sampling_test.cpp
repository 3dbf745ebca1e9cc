#include <gtest/gtest.h>

#include "tests/core/decoders/chi_square.h"

namespace attn::test {
namespace {

TEST(Sampling, AtTemperatureZeroItIsGreedy) {
  for (const std::string_view model : models_of_sequences()) {
    TinySpeaker speaker(model, "reverse");
    const Tensor source = speaker.source();
    const Finished cold = decode("sampling", {speaker.speaker()}, source, {{"temperature", "0"}});
    const Finished greedily = decode("greedy", {speaker.speaker()}, source);
    EXPECT_EQ(cold.rows[0].pieces, greedily.rows[0].pieces) << model;
    EXPECT_EQ(cold.rows[0].log_probability, greedily.rows[0].log_probability) << model;
    expect_sound(cold);
  }
}

TEST(Sampling, TheLikeliestOneOrTheSmallestShareIsGreedy) {
  TinySpeaker speaker("transformer", "reverse");
  const Tensor source = speaker.source();
  const Finished greedily = decode("greedy", {speaker.speaker()}, source);
  for (const ParamValue& only : {ParamValue{"top_k", "1"}, ParamValue{"top_p", "0.01"}})
    EXPECT_EQ(decode("sampling", {speaker.speaker()}, source, {only}).rows[0].pieces, greedily.rows[0].pieces);
}

TEST(Sampling, RepeatsWithTheSeedAndDiffersWithAnother) {
  TinySpeaker speaker("transformer", "reverse", {}, 5, 0, 1);
  const Tensor source = speaker.source();
  const auto drawn = [&](uint64_t seed) {
    return decode("sampling", {speaker.speaker()}, source, {}, 9, seed).rows[0];
  };
  EXPECT_EQ(drawn(3).pieces, drawn(3).pieces);
  int64_t others = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) others += drawn(seed).pieces == drawn(3).pieces ? 0 : 1;
  EXPECT_GE(others, 4);
}

TEST(Sampling, TheFirstRowOfManyDrawsWhatItDrawsAlone) {
  TinySpeaker speaker("transformer", "reverse", {}, 5, 0, 1);
  const Tensor sources = speaker.source(5);
  const Tensor one{sources.shape.with(0, {axis::kBatch, 1}), row_of(sources, 0)};
  EXPECT_EQ(decode("sampling", {speaker.speaker()}, sources).rows[0].pieces,
            decode("sampling", {speaker.speaker()}, one).rows[0].pieces);
}

TEST(Sampling, TextsComeAsOftenAsTheModelSays) {
  TinySpeaker speaker("transformer", "copy", {}, 5, 0, 1);
  const Tensor source = speaker.source();
  for (const std::vector<ParamValue>& values :
       {std::vector<ParamValue>{}, std::vector<ParamValue>{{"temperature", "0.5"}, {"top_k", "3"}, {"top_p", "0.9"}}}) {
    Params params(find_decoder("sampling")->decoder.text.params);
    set_params(&params, values);
    const std::map<Text, double> shares = shares_of_all(speaker, source, bending_of(params), 3);
    std::map<Text, int64_t> drawn;
    constexpr int64_t kDraws = 1500;
    for (int64_t seed = 0; seed < kDraws; ++seed)
      ++drawn[decode("sampling", {speaker.speaker()}, source, values, 3, static_cast<uint64_t>(seed)).rows[0].pieces];
    EXPECT_LT(surprise(shares, drawn, kDraws), 3);
  }
}

}  // namespace
}  // namespace attn::test
