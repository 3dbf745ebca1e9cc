// Sentencepiece's unigram tokenizer: of all ways to cut a text into pieces of the vocabulary, the most probable one.
// Kudo 2018, "Subword Regularization" (arXiv 1804.10959), section 3.2; found by Viterbi in time linear in the text.
#ifndef CORE_TEXT_UNIGRAM_H_
#define CORE_TEXT_UNIGRAM_H_

#include <vector>

#include "core/tensor/container.h"
#include "core/tensor/status.h"
#include "core/text/tokenizer.h"

namespace attn::text {

class UnigramTokenizer final : public Tokenizer {
 public:
  // Pieces and log-probabilities by id. The first `reserved` ids are markers that no text can spell.
  static Status create(const std::vector<std::string>& pieces, std::vector<double> scores, int reserved,
                       UnigramTokenizer* out);
  // From a model file: vocabulary.text, vocabulary.scores.
  static Status from_container(const Container& container, int reserved, UnigramTokenizer* out);

  Encoding encode(std::string_view utf8) const override;

 private:
  // A trie over bytes: children of a node are a list through `next`.
  struct Node {
    int32_t child = -1;
    int32_t next = -1;
    int32_t id = -1;  // of the piece that ends here
    uint8_t byte = 0;
  };
  int32_t find_child(int32_t node, uint8_t byte) const;

  std::vector<Node> trie_;
  std::vector<double> scores_;
};

}  // namespace attn::text

#endif  // CORE_TEXT_UNIGRAM_H_
