#include "core/tasks/g2p/dictionary.h"

#include <algorithm>

#include "core/tensor/container.h"

namespace attn::g2p {
namespace {

// Closes the last pronunciation of a word; the others are closed by 0.
constexpr uint8_t kWordEnds = 255;
// Ids are small whole numbers; no dictionary has as many words.
constexpr int32_t kMostWords = 1'000'000;

Status bad(std::string got, std::string takes) {
  return {ErrorKind::kBadModel, "g2p data", std::move(got), std::move(takes)};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '\''; }

}  // namespace

std::string_view Dictionary::spelling(int32_t word) const {
  const auto begin = static_cast<size_t>(at(first_letter_, word)),
             end = static_cast<size_t>(at(first_letter_, word + 1));
  return std::string_view(letters_).substr(begin, end - begin);
}

std::span<const uint8_t> Dictionary::sounds(int32_t word, int32_t way) const {
  const int32_t which = at(first_way_, word) + way;
  const auto begin = static_cast<size_t>(at(first_sound_, which)),
             end = static_cast<size_t>(at(first_sound_, which + 1));
  return std::span(sounds_).subspan(begin, end - begin);
}

std::span<const int32_t> Dictionary::phrase(int32_t i) const {
  const std::span<const int32_t> row = std::span(phrases_).subspan(static_cast<size_t>(i * kPhraseWords), kPhraseWords);
  return row.first(static_cast<size_t>(std::find(row.begin(), row.end(), -1) - row.begin()));
}

Status Dictionary::read_words(const std::vector<uint8_t>& text, const std::vector<int32_t>& counts) {
  first_letter_ = {0};
  for (const uint8_t byte : text) {
    if (byte != 0) {
      if (!is_letter(static_cast<char>(byte))) return bad("a spelling with byte " + std::to_string(byte), "a-z and '");
      letters_ += static_cast<char>(byte);
      continue;
    }
    const auto length = static_cast<int64_t>(letters_.size()) - first_letter_.back();
    if (length < 1 || length > kLongestWord) {
      return bad("a word of " + std::to_string(length) + " letters", "1 to " + std::to_string(kLongestWord));
    }
    first_letter_.push_back(static_cast<int32_t>(letters_.size()));
  }
  if (static_cast<int64_t>(letters_.size()) != first_letter_.back()) return bad("an open spelling", "all closed by 0");
  int32_t begin = 0;
  for (Range* range : {&test_, &validation_, &training_}) {
    const int32_t count = counts[static_cast<size_t>(range == &test_ ? 0 : range == &validation_ ? 1 : 2)];
    if (count < 1 || count > kMostWords) return bad("a part of " + std::to_string(count) + " words", "1 or more");
    *range = {begin, begin + count}, begin += count;
  }
  const auto words = static_cast<int32_t>(first_letter_.size()) - 1;
  if (begin != words) return bad(std::to_string(words) + " words", std::to_string(begin) + ", as the counts say");
  return {};
}

Status Dictionary::read_sounds(const std::vector<uint8_t>& codes) {
  first_way_ = first_sound_ = {0};
  for (const uint8_t code : codes) {
    if (code != 0 && code != kWordEnds) {
      if (code > phonemes_.size()) {
        return bad("sound " + std::to_string(code), "1 to " + std::to_string(phonemes_.size()));
      }
      sounds_.push_back(static_cast<uint8_t>(code - 1));
      continue;
    }
    const auto length = static_cast<int64_t>(sounds_.size()) - first_sound_.back();
    if (length < 1 || length > kLongestWord) {
      return bad("a pronunciation of " + std::to_string(length) + " sounds", "1 to " + std::to_string(kLongestWord));
    }
    first_sound_.push_back(static_cast<int32_t>(sounds_.size()));
    if (code == kWordEnds) first_way_.push_back(static_cast<int32_t>(first_sound_.size()) - 1);
  }
  const auto ways = static_cast<int32_t>(first_sound_.size()) - 1;
  if (static_cast<int64_t>(sounds_.size()) != first_sound_.back() || first_way_.back() != ways ||
      first_way_.size() != first_letter_.size()) {
    return bad("pronunciations of " + std::to_string(first_way_.size() - 1) + " words",
               std::to_string(first_letter_.size() - 1));
  }
  return {};
}

Status Dictionary::read_text(const std::vector<int32_t>& counts) {
  for (const int32_t word : text_) {
    if (word != -1 && !training_.contains(word)) {
      return bad("word " + std::to_string(word) + " in the text", "words for training");
    }
  }
  const auto phrases = static_cast<int32_t>(phrases_.size()) / kPhraseWords;
  if (counts[0] < 0 || counts[1] < 0 || int64_t{counts[0]} + counts[1] != phrases) {
    return bad(std::to_string(phrases) + " phrases", "as many as the counts say");
  }
  test_phrases_ = {0, counts[0]}, validation_phrases_ = {counts[0], counts[0] + counts[1]};
  for (int32_t i = 0; i < static_cast<int32_t>(phrases); ++i) {
    const std::span<const int32_t> words = phrase(i);
    const Range held_out = test_phrases_.contains(i) ? test_ : validation_;
    int64_t length = -1, said = -1;  // no space before the first word
    bool held = false;
    for (const int32_t word : words) {
      if (word < 0 || word >= training_.end) return bad("word " + std::to_string(word) + " in a phrase", "a word");
      length += 1 + static_cast<int64_t>(spelling(word).size());
      size_t longest = 0;
      for (int32_t way = 0; way < ways(word); ++way) longest = std::max(longest, sounds(word, way).size());
      said += 1 + static_cast<int64_t>(longest);
      held = held || held_out.contains(word);
    }
    if (!held || length > kLongestPhrase || said > kLongestSaid) {
      return bad("phrase " + std::to_string(i),
                 "a phrase with a held-out word, not longer than " + std::to_string(kLongestPhrase));
    }
  }
  return {};
}

Status Dictionary::open(std::span<const uint8_t> bytes, Dictionary* out) {
  Container file;
  std::vector<uint8_t> words, codes, names;
  std::vector<int32_t> counts, phrase_counts;
  Dictionary made;
  Status status = Container::open(bytes, &file);
  if (status.ok()) status = file.bytes("words", {-1}, &words);
  if (status.ok()) status = file.integers("counts", {3}, &counts);
  if (status.ok()) status = file.bytes("pronunciations", {-1}, &codes);
  if (status.ok()) status = file.bytes("phonemes", {-1}, &names);
  if (status.ok()) status = file.integers("text", {-1}, &made.text_);
  if (status.ok()) status = file.integers("phrases", {-1, kPhraseWords}, &made.phrases_);
  if (status.ok()) status = file.integers("phrase_counts", {2}, &phrase_counts);
  if (!status.ok()) return status;
  std::string name;
  for (const uint8_t byte : names) {
    if (byte != 0) {
      name += static_cast<char>(byte);
    } else {
      made.phonemes_.push_back(std::move(name)), name.clear();
    }
  }
  // 39 sounds; codes 0 and 255 mean something else.
  if (made.phonemes_.empty() || made.phonemes_.size() >= kWordEnds) return bad("other sounds", "1 to 254 names");
  status = made.read_words(words, counts);
  if (status.ok()) status = made.read_sounds(codes);
  if (status.ok()) status = made.read_text(phrase_counts);
  if (status.ok()) *out = std::move(made);
  return status;
}

}  // namespace attn::g2p
