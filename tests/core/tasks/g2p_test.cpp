#include <algorithm>

#include "core/tasks/g2p/dictionary.h"
#include "tests/core/tasks/data_file.h"
#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

using g2p::Dictionary;

// Two words of test, one of validation, three to train on; "read" is said in two ways.
std::vector<Array> small_data() {
  const std::string close(1, '\0');
  std::string words, phonemes;
  for (const char* word : {"read", "sea", "tea", "a", "dear", "it's"}) words += word + close;
  for (const char* name : {"A", "D", "E", "I", "R", "S", "T"}) phonemes += name + close;
  return {text_of("words", words),
          integers_of("counts", {2, 1, 3}),
          bytes_of("pronunciations", {5, 4, 2,   0,   5, 3,   2, 255,          // read: R I D, R E D
                                      6, 4, 255, 7,   4, 255, 1, 0,   3, 255,  // sea; tea; a: A, E
                                      2, 4, 5,   255, 4, 7,   6, 255}),        // dear; it's
          text_of("phonemes", phonemes),
          integers_of("text", {3, 4, -1, 5, 3, 4, 5, 3, 4, 5}),
          integers_of("phrases", {3, 0, -1, -1, -1, -1, 0, 1, 3, 0, 4, 5, 2, -1, -1, -1, -1, -1}, {3, 6}),
          integers_of("phrase_counts", {2, 1})};
}

TEST(G2pDictionary, ReadsItsFile) {
  Dictionary dictionary;
  const std::vector<uint8_t> file = data_file(small_data());
  const Status status = Dictionary::open(file, &dictionary);
  ASSERT_TRUE(status.ok()) << status.got << " / " << status.takes;
  EXPECT_EQ(dictionary.spelling(0), "read");
  EXPECT_EQ(dictionary.spelling(5), "it's");
  EXPECT_EQ(dictionary.ways(0), 2);
  EXPECT_EQ(dictionary.ways(1), 1);
  const std::span<const uint8_t> sounds = dictionary.sounds(0, 1);
  EXPECT_EQ(std::vector<uint8_t>(sounds.begin(), sounds.end()), (std::vector<uint8_t>{4, 2, 1}));
  EXPECT_EQ(dictionary.phrase(0).size(), 2U);
  EXPECT_EQ(dictionary.phrase(1).size(), 6U);
  EXPECT_EQ(dictionary.training().begin, 3);
}

TEST(G2pDictionary, RefusesDamagedFiles) {
  const auto replaced = [](Array array) {
    std::vector<Array> arrays = small_data();
    for (Array& one : arrays) {
      if (one.name == array.name) one = array;
    }
    return data_file(arrays);
  };
  Dictionary dictionary;
  const auto refuses = [&](const std::vector<uint8_t>& file) {
    return Dictionary::open(file, &dictionary).kind == ErrorKind::kBadModel;
  };
  EXPECT_FALSE(refuses(data_file(small_data())));
  EXPECT_TRUE(refuses({}));
  for (size_t i = 0; i < small_data().size(); ++i) {
    std::vector<Array> arrays = small_data();
    arrays.erase(arrays.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(refuses(data_file(arrays))) << "without array " << i;
  }
  EXPECT_TRUE(refuses(replaced(text_of("words", "READ"))));
  EXPECT_TRUE(refuses(replaced(text_of("words", "read"))));
  EXPECT_TRUE(refuses(replaced(integers_of("counts", {2, 1, 4}))));
  EXPECT_TRUE(refuses(replaced(integers_of("counts", {-1, 4, 3}))));
  EXPECT_TRUE(refuses(replaced(bytes_of("pronunciations", {5, 4, 2, 255}))));
  EXPECT_TRUE(refuses(replaced(bytes_of("pronunciations", {99, 255, 1, 255, 1, 255, 1, 255, 1, 255, 1, 255}))));
  EXPECT_TRUE(refuses(replaced(bytes_of("pronunciations", {255, 255, 255, 255, 255, 255}))));
  EXPECT_TRUE(refuses(replaced(bytes_of("pronunciations", {1, 255, 1, 255, 1, 255, 1, 255, 1, 255, 1, 255, 1}))));
  EXPECT_TRUE(refuses(replaced(text_of("phonemes", "A"))));
  EXPECT_TRUE(refuses(replaced(integers_of("text", {3, 0}))));  // a held-out word to train on
  EXPECT_TRUE(refuses(replaced(integers_of("text", {6}))));
  EXPECT_TRUE(refuses(replaced(integers_of("phrases", {3, 4, -1, -1, -1, -1}, {1, 6}))));
  const std::vector<int32_t> known = {3, 4, -1, -1, -1, -1, 0, 1, 3, 0, 4, 5, 2, -1, -1, -1, -1, -1};
  EXPECT_TRUE(refuses(replaced(integers_of("phrases", known, {3, 6}))));  // a phrase of words that are trained on
  EXPECT_TRUE(refuses(replaced(integers_of("phrase_counts", {-1, 4}))));
  std::vector<uint8_t> flipped = data_file(small_data());
  flipped[flipped.size() / 2] ^= 1;
  EXPECT_TRUE(refuses(flipped));
}

TEST(G2pTask, AcceptsEveryWayToSayIt) {
  const std::vector<uint8_t> file = data_file(small_data());
  const Opened words = open_task("g2p", {}, {}, file);
  ASSERT_TRUE(words.examples);
  const auto said = [](const Opened& opened, int64_t example) {
    std::vector<std::string> all;
    for (const std::vector<float>& ids : opened.examples->references(example)) {
      all.push_back(opened.examples->target_text(ids));
    }
    return all;
  };
  EXPECT_EQ(said(words, 0), (std::vector<std::string>{"R I D", "R E D"}));
  EXPECT_EQ(said(words, 1), (std::vector<std::string>{"S I"}));
  EXPECT_TRUE(said(words, 2).empty());
  const Opened phrases = open_task("g2p", {}, {{"mode", "phrases"}}, file);
  ASSERT_TRUE(phrases.examples);
  EXPECT_EQ(said(phrases, 0), (std::vector<std::string>{"A | R I D", "A | R E D", "E | R I D", "E | R E D"}));
  EXPECT_EQ(said(phrases, 1).size(), 8U);
  const Opened validation = open_task("g2p", {}, {{"mode", "phrases"}, {"split", "validation"}}, file);
  EXPECT_EQ(said(validation, 0), (std::vector<std::string>{"T I"}));
}

TEST(G2pTask, ReadsLettersAndInPhrasesSpaces) {
  const std::vector<uint8_t> file = data_file(small_data());
  const Opened words = open_task("g2p", {}, {}, file), phrases = open_task("g2p", {}, {{"mode", "phrases"}}, file);
  Status status;
  const std::vector<float> ids = phrases.examples->source_ids("It's a", &status);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(phrases.examples->source_text(ids), "it's a");
  EXPECT_TRUE(words.examples->source_ids("it's a", &status).empty());
  EXPECT_EQ(status.got, "\" \"");
  EXPECT_EQ(status.takes, "1 to 34 characters of: a-z, '");
  EXPECT_EQ(words.examples->sizes().source_pieces, phrases.examples->sizes().source_pieces);
  EXPECT_EQ(words.examples->sizes().target_pieces, phrases.examples->sizes().target_pieces);
}

class G2pData : public testing::TestWithParam<const char*> {
 protected:
  const std::vector<uint8_t>& file() const { return built_data(GetParam()); }
  void SetUp() override {
    if (file().empty()) GTEST_SKIP() << kDataMissing;
  }
};
INSTANTIATE_TEST_SUITE_P(Files, G2pData, testing::Values("g2p.bin", "g2p_train.bin"),
                         [](const auto& info) { return std::string(info.index == 0 ? "page" : "train"); });

TEST_P(G2pData, HasThePublishedSplit) {
  Dictionary dictionary;
  ASSERT_TRUE(Dictionary::open(file(), &dictionary).ok());
  EXPECT_EQ(dictionary.test().size(), 12000);
  EXPECT_EQ(dictionary.validation().size(), 2000);
  EXPECT_EQ(dictionary.phonemes().size(), 39U);
  std::set<std::string_view> words;
  for (int32_t word = 0; word < dictionary.training().end; ++word) {
    EXPECT_TRUE(words.insert(dictionary.spelling(word)).second) << dictionary.spelling(word);
  }
}

TEST_P(G2pData, WordsHoldTheRules) {
  const Opened opened = open_task("g2p", {}, {}, file()), other = open_task("g2p", {}, {}, file());
  ASSERT_TRUE(opened.examples);
  EXPECT_EQ(opened.examples->held_out(), 12000);
  expect_sequence_task(opened, other, 200);
}

TEST_P(G2pData, PhrasesHoldTheRules) {
  const Choices mode = {{"mode", "phrases"}};
  const Opened opened = open_task("g2p", {}, mode, file()), other = open_task("g2p", {}, mode, file());
  ASSERT_TRUE(opened.examples);
  EXPECT_EQ(opened.examples->held_out(), 3000);
  expect_sequence_task(opened, other, 200);
}

// No word of the test or of validation is ever spelled in a phrase to train on.
TEST_P(G2pData, PhrasesToTrainOnHaveNoHeldOutWord) {
  Dictionary dictionary;
  ASSERT_TRUE(Dictionary::open(file(), &dictionary).ok());
  std::set<std::string, std::less<>> held_out;
  for (int32_t word = 0; word < dictionary.training().begin; ++word) held_out.emplace(dictionary.spelling(word));
  const Opened opened = open_task("g2p", {}, {{"mode", "phrases"}}, file());
  std::set<size_t> numbers;
  for (int64_t step = 1; step <= 500; ++step) {
    const Batch batch = opened.examples->batch(1, step, 16);
    for (int64_t b = 0; b < batch.size(); ++b) {
      const std::string text = opened.examples->source_text(ids_of_row(batch.source, b)) + ' ';
      const std::string said = opened.examples->target_text(ids_of_row(batch.target, b));
      size_t words = 0;
      for (size_t at = 0; at < text.size(); at = text.find(' ', at) + 1, ++words) {
        ASSERT_FALSE(held_out.contains(text.substr(at, text.find(' ', at) - at))) << text;
      }
      ASSERT_EQ(std::count(said.begin(), said.end(), '|'), static_cast<std::ptrdiff_t>(words) - 1) << text << said;
      numbers.insert(words);
    }
  }
  EXPECT_EQ(numbers, (std::set<size_t>{1, 2, 3, 4, 5, 6}));
}

// The one in the batch is among those that are accepted, and is the first.
TEST_P(G2pData, ReferencesBeginWithTheTarget) {
  for (const char* mode : {"words", "phrases"}) {
    const Opened opened = open_task("g2p", {}, {{"mode", mode}}, file());
    for (const Batch& batch : opened.examples->held_out_batches(0, 300, 32)) {
      for (int64_t b = 0; b < batch.size(); ++b) {
        const auto all = opened.examples->references(batch.examples[static_cast<size_t>(b)]);
        ASSERT_FALSE(all.empty());
        EXPECT_EQ(all[0], ids_of_row(batch.target, b));
        EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
      }
    }
  }
}

}  // namespace
}  // namespace attn::test
