#include "core/text/starter.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/text/unigram.h"
#include "rapidjson/document.h"
#include "tests/core/text/files.h"

namespace attn::text {
namespace {

using test::read_file;

class Starter : public testing::Test {
 protected:
  void SetUp() override {
    bytes_ = read_file("build/models/starter.bin");
    full_bytes_ = read_file("build/models/sentence_encoder.bin");
    ASSERT_FALSE(bytes_.empty()) << test::kModelsMissing;
    Container full;
    ASSERT_TRUE(Container::open(bytes_, &container_).ok());
    ASSERT_TRUE(Container::open(full_bytes_, &full).ok());
    header_.Parse(container_.header().data(), container_.header().size());
    ASSERT_TRUE(
        StarterTokenizer::from_container(container_, header_["config"]["first_inner"].GetInt(), &starter_).ok());
    ASSERT_TRUE(UnigramTokenizer::from_container(full, 6, &full_).ok());
  }
  // Equal to the full tokenizer, or some word said to be outside.
  bool agrees(const std::string& text) const {
    const Encoding small = starter_.encode(text);
    return !small.outside.empty() || small.pieces == full_.encode(text).pieces;
  }
  std::vector<uint8_t> bytes_, full_bytes_;
  Container container_;
  rapidjson::Document header_;
  StarterTokenizer starter_;
  UnigramTokenizer full_;
};

TEST_F(Starter, KnowsEveryExampleSentence) {
  Container full;
  ASSERT_TRUE(Container::open(full_bytes_, &full).ok());
  rapidjson::Document header;
  header.Parse(full.header().data(), full.header().size());
  ASSERT_GE(header["examples"].Size(), 10U);
  for (const auto& example : header["examples"].GetArray()) {
    const std::string text = example["text"].GetString();
    EXPECT_TRUE(starter_.encode(text).outside.empty()) << text;
    EXPECT_TRUE(agrees(text)) << text;
  }
}

TEST_F(Starter, NeverCutsAWordDifferently) {
  // All that its own pieces can spell in random order, with spaces and punctuation between.
  std::vector<uint8_t> text;
  ASSERT_TRUE(container_.bytes("vocabulary.text", {-1}, &text).ok());
  std::vector<std::string> pieces = split_zero_closed(text);
  for (std::string& piece : pieces) {
    if (piece.starts_with(kSeparator)) piece.replace(0, kSeparator.size(), " ");
  }
  std::mt19937 random(11);
  int inside = 0;
  for (int round = 0; round < 50000; ++round) {
    std::string sentence;
    for (unsigned i = 0; i <= random() % 4; ++i) sentence += pieces[random() % pieces.size()];
    ASSERT_TRUE(agrees(sentence)) << sentence;
    if (starter_.encode(sentence).outside.empty()) ++inside;
  }
  EXPECT_GT(inside, 10000);
}

TEST_F(Starter, AgreesOnTheVariedSentences) {
  const std::vector<uint8_t> file = read_file("tests/core/text/peer_ids.json");
  rapidjson::Document json;
  json.Parse(reinterpret_cast<const char*>(file.data()), file.size());
  for (const auto& entry : json.GetArray()) {
    EXPECT_TRUE(agrees({entry["text"].GetString(), entry["text"].GetStringLength()}));
  }
}

TEST_F(Starter, NamesTheWordsItCannotCut) {
  const std::string text = "the xylophone, and the café";
  std::vector<std::string> outside;
  for (const Range& range : starter_.encode(text).outside) {
    outside.push_back(text.substr(static_cast<size_t>(range.begin), static_cast<size_t>(range.end - range.begin)));
  }
  EXPECT_EQ(outside, (std::vector<std::string>{"xylophone", "café"}));
}

TEST_F(Starter, SurvivesAnyBytesAndLongWords) {
  EXPECT_TRUE(starter_.encode("").pieces.empty());
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (unsigned i = 0; i < random() % 40; ++i) text.push_back(static_cast<char>(random() % 256));
    EXPECT_TRUE(agrees(text));
  }
  EXPECT_EQ(starter_.encode(std::string(1 << 20, 'a')).outside.size(), 1U);
}

}  // namespace
}  // namespace attn::text
