// The data of the task g2p: words with their spellings and pronunciations, and phrases of them. The layout is stated in
// scripts/data/g2p.mjs, which writes it.
#ifndef CORE_TASKS_G2P_DICTIONARY_H_
#define CORE_TASKS_G2P_DICTIONARY_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn::g2p {

// No word is longer on either side; the longest of the dictionary has 28 letters and 28 sounds.
inline constexpr int64_t kLongestWord = 34;
// Words of a phrase at most, and letters and spaces of it.
inline constexpr int64_t kPhraseWords = 6, kLongestPhrase = 60;
// Sounds of a phrase and the borders between its words: a tenth more than letters and spaces is never reached.
inline constexpr int64_t kLongestSaid = 66;

// Words [begin, end).
struct Range {
  int32_t begin = 0;
  int32_t end = 0;

  bool contains(int32_t i) const { return begin <= i && i < end; }
  int32_t size() const { return end - begin; }
};

class Dictionary {
 public:
  // Checks everything: that ids point into the file, that no held-out word stands in the text to train on, and that
  // each held-out phrase has a word that is held out.
  static Status open(std::span<const uint8_t> bytes, Dictionary* out);

  Range test() const { return test_; }
  Range validation() const { return validation_; }
  Range training() const { return training_; }

  std::string_view spelling(int32_t word) const;
  // Ways to say a word, of which there is at least one; the first is the most usual.
  int32_t ways(int32_t word) const { return at(first_way_, word + 1) - at(first_way_, word); }
  // Sounds of a way, from 0 on.
  std::span<const uint8_t> sounds(int32_t word, int32_t way) const;

  const std::vector<std::string>& phonemes() const { return phonemes_; }
  // Words to train on as they follow each other, -1 where there is a break.
  const std::vector<int32_t>& text() const { return text_; }
  // Words of a held-out phrase; those of the test come first.
  std::span<const int32_t> phrase(int32_t i) const;
  Range test_phrases() const { return test_phrases_; }
  Range validation_phrases() const { return validation_phrases_; }

 private:
  static int32_t at(const std::vector<int32_t>& list, int32_t i) { return list[static_cast<size_t>(i)]; }
  Status read_words(const std::vector<uint8_t>& text, const std::vector<int32_t>& counts);
  Status read_sounds(const std::vector<uint8_t>& codes);
  Status read_text(const std::vector<int32_t>& counts);

  Range test_, validation_, training_, test_phrases_, validation_phrases_;
  std::string letters_;
  std::vector<int32_t> first_letter_;  // of each word, and the end
  std::vector<uint8_t> sounds_;
  std::vector<int32_t> first_way_;    // of each word, and the end
  std::vector<int32_t> first_sound_;  // of each way, and the end
  std::vector<std::string> phonemes_;
  std::vector<int32_t> text_, phrases_;
};

}  // namespace attn::g2p

#endif  // CORE_TASKS_G2P_DICTIONARY_H_
