// The tokenizer of the starter: a hundred pieces that never cut a word differently from the full vocabulary.
//
// It has no scores to search with; it has proofs. The text is cut into chunks at places no piece spans, and a chunk is
// taken only if the file says that the full vocabulary cuts it in just this way. scripts/models/starter.mjs makes
// these proofs and states why they hold. Everything else is reported as outside.
#ifndef CORE_TEXT_STARTER_H_
#define CORE_TEXT_STARTER_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "core/tensor/container.h"
#include "core/tensor/status.h"
#include "core/text/tokenizer.h"

namespace attn::text {

class StarterTokenizer final : public Tokenizer {
 public:
  // Pieces from row `first_inner` on do not begin a word.
  static Status from_container(const Container& container, int first_inner, StarterTokenizer* out);

  Encoding encode(std::string_view utf8) const override;

  // Full vocabulary id of each row of the starter's embedding.
  const std::vector<int32_t>& ids() const { return ids_; }

 private:
  // Rows of the pieces that a chunk is proved to consist of; empty if there is no proof.
  std::vector<int32_t> cut(const PreparedText& text, int first, int last) const;
  int32_t row(std::string_view piece) const;  // or -1

  std::vector<int32_t> ids_;
  std::unordered_map<std::string, int32_t> rows_;
  std::vector<std::string> pieces_;
  int32_t first_inner_ = 0;
  size_t longest_ = 0;  // piece, in bytes
  std::vector<uint8_t> singles_;
  std::vector<uint8_t> pairs_;  // [piece, inner piece], a bit each, lowest first
  size_t pair_bytes_ = 0;
  std::unordered_map<std::string, std::vector<int32_t>> longer_;
};

}  // namespace attn::text

#endif  // CORE_TEXT_STARTER_H_
