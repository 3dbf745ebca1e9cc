#include "core/text/alphabet.h"

#include <utility>

#include "core/text/tokenizer.h"

namespace attn::text {
namespace {

// The character at `at`; a byte that begins none stands for itself.
std::string_view character_at(std::string_view utf8, size_t at) {
  const int length = utf8_length(utf8.substr(at));
  return utf8.substr(at, static_cast<size_t>(length == 0 ? 1 : length));
}

std::string quoted(std::string_view character) {
  if (utf8_length(character) == 0) return "a byte that is no UTF-8 text";
  if (character.size() == 1 && static_cast<uint8_t>(character[0]) < 0x20) return "a control character";
  return '"' + std::string(character) + '"';
}

}  // namespace

Alphabet::Alphabet(std::vector<std::string> symbols, int64_t first, std::string between)
    : symbols_(std::move(symbols)), first_(first), between_(std::move(between)) {
  for (size_t i = 0; i < symbols_.size(); ++i) ids_.emplace(symbols_[i], first + static_cast<int64_t>(i));
}

Alphabet Alphabet::of_characters(std::string_view utf8, int64_t first) {
  std::vector<std::string> symbols;
  std::map<std::string_view, bool> seen;
  for (size_t at = 0; at < utf8.size();) {
    const std::string_view character = character_at(utf8, at);
    if (seen.emplace(character, true).second) symbols.emplace_back(character);
    at += character.size();
  }
  return {std::move(symbols), first};
}

std::string Alphabet::text(std::span<const float> ids) const {
  std::string out;
  bool begun = false;
  for (const float id : ids) {
    const int64_t i = static_cast<int64_t>(id) - first_;
    if (i < 0 || i >= static_cast<int64_t>(symbols_.size())) continue;
    if (begun) out += between_;
    out += symbols_[static_cast<size_t>(i)];
    begun = true;
  }
  return out;
}

Status Alphabet::ids(std::string_view utf8, int64_t longest, std::vector<float>* out) const {
  out->clear();
  const std::string takes = "1 to " + std::to_string(longest) + " characters of: " + says();
  if (utf8.empty()) return invalid_input("text", "nothing", takes);
  for (size_t at = 0; at < utf8.size();) {
    const std::string_view character = character_at(utf8, at);
    auto found = ids_.find(character);
    if (found == ids_.end() && character.size() == 1 && character[0] >= 'A' && character[0] <= 'Z') {
      found = ids_.find(std::string(1, static_cast<char>(character[0] - 'A' + 'a')));
    }
    if (found == ids_.end()) {
      out->clear();
      return invalid_input("text", quoted(character), takes);
    }
    out->push_back(static_cast<float>(found->second));
    at += character.size();
  }
  if (static_cast<int64_t>(out->size()) > longest) {
    const std::string got = std::to_string(out->size()) + " characters";
    out->clear();
    return invalid_input("text", got, takes);
  }
  return {};
}

std::string Alphabet::says() const {
  std::string out;
  const auto follows = [&](size_t i) {  // is symbol i the byte after symbol i - 1?
    return symbols_[i].size() == 1 && symbols_[i - 1].size() == 1 && symbols_[i][0] == symbols_[i - 1][0] + 1;
  };
  for (size_t i = 0; i < symbols_.size();) {
    size_t last = i;
    while (last + 1 < symbols_.size() && follows(last + 1)) ++last;
    if (!out.empty()) out += ", ";
    const bool range = last > i + 1;  // shorter ones are named one by one
    out += symbols_[i] == " " ? "space" : symbols_[i];
    if (range) out += '-' + symbols_[last];
    i = range ? last + 1 : i + 1;
  }
  return out;
}

}  // namespace attn::text
