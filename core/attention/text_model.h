// A loaded model that reads text: the seam between trained weights and the mechanisms that borrow them.
#ifndef CORE_ATTENTION_TEXT_MODEL_H_
#define CORE_ATTENTION_TEXT_MODEL_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/attention/setting.h"
#include "core/graph/graph.h"
#include "core/tensor/status.h"

namespace attn {

struct TokenPiece {
  int id = 0;
  // Byte offsets into the UTF-8 text as it came.
  int64_t begin = 0;
  int64_t end = 0;
  bool word_start = false;
};

struct Tokenized {
  std::vector<TokenPiece> pieces;
  std::vector<std::string> outside;  // words this vocabulary cannot write
};

class TextModel {
 public:
  virtual ~TextModel() = default;

  virtual int layers() const = 0;
  virtual int heads(int layer) const = 0;  // layer from 1
  // The [layer, head] pairs whose weights are here, from 1.
  virtual std::vector<std::pair<int, int>> available() const = 0;

  virtual Tokenized tokenize(std::string_view text) const = 0;
  // How many pieces the whole model reads, from the first one on; `embed` and a recorded model leave out the rest.
  virtual int64_t most_pieces() const = 0;
  // Records the way from the text to the vectors that a layer's attention reads [query, model].
  virtual Value record_input(Graph& graph, const Tokenized& text, int layer) const = 0;
  // Offers the trained projections: w_q w_k w_v [head, model, channel] and b_q b_k b_v [head, channel]; of one head
  // when `head` is from 1, of all when it is 0.
  virtual void offer_weights(Setting& setting, int layer, int head) const = 0;
  // The vector of a whole text, computed without a trace; empty where the weights for it are missing.
  virtual std::vector<float> embed(const Tokenized& text) const = 0;
};

}  // namespace attn

#endif  // CORE_ATTENTION_TEXT_MODEL_H_
