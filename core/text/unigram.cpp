#include "core/text/unigram.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace attn::text {

int32_t UnigramTokenizer::find_child(int32_t node, uint8_t byte) const {
  int32_t child = trie_[static_cast<size_t>(node)].child;
  while (child >= 0 && trie_[static_cast<size_t>(child)].byte != byte) child = trie_[static_cast<size_t>(child)].next;
  return child;
}

Status UnigramTokenizer::create(const std::vector<std::string>& pieces, std::vector<double> scores, int reserved,
                                UnigramTokenizer* out) {
  if (pieces.size() != scores.size() || reserved < 1 || static_cast<size_t>(reserved) > pieces.size()) {
    return {ErrorKind::kBadModel, "vocabulary", std::to_string(pieces.size()) + " pieces",
            "as many scores, and at least the reserved pieces"};
  }
  UnigramTokenizer made;
  made.trie_.push_back({});
  // Of equal pieces the last id counts, as in the tokenizer the model came with.
  for (size_t id = static_cast<size_t>(reserved); id < pieces.size(); ++id) {
    int32_t node = 0;
    for (const char c : pieces[id]) {
      const auto byte = static_cast<uint8_t>(c);
      int32_t child = made.find_child(node, byte);
      if (child < 0) {
        child = static_cast<int32_t>(made.trie_.size());
        made.trie_.push_back({-1, made.trie_[static_cast<size_t>(node)].child, -1, byte});
        made.trie_[static_cast<size_t>(node)].child = child;
      }
      node = child;
    }
    if (node != 0) made.trie_[static_cast<size_t>(node)].id = static_cast<int32_t>(id);
  }
  made.scores_ = std::move(scores);
  *out = std::move(made);
  return {};
}

Status UnigramTokenizer::from_container(const Container& container, int reserved, UnigramTokenizer* out) {
  std::vector<uint8_t> text;
  std::vector<double> scores;
  Status status = container.bytes("vocabulary.text", {-1}, &text);
  if (status.ok()) status = container.doubles("vocabulary.scores", {-1}, &scores);
  if (!status.ok()) return status;
  return create(split_zero_closed(text), std::move(scores), reserved, out);
}

Encoding UnigramTokenizer::encode(std::string_view utf8) const {
  const PreparedText text = prepare_text(utf8);
  const auto characters = static_cast<size_t>(text.characters());
  // The best way to reach the border before each character: its log-probability, its last piece, where that began.
  struct Reached {
    double score = -std::numeric_limits<double>::infinity();
    int32_t id = 0;
    size_t start = 0;
  };
  std::vector<Reached> best(characters + 1);
  best[0].score = 0;
  for (size_t start = 0; start < characters; ++start) {
    int32_t node = 0;
    for (size_t end = start + 1; end <= characters && node >= 0; ++end) {
      for (const char c : text.slice(static_cast<int>(end) - 1, static_cast<int>(end))) {
        node = node < 0 ? node : find_child(node, static_cast<uint8_t>(c));
      }
      const int32_t id = node < 0 ? -1 : trie_[static_cast<size_t>(node)].id;
      if (id < 0) continue;
      // ">=": among equals the shorter last piece wins, as in the tokenizer the model came with.
      const double score = best[start].score + scores_[static_cast<size_t>(id)];
      if (score >= best[end].score) best[end] = {score, id, start};
    }
    // Every piece that ends after this character has been seen. None does: an unknown character, at no cost.
    if (best[start + 1].score == -std::numeric_limits<double>::infinity())
      best[start + 1] = {best[start].score, 0, start};
  }

  Encoding encoding;
  std::vector<Piece>& pieces = encoding.pieces;
  for (size_t end = characters; end > 0; end = best[end].start) {
    Piece piece = text.piece(best[end].id, static_cast<int>(best[end].start), static_cast<int>(end));
    // Neighbouring unknown characters are one piece.
    if (piece.id == 0 && !pieces.empty() && pieces.back().id == 0) {
      pieces.back().begin = piece.begin;
    } else {
      pieces.push_back(piece);
    }
  }
  std::reverse(pieces.begin(), pieces.end());
  return encoding;
}

}  // namespace attn::text
