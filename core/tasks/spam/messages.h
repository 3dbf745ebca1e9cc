// The data of the task spam: hashes of known words, and messages of them where the file has any. The layout is stated
// in scripts/data/spam.mjs, which writes it.
#ifndef CORE_TASKS_SPAM_MESSAGES_H_
#define CORE_TASKS_SPAM_MESSAGES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/status.h"

namespace attn::spam {

class Messages {
 public:
  static Status open(std::span<const uint8_t> bytes, Messages* out);

  int64_t vocabulary() const { return static_cast<int64_t>(vocabulary_.size()); }
  // Place of a word in the vocabulary; -1 for one that is not there.
  int32_t find(uint32_t hash) const;

  // Messages to train on come first.
  int64_t training() const { return training_; }
  int64_t held_out() const { return static_cast<int64_t>(classes_.size()) - training_; }
  bool is_spam(int64_t message) const { return classes_[static_cast<size_t>(message)] != 0; }
  int64_t lines(int64_t message) const;
  // Places of words in the vocabulary, -1 for unknown ones.
  std::span<const int32_t> line(int64_t message, int64_t i) const;

 private:
  Status read(const std::vector<int32_t>& codes);

  std::vector<uint32_t> vocabulary_;
  std::vector<uint8_t> classes_;
  int64_t training_ = 0;
  std::vector<int32_t> words_;
  std::vector<int32_t> first_word_;  // of each line, and the end
  std::vector<int32_t> first_line_;  // of each message, and the end
};

}  // namespace attn::spam

#endif  // CORE_TASKS_SPAM_MESSAGES_H_
