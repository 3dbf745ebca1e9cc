// A small vocabulary whose words are single characters or short names: letters, digits, sounds.
#ifndef CORE_TEXT_ALPHABET_H_
#define CORE_TEXT_ALPHABET_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn::text {

class Alphabet {
 public:
  Alphabet() = default;
  // Symbol i has the id `first` + i. In written text symbols stand with `between` between them.
  Alphabet(std::vector<std::string> symbols, int64_t first, std::string between = {});
  // Every character of a UTF-8 text once, in the order in which they come.
  static Alphabet of_characters(std::string_view utf8, int64_t first);

  int64_t first() const { return first_; }
  int64_t end() const { return first_ + static_cast<int64_t>(symbols_.size()); }  // behind the last id
  const std::vector<std::string>& symbols() const { return symbols_; }

  // Ids that stand for no symbol are left out.
  std::string text(std::span<const float> ids) const;
  // Text of at most `longest` characters, each a symbol; A to Z may stand for a to z. The status names the first
  // character that is none, and what is taken.
  Status ids(std::string_view utf8, int64_t longest, std::vector<float>* out) const;
  // "a-z, ', é"
  std::string says() const;

 private:
  std::vector<std::string> symbols_;
  std::map<std::string, int64_t, std::less<>> ids_;
  int64_t first_ = 0;
  std::string between_;
};

}  // namespace attn::text

#endif  // CORE_TEXT_ALPHABET_H_
