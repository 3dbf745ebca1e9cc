#include "core/text/unigram.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "rapidjson/document.h"
#include "tests/core/text/files.h"

namespace attn::text {
namespace {

using test::read_file;

std::vector<int32_t> ids(const Encoding& encoding) {
  std::vector<int32_t> list;
  for (const Piece& piece : encoding.pieces) list.push_back(piece.id);
  return list;
}

// The best total score over all cuts, by trying every cut: the oracle of the Viterbi search.
double best_score(const std::map<std::string, double>& scores, const std::vector<std::string>& characters,
                  size_t from) {
  if (from == characters.size()) return 0;
  double best = -1e300;
  std::string piece;
  bool any = false;
  for (size_t end = from; end < characters.size(); ++end) {
    piece += characters[end];
    const auto found = scores.find(piece);
    if (found == scores.end()) continue;
    any = true;
    best = std::max(best, found->second + best_score(scores, characters, end + 1));
  }
  return any ? best : best_score(scores, characters, from + 1);
}

TEST(Unigram, FindsTheBestOfAllCuts) {
  const std::string sep(kSeparator);
  const std::vector<std::string> pieces{"<unk>", sep,  "a",  "b",  "é",       "ab",       "aba", "ba",
                                        "bé",    "éa", "aé", "bb", sep + "a", sep + "ab", "aaaa"};
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> scores{0};
    std::map<std::string, double> by_piece;
    for (size_t id = 1; id < pieces.size(); ++id) {
      scores.push_back(-1 - static_cast<double>(random() % 1000) / 100);
      by_piece[pieces[id]] = scores.back();
    }
    UnigramTokenizer tokenizer;
    ASSERT_TRUE(UnigramTokenizer::create(pieces, scores, 1, &tokenizer).ok());
    std::string text;
    std::vector<std::string> characters{sep};
    const char* const alphabet[] = {"a", "b", "é", " ", "漢"};
    for (unsigned i = 0; i < 1 + random() % 9; ++i) {
      const std::string c = alphabet[random() % 5];
      text += c;
      characters.push_back(c == " " ? sep : c);
    }
    double total = 0;
    for (const Piece& piece : tokenizer.encode(text).pieces) total += scores[static_cast<size_t>(piece.id)];
    EXPECT_NEAR(total, best_score(by_piece, characters, 0), 1e-9) << text;
  }
}

TEST(Unigram, AmongEqualsTheShorterLastPieceWins) {
  UnigramTokenizer tokenizer;
  ASSERT_TRUE(
      UnigramTokenizer::create({"<unk>", std::string(kSeparator), "a", "aa"}, {0, -1, -2, -2}, 1, &tokenizer).ok());
  EXPECT_EQ(ids(tokenizer.encode("aaa")), (std::vector<int32_t>{1, 3, 2}));
}

class RealVocabulary : public testing::Test {
 protected:
  void SetUp() override {
    bytes_ = read_file("build/models/sentence_encoder.bin");
    ASSERT_FALSE(bytes_.empty()) << test::kModelsMissing;
    Container container;
    ASSERT_TRUE(Container::open(bytes_, &container).ok());
    ASSERT_TRUE(UnigramTokenizer::from_container(container, 6, &tokenizer_).ok());
  }
  std::vector<uint8_t> bytes_;
  UnigramTokenizer tokenizer_;
};

TEST_F(RealVocabulary, GivesTheIdsOfTheTokenizerTheModelCameWith) {
  const std::vector<uint8_t> file = read_file("tests/core/text/peer_ids.json");
  rapidjson::Document json;
  json.Parse(reinterpret_cast<const char*>(file.data()), file.size());
  ASSERT_TRUE(json.IsArray());
  ASSERT_GE(json.Size(), 50U);
  for (const auto& entry : json.GetArray()) {
    const std::string text(entry["text"].GetString(), entry["text"].GetStringLength());
    std::vector<int32_t> expected;
    for (const auto& id : entry["ids"].GetArray()) expected.push_back(id.GetInt());
    EXPECT_EQ(ids(tokenizer_.encode(text)), expected) << text;
  }
}

TEST_F(RealVocabulary, PiecesCoverTheTextInOrderAndNeverCutACharacter) {
  const std::vector<uint8_t> file = read_file("tests/core/text/peer_ids.json");
  rapidjson::Document json;
  json.Parse(reinterpret_cast<const char*>(file.data()), file.size());
  for (const auto& entry : json.GetArray()) {
    const std::string text(entry["text"].GetString(), entry["text"].GetStringLength());
    int32_t at = 0;
    for (const Piece& piece : tokenizer_.encode(text).pieces) {
      // Between pieces only the space that a word begins with is left out.
      EXPECT_TRUE(piece.begin == at ||
                  (piece.begin == at + 1 && text[static_cast<size_t>(at)] == ' ' && piece.starts_word) ||
                  text.compare(static_cast<size_t>(at), 3, kSeparator) == 0)
          << text;
      EXPECT_LE(piece.begin, piece.end);
      const auto is_inside = [&](int32_t i) {
        return i < static_cast<int32_t>(text.size()) &&
               (static_cast<uint8_t>(text[static_cast<size_t>(i)]) & 0xc0U) == 0x80;
      };
      EXPECT_FALSE(is_inside(piece.begin) || is_inside(piece.end)) << text;
      at = piece.end;
    }
    EXPECT_EQ(at, static_cast<int32_t>(text.size())) << text;
  }
}

TEST_F(RealVocabulary, ShowsTheWordsWithoutTheirSpaces) {
  const std::string text = "the river bank was muddy";
  std::vector<std::string> shown;
  std::vector<bool> starts;
  for (const Piece& piece : tokenizer_.encode(text).pieces) {
    shown.push_back(text.substr(static_cast<size_t>(piece.begin), static_cast<size_t>(piece.end - piece.begin)));
    starts.push_back(piece.starts_word);
  }
  EXPECT_EQ(shown, (std::vector<std::string>{"the", "river", "bank", "was", "mu", "ddy"}));
  EXPECT_EQ(starts, (std::vector<bool>{true, true, true, true, true, false}));
}

TEST_F(RealVocabulary, AnyBytesAreSurvived) {
  EXPECT_TRUE(tokenizer_.encode("").pieces.empty());
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (unsigned i = 0; i < random() % 40; ++i) text.push_back(static_cast<char>(random() % 256));
    int32_t at = 0;
    for (const Piece& piece : tokenizer_.encode(text).pieces) {
      EXPECT_GE(piece.begin, at);
      EXPECT_LE(piece.end, static_cast<int32_t>(text.size()));
      at = piece.end;
    }
  }
  // Overlong, surrogate, past the last code point, cut off: unknown, as one piece after the separator.
  for (const std::string bad : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x96"}) {
    EXPECT_EQ(ids(tokenizer_.encode(bad)).back(), 0);
  }
}

TEST_F(RealVocabulary, LongTextsAreCheap) {
  // A megabyte of one word: linear time ends at once, quadratic time would not within the test's limit.
  const std::string text(1 << 20, 'a');
  EXPECT_GT(tokenizer_.encode(text).pieces.size(), 1000U);
}

TEST(Unigram, RefusesScoresThatDoNotFit) {
  UnigramTokenizer tokenizer;
  EXPECT_EQ(UnigramTokenizer::create({"a", "b"}, {0}, 1, &tokenizer).kind, ErrorKind::kBadModel);
  EXPECT_EQ(UnigramTokenizer::create({"a"}, {0}, 2, &tokenizer).kind, ErrorKind::kBadModel);
}

}  // namespace
}  // namespace attn::text
