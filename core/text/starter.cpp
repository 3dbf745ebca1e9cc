#include "core/text/starter.h"

#include <algorithm>
#include <utility>

namespace attn::text {
namespace {

// 1 letter, 2 other known character, 0 not known to the starter; chunks end where two known classes meet.
int character_class(std::string_view character) {
  if (character == "\xe2\x80\x99") return 2;  // ’, a piece of its own
  if (character.size() != 1) return 0;
  const char c = character[0];
  if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return 1;
  return c > ' ' && c < '\x7f' ? 2 : 0;
}

bool is_border(const PreparedText& text, int character) {
  if (text.is_separator(character)) return true;
  const int before = character_class(text.slice(character - 1, character));
  const int after = character_class(text.slice(character, character + 1));
  return before != 0 && after != 0 && before != after;
}

Status bad_starter(std::string got) {
  return {ErrorKind::kBadModel, "starter", std::move(got), "the file that scripts/models/prepare.mjs made"};
}

}  // namespace

Status StarterTokenizer::from_container(const Container& container, int first_inner, StarterTokenizer* out) {
  StarterTokenizer made;
  std::vector<uint8_t> text;
  Status status = container.bytes("vocabulary.text", {-1}, &text);
  if (status.ok()) status = container.integers("vocabulary.ids", {-1}, &made.ids_);
  if (!status.ok()) return status;
  made.pieces_ = split_zero_closed(text);
  const auto count = static_cast<int64_t>(made.pieces_.size());
  if (count == 0 || made.ids_.size() != made.pieces_.size() || first_inner < 0 || first_inner > count) {
    return bad_starter("pieces and ids that do not match");
  }
  made.first_inner_ = first_inner;
  made.pair_bytes_ = static_cast<size_t>(count - first_inner + 7) / 8;
  status = container.bytes("vocabulary.singles", {count}, &made.singles_);
  if (status.ok()) {
    status = container.bytes("vocabulary.pairs", {count, static_cast<int64_t>(made.pair_bytes_)}, &made.pairs_);
  }
  std::vector<int32_t> longer;
  if (status.ok()) status = container.integers("vocabulary.longer", {-1}, &longer);
  if (!status.ok()) return status;
  for (int64_t row = 0; row < count; ++row) {
    const std::string& piece = made.pieces_[static_cast<size_t>(row)];
    if (piece.empty()) return bad_starter("an empty piece");
    made.rows_[piece] = static_cast<int32_t>(row);
    made.longest_ = std::max(made.longest_, piece.size());
  }
  // Each longer chunk: how many pieces, then their rows.
  for (size_t at = 0; at < longer.size();) {
    const int32_t pieces = longer[at++];
    if (pieces < 1 || static_cast<size_t>(pieces) > longer.size() - at) return bad_starter("a chunk that is cut off");
    std::string chunk;
    std::vector<int32_t> rows(longer.begin() + static_cast<int64_t>(at),
                              longer.begin() + static_cast<int64_t>(at) + pieces);
    for (const int32_t row : rows) {
      if (row < 0 || row >= count) return bad_starter("a chunk with an unknown piece");
      chunk += made.pieces_[static_cast<size_t>(row)];
    }
    made.longer_[chunk] = std::move(rows);
    at += static_cast<size_t>(pieces);
  }
  *out = std::move(made);
  return {};
}

int32_t StarterTokenizer::row(std::string_view piece) const {
  const auto found = rows_.find(std::string(piece));
  return found == rows_.end() ? -1 : found->second;
}

std::vector<int32_t> StarterTokenizer::cut(const PreparedText& text, int first, int last) const {
  const int32_t whole = row(text.slice(first, last));
  if (whole >= 0 && singles_[static_cast<size_t>(whole)] != 0) return {whole};
  // Two pieces cannot spell more than this; a long run of letters must not cost its square.
  const auto bytes =
      static_cast<size_t>(text.begin[static_cast<size_t>(last)] - text.begin[static_cast<size_t>(first)]);
  for (int middle = first + 1; middle < last && bytes <= 2 * longest_; ++middle) {
    const int32_t a = row(text.slice(first, middle)), b = row(text.slice(middle, last));
    if (a < 0 || b < first_inner_) continue;
    const auto bit = static_cast<size_t>(b - first_inner_);
    const unsigned byte = pairs_[static_cast<size_t>(a) * pair_bytes_ + bit / 8];
    if (((byte >> (bit % 8)) & 1U) != 0) return {a, b};
  }
  const auto found = longer_.find(std::string(text.slice(first, last)));
  return found == longer_.end() ? std::vector<int32_t>{} : found->second;
}

Encoding StarterTokenizer::encode(std::string_view utf8) const {
  const PreparedText text = prepare_text(utf8);
  Encoding encoding;
  for (int first = 0; first < text.characters();) {
    int last = first + 1;
    while (last < text.characters() && !is_border(text, last)) ++last;
    const std::vector<int32_t> rows = cut(text, first, last);
    if (rows.empty()) {
      const Piece word = text.piece(0, first, last);
      encoding.outside.push_back({word.begin, word.end});
    }
    int at = first;
    for (const int32_t row : rows) {
      // A piece's characters: count its bytes off the text.
      int end = at;
      for (size_t bytes = pieces_[static_cast<size_t>(row)].size(); bytes > 0; ++end) {
        bytes -= text.slice(end, end + 1).size();
      }
      encoding.pieces.push_back(text.piece(ids_[static_cast<size_t>(row)], at, end));
      at = end;
    }
    first = last;
  }
  return encoding;
}

}  // namespace attn::text
