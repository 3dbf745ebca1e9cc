#include "core/tasks/spam/words.h"

#include <string>

namespace attn::spam {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_foreign(char c) { return static_cast<uint8_t>(c) >= 0x80; }

uint32_t hash_of(std::string_view word) {
  uint32_t hash = 0x811c9dc5U;
  for (const char c : word) hash = (hash ^ static_cast<uint8_t>(c)) * 0x01000193U;
  return hash;
}

// Runs of characters that `is` takes, joined where one of `joints` stands between two of them.
template <class Is>
size_t end_of_run(std::string_view text, size_t at, Is is, std::string_view joints) {
  size_t end = at;
  while (true) {
    while (end < text.size() && is(text[end])) ++end;
    const bool joined = end + 1 < text.size() && joints.find(text[end]) != std::string_view::npos && is(text[end + 1]);
    if (!joined) return end;
    ++end;
  }
}

}  // namespace

std::vector<std::vector<Word>> lines_of(std::string_view text) {
  std::vector<std::vector<Word>> lines;
  bool fresh = true;  // does the next word begin a line?
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    size_t end = at + 1;
    std::string word;
    if (is_letter(c)) {
      end = end_of_run(text, at, is_letter, "'");
      for (const char letter : text.substr(at, end - at)) {
        word += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
      }
    } else if (is_digit(c)) {
      end = end_of_run(text, at, is_digit, ".,");
      word = "0";
    } else if (is_foreign(c)) {
      end = end_of_run(text, at, is_foreign, "");
      word = "~";
    } else if (c == '!' || c == '?' || c == '$' || c == '%') {
      word = c;
    }
    if (c == '\n' || c == '\r') fresh = true;
    if (!word.empty()) {
      if (fresh || static_cast<int64_t>(lines.back().size()) == kWords) {
        if (static_cast<int64_t>(lines.size()) == kLines) return lines;
        lines.emplace_back();
      }
      fresh = false;
      lines.back().push_back({hash_of(word), {static_cast<int64_t>(at), static_cast<int64_t>(end)}});
    }
    at = end;
  }
  return lines;
}

}  // namespace attn::spam
