// Spam: is a message junk? Its lines are read as sentences, their words one by one, as hierarchical attention networks
// read documents (Yang et al. 2016): the weights say on which lines and words the verdict leans.
// How text is cut: core/tasks/spam/words.h. How the data are made: scripts/data/spam.mjs.
#include <algorithm>
#include <string>
#include <utility>

#include "core/tasks/spam/messages.h"
#include "core/tasks/spam/words.h"
#include "core/training/length_batches.h"
#include "core/training/task.h"

namespace attn::tasks {
namespace {

// Stands for every word that the vocabulary lacks.
constexpr int64_t kUnknownWord = kFirstPiece, kFirstWord = kFirstPiece + 1;
// Messages of a batch have about as many lines: differences below five are filled up.
constexpr int64_t kLinesAlike = 5;

class Spam final : public Examples {
 public:
  explicit Spam(spam::Messages messages) : messages_(std::move(messages)) {
    std::vector<int32_t> training;
    for (int64_t i = 0; i < messages_.training(); ++i) training.push_back(alike(i));
    for (int64_t i = 0; i < messages_.held_out(); ++i) held_out_.push_back(alike(messages_.training() + i));
    training_ = LengthBatches(training);
  }

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.source_pieces = kFirstWord + messages_.vocabulary(), sizes.target_pieces = 2;
    sizes.longest_source = spam::kLines * spam::kWords, sizes.longest_target = 1;
    sizes.rows = spam::kLines, sizes.columns = spam::kWords;
    return sizes;
  }

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override {
    return batch_of(training_.batch(seed, step, size), 0);
  }

  int64_t held_out() const override { return messages_.held_out(); }

  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override {
    std::vector<Batch> batches;
    for (std::vector<int64_t>& which : grouped_by_length(held_out_, begin, end, size)) {
      batches.push_back(batch_of(std::move(which), messages_.training()));
    }
    return batches;
  }

  std::string target_text(std::span<const float> ids) const override {
    return ids.empty() ? std::string() : ids[0] == 1 ? "spam" : "ham";
  }

  // Lines of sizes().columns ids each, filled up with kNoTarget.
  std::vector<float> source_ids(std::string_view typed, Status* status) const override {
    std::vector<float> ids;
    for (const std::vector<spam::Word>& line : spam::lines_of(typed)) {
      for (const spam::Word& word : line) ids.push_back(id_of(messages_.find(word.hash)));
      fill_line(&ids);
    }
    *status = {};
    if (ids.empty()) *status = invalid_input("text", "no words", "a message with at least one word");
    return ids;
  }

  float unknown_piece() const override { return static_cast<float>(kUnknownWord); }

  std::vector<TextRange> source_places(std::string_view typed) const override {
    std::vector<TextRange> places;
    for (const std::vector<spam::Word>& line : spam::lines_of(typed)) {
      for (const spam::Word& word : line) places.push_back(word.place);
      places.resize(places.size() + static_cast<size_t>(spam::kWords) - line.size());
    }
    return places;
  }

 private:
  int32_t alike(int64_t message) const {
    return static_cast<int32_t>((messages_.lines(message) + kLinesAlike - 1) / kLinesAlike);
  }

  static float id_of(int32_t place) { return static_cast<float>(place < 0 ? kUnknownWord : kFirstWord + place); }
  static void fill_line(std::vector<float>* ids) {
    while (ids->size() % static_cast<size_t>(spam::kWords) != 0) ids->push_back(kNoTarget);
  }

  // `first`: the message that is example 0.
  Batch batch_of(std::vector<int64_t> which, int64_t first) const {
    int64_t longest = 0;
    for (const int64_t example : which) longest = std::max(longest, messages_.lines(first + example));
    const auto count = static_cast<int64_t>(which.size());
    Batch batch;
    batch.source.shape = {{axis::kBatch, count}, {axis::kSentence, longest}, {axis::kWord, spam::kWords}};
    batch.target.shape = {{axis::kBatch, count}};
    std::vector<float>& ids = batch.source.values;
    for (const int64_t example : which) {
      const size_t end = ids.size() + static_cast<size_t>(longest * spam::kWords);
      for (int64_t i = 0; i < messages_.lines(first + example); ++i) {
        for (const int32_t place : messages_.line(first + example, i)) ids.push_back(id_of(place));
        fill_line(&ids);
      }
      ids.resize(end, kNoTarget);
      batch.target.values.push_back(messages_.is_spam(first + example) ? 1.0F : 0.0F);
    }
    batch.examples = std::move(which);
    return batch;
  }

  spam::Messages messages_;
  LengthBatches training_;
  std::vector<int32_t> held_out_;
};

}  // namespace

Task spam() {
  EntryText text;
  text.name = "Spam";
  text.family = "real data";
  text.summary = "Read a message line by line and word by word, and say whether it is junk.";
  text.latex = R"(y \in \{\text{ham}, \text{spam}\})";
  return {text, TaskKind::kDocuments, "spam",
          [](const Params&, std::span<const uint8_t> data, Status* status) -> std::unique_ptr<Examples> {
            spam::Messages messages;
            *status = spam::Messages::open(data, &messages);
            if (!status->ok()) return nullptr;
            return std::make_unique<Spam>(std::move(messages));
          }};
}

EntryDocs spam_docs() {
  EntryDocs docs;
  docs.papers = {{"Hierarchical attention networks for document classification", "Yang, Yang, Dyer, He, Smola, Hovy",
                  2016, "https://aclanthology.org/N16-1174/"}};
  docs.differs =
      "The paper judges reviews and answers. Here the public SpamAssassin corpus is read: headers, mark-up and "
      "attachments dropped, the first 30 lines of 20 words; 1,000 messages, by a hash of their words, are held out, "
      "and messages with the same words count once, though some that differ by a word are on both sides. Words in "
      "fewer than five messages to learn from, and all but the 6,000 most usual, are one unknown word. A page gets "
      "hashes of the known words and no message, so it can judge but not learn.";
  return docs;
}

}  // namespace attn::tasks
