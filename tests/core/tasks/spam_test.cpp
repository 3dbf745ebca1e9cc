#include "core/tasks/spam/messages.h"
#include "core/tasks/spam/words.h"
#include "tests/core/tasks/data_file.h"
#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

uint32_t hash_of(const std::string& word) { return spam::lines_of(word)[0][0].hash; }

// The same table as in tests/scripts/data.test.mjs.
TEST(SpamWords, AreCutAsWhereTheDataAreMade) {
  const auto cut = [](const std::string& text) {
    std::vector<std::vector<std::string>> lines;
    for (const std::vector<spam::Word>& line : spam::lines_of(text)) {
      lines.emplace_back();
      for (const spam::Word& word : line) {
        lines.back().push_back(
            text.substr(static_cast<size_t>(word.place.begin), static_cast<size_t>(word.place.end - word.place.begin)));
      }
    }
    return lines;
  };
  using Lines = std::vector<std::vector<std::string>>;
  EXPECT_EQ(cut("Don't WAIT!! $1,000.00 off.\n\n> 100% free"),
            (Lines{{"Don't", "WAIT", "!", "!", "$", "1,000.00", "off"}, {"100", "%", "free"}}));
  EXPECT_EQ(cut("'quoted' a--b x_y 3rd caf\xc3\xa9"),
            (Lines{{"quoted", "a", "b", "x", "y", "3", "rd", "caf", "\xc3\xa9"}}));
  EXPECT_EQ(cut("one\rtwo\r\nthree"), (Lines{{"one"}, {"two"}, {"three"}}));
  EXPECT_EQ(cut(" \n--\n"), Lines{});
  EXPECT_EQ(cut("1. 2, 3.x '"), (Lines{{"1", "2", "3", "x"}}));
}

TEST(SpamWords, HashAsWhereTheDataAreMade) {
  EXPECT_EQ(hash_of("a"), 0xe40c292cU);  // FNV's own table
  EXPECT_EQ(hash_of("FooBar"), 0xbf9cf968U);
  EXPECT_EQ(hash_of("42"), hash_of("1,000.00"));
  EXPECT_EQ(hash_of("\xc3\xa9"), hash_of("\xe4\xb8\xad"));
}

TEST(SpamWords, GoOnInTheNextLine) {
  std::string text;
  for (int i = 0; i < 45; ++i) text += "w ";
  const std::vector<std::vector<spam::Word>> lines = spam::lines_of(text);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].size(), 20U);
  EXPECT_EQ(lines[2].size(), 5U);
  std::string many;
  for (int i = 0; i < 99; ++i) many += "w\n";
  EXPECT_EQ(spam::lines_of(many).size(), 30U);
}

// A vocabulary of "buy" and "hello"; two messages to train on, one held out.
std::vector<Array> small_spam() {
  std::vector<uint32_t> hashes = {hash_of("buy"), hash_of("hello")};
  std::sort(hashes.begin(), hashes.end());
  const int32_t buy = hashes[0] == hash_of("buy") ? 0 : 1, hello = 1 - buy;
  return {integers_of("vocabulary", {static_cast<int32_t>(hashes[0]), static_cast<int32_t>(hashes[1])}),
          integers_of("words", {buy, buy, -2, -1, -2, -3, hello, -2, -3, hello, -1, buy, -2, -3}),
          bytes_of("classes", {1, 0, 0}), integers_of("counts", {2, 1})};
}

TEST(SpamTask, ReadsMessages) {
  const std::vector<uint8_t> file = data_file(small_spam());
  const Opened opened = open_task("spam", {}, {}, file), other = open_task("spam", {}, {}, file);
  ASSERT_TRUE(opened.examples) << opened.status.got;
  const Examples& examples = *opened.examples;
  EXPECT_EQ(examples.sizes().source_pieces, 5);
  EXPECT_EQ(examples.sizes().target_pieces, 2);
  Status status;
  const std::vector<float> typed = examples.source_ids("buy BUY\nxyz", &status);
  ASSERT_EQ(typed.size(), 40U);
  for (int64_t step = 1; step <= 4; ++step) {
    const Batch batch = examples.batch(1, step, 2);
    ASSERT_EQ(batch.source.shape, (Shape{{axis::kBatch, 2}, {axis::kSentence, 2}, {axis::kWord, 20}}));
    for (int64_t b = 0; b < 2; ++b) {
      const bool spam = batch.examples[static_cast<size_t>(b)] == 0;
      EXPECT_EQ(batch.target.values[static_cast<size_t>(b)], spam ? 1 : 0);
      const auto begin = batch.source.values.begin() + b * 40;
      if (spam) {
        EXPECT_EQ(std::vector<float>(begin, begin + 40), typed);
      } else {
        EXPECT_EQ(std::vector<float>(begin + 1, begin + 40), std::vector<float>(39, kNoTarget));
      }
    }
  }
  expect_held_out_whole(examples, 1);
  expect_same(examples.batch(3, 9, 4), other.examples->batch(3, 9, 4));
  EXPECT_EQ(examples.target_text(std::vector<float>{1}), "spam");
  EXPECT_EQ(examples.references(0), (std::vector<std::vector<float>>{{0}}));
}

TEST(SpamTask, SaysWhereWordsStand) {
  const std::vector<uint8_t> file = data_file(small_spam());
  const Opened opened = open_task("spam", {}, {}, file);
  const std::vector<TextRange> places = opened.examples->source_places("Hi, buy\n now");
  ASSERT_EQ(places.size(), 40U);
  EXPECT_EQ(places[1], (TextRange{4, 7}));
  EXPECT_EQ(places[2], (TextRange{0, 0}));
  EXPECT_EQ(places[20], (TextRange{9, 12}));
  Status status;
  EXPECT_TRUE(opened.examples->source_ids("--", &status).empty());
  EXPECT_EQ(status.got, "no words");
}

TEST(SpamTask, RefusesDamagedFiles) {
  const auto refuses = [](Array array) {
    std::vector<Array> arrays = small_spam();
    for (Array& one : arrays) {
      if (one.name == array.name) one = array;
    }
    spam::Messages messages;
    return spam::Messages::open(data_file(arrays), &messages).kind == ErrorKind::kBadModel;
  };
  EXPECT_FALSE(refuses(bytes_of("classes", {1, 1, 0})));
  EXPECT_TRUE(refuses(bytes_of("classes", {1, 2, 0})));
  EXPECT_TRUE(refuses(bytes_of("classes", {1, 0})));
  EXPECT_TRUE(refuses(integers_of("counts", {1, 1})));
  EXPECT_TRUE(refuses(integers_of("counts", {-1, 4})));
  EXPECT_TRUE(refuses(integers_of("vocabulary", {7, 7})));
  EXPECT_TRUE(refuses(integers_of("vocabulary", {})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, 2, -2, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, -4, -2, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, 0, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, -2, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, -3})));
  EXPECT_TRUE(refuses(integers_of("words", {0, -2, -3, 0, -2, -3, 0, -2, -3, 0})));
  std::vector<int32_t> long_line(21, 0);
  long_line.insert(long_line.end(), {-2, -3, 0, -2, -3, 0, -2, -3});
  EXPECT_TRUE(refuses(integers_of("words", long_line)));
}

// The page's file judges what is pasted, and has nothing to learn from.
TEST(SpamTask, PageHasNoMessage) {
  const std::vector<uint8_t>& file = built_data("spam.bin");
  if (file.empty()) GTEST_SKIP() << kDataMissing;
  const Opened opened = open_task("spam", {}, {}, file);
  ASSERT_TRUE(opened.examples);
  EXPECT_EQ(opened.examples->held_out(), 0);
  EXPECT_EQ(opened.examples->batch(1, 1, 4).size(), 0);
  EXPECT_TRUE(opened.examples->references(0).empty());
  Status status;
  const std::vector<float> ids = opened.examples->source_ids("the money qwzx", &status);
  EXPECT_GT(ids[0], 2);
  EXPECT_GT(ids[1], 2);
  EXPECT_EQ(ids[2], 2);
}

TEST(SpamTask, HoldsMessagesOut) {
  const std::vector<uint8_t>& file = built_data("spam_train.bin");
  if (file.empty()) GTEST_SKIP() << kDataMissing;
  const Opened opened = open_task("spam", {}, {}, file), other = open_task("spam", {}, {}, file);
  ASSERT_TRUE(opened.examples);
  const TaskSizes sizes = opened.examples->sizes();
  EXPECT_EQ(opened.examples->held_out(), 1000);
  double spam = 0;
  for (const Batch& batch : opened.examples->held_out_batches(0, 1000, 64)) {
    ASSERT_LE(batch.source.shape[1].size, sizes.rows);
    ASSERT_EQ(batch.source.shape[2].size, sizes.columns);
    expect_ids(batch.source, kFirstPiece, sizes.source_pieces, true);
    expect_ids(batch.target, 0, 2, false);
    for (const float target : batch.target.values) spam += static_cast<double>(target);
  }
  EXPECT_NEAR(spam, 270, 50);  // as many as among all
  expect_held_out_whole(*opened.examples, 1000);
  expect_repeatable(*opened.examples, *other.examples, 16);
}

}  // namespace
}  // namespace attn::test
