// What every tokenizer gives back, and the text they all see.
#ifndef CORE_TEXT_TOKENIZER_H_
#define CORE_TEXT_TOKENIZER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn::text {

// A piece and the bytes of the input it stands for, without the space before a word: text.substr(begin, end - begin)
// is what the page shows. Empty only for a lone separator at the very beginning. Never cuts a UTF-8 character; whole
// user-perceived characters (emoji sequences, combining marks) are restored where the text is shown, see
// web/engine/normal-form.ts.
struct Piece {
  int32_t id = 0;  // in the full vocabulary; 0 is "unknown"
  int32_t begin = 0;
  int32_t end = 0;
  bool starts_word = false;  // pieces of one word touch

  bool operator==(const Piece&) const = default;
};

struct Range {
  int32_t begin = 0;
  int32_t end = 0;
};

struct Encoding {
  std::vector<Piece> pieces;
  // Words that this vocabulary cannot cut as the full one would. Their pieces are missing above.
  std::vector<Range> outside;
};

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  // Any bytes: what is not UTF-8 counts as unknown characters. Texts are expected in Unicode's normal form NFKC
  // (JavaScript's `normalize`, done by the caller: the tables would weigh more than the rest of the core).
  virtual Encoding encode(std::string_view utf8) const = 0;
};

inline constexpr std::string_view kSeparator = "\xe2\x96\x81";  // U+2581, sentencepiece's visible space

// The text as sentencepiece sees it: a separator in front, every space a separator. An empty text stays empty.
struct PreparedText {
  std::string bytes;
  // Per character, and one past the last: where it begins here and in the input.
  std::vector<int32_t> begin;
  std::vector<int32_t> origin;

  int characters() const { return static_cast<int>(begin.size()) - 1; }
  std::string_view slice(int first, int last) const {
    return std::string_view(bytes).substr(
        static_cast<size_t>(begin[static_cast<size_t>(first)]),
        static_cast<size_t>(begin[static_cast<size_t>(last)] - begin[static_cast<size_t>(first)]));
  }
  bool is_separator(int character) const { return slice(character, character + 1) == kSeparator; }
  // The piece of characters [first, last).
  Piece piece(int32_t id, int first, int last) const;
};
PreparedText prepare_text(std::string_view utf8);

// Bytes of the UTF-8 character that `text` begins with; 0 if it begins with none (or is empty).
int utf8_length(std::string_view text);

// "a\0b\0" -> a, b: how model files hold their pieces.
std::vector<std::string> split_zero_closed(const std::vector<uint8_t>& bytes);

}  // namespace attn::text

#endif  // CORE_TEXT_TOKENIZER_H_
