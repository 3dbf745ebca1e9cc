#include "core/text/tokenizer.h"

namespace attn::text {

int utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (text.empty()) return 0;
  if (first < 0x80) return 1;
  // The second byte's range keeps out overlong forms, surrogates and code points past U+10FFFF (Unicode table 3-7).
  unsigned low = 0x80, high = 0xbf;
  int length = 0;
  if (first >= 0xc2 && first <= 0xdf) {
    length = 2;
  } else if (first >= 0xe0 && first <= 0xef) {
    length = 3;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
  } else if (first >= 0xf0 && first <= 0xf4) {
    length = 4;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
  }
  if (length == 0 || byte(1) < low || byte(1) > high) return 0;
  for (int i = 2; i < length; ++i) {
    if ((byte(static_cast<size_t>(i)) & 0xc0U) != 0x80) return 0;
  }
  return length;
}

PreparedText prepare_text(std::string_view utf8) {
  PreparedText text;
  const auto put = [&](std::string_view character, size_t origin) {
    text.begin.push_back(static_cast<int32_t>(text.bytes.size()));
    text.origin.push_back(static_cast<int32_t>(origin));
    text.bytes += character;
  };
  if (!utf8.empty()) put(kSeparator, 0);
  for (size_t at = 0; at < utf8.size();) {
    const int length = utf8_length(utf8.substr(at));
    if (utf8[at] == ' ') {
      put(kSeparator, at);
    } else if (length == 0) {
      put("\xef\xbf\xbd", at);  // U+FFFD for one stray byte
    } else {
      put(utf8.substr(at, static_cast<size_t>(length)), at);
    }
    at += static_cast<size_t>(length == 0 ? 1 : length);
  }
  text.begin.push_back(static_cast<int32_t>(text.bytes.size()));
  text.origin.push_back(static_cast<int32_t>(utf8.size()));
  return text;
}

Piece PreparedText::piece(int32_t id, int first, int last) const {
  const bool starts_word = is_separator(first);
  const int shown = starts_word && last - first > 1 ? first + 1 : first;
  return {id, origin[static_cast<size_t>(shown)], origin[static_cast<size_t>(last)], starts_word};
}

std::vector<std::string> split_zero_closed(const std::vector<uint8_t>& bytes) {
  std::vector<std::string> pieces;
  std::string piece;
  for (const uint8_t byte : bytes) {
    if (byte != 0) {
      piece.push_back(static_cast<char>(byte));
    } else {
      pieces.push_back(std::move(piece));
      piece.clear();
    }
  }
  return pieces;
}

}  // namespace attn::text
