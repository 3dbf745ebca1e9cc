// How a message is cut into lines and words, and words into numbers; scripts/data/mail-words.mjs does the same to the
// messages that are learned from, and tests hold both to one table.
#ifndef CORE_TASKS_SPAM_WORDS_H_
#define CORE_TASKS_SPAM_WORDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/training/task.h"

namespace attn::spam {

// Of a message its first lines, of a line its first words: what is longer goes on in the next line.
inline constexpr int64_t kLines = 30, kWords = 20;

struct Word {
  uint32_t hash = 0;  // FNV-1a, 32 bits, of what stands for the word
  TextRange place;    // in the text
};

// Lines of words; lines without words are left out.
// Words are in small letters; any number is "0"; letters that are not English are "~"; ! ? $ % stand for themselves.
std::vector<std::vector<Word>> lines_of(std::string_view text);

}  // namespace attn::spam

#endif  // CORE_TASKS_SPAM_WORDS_H_
