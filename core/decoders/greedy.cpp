// Greedy decoding: of every piece the likeliest, and no second thoughts.
#include "core/attention/pipeline.h"
#include "core/runs/piece_by_piece.h"

namespace attn::decoders {

Decoder greedy() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Greedy";
  text.family = "one at a time";
  text.summary = "Asks for the next piece, takes the likeliest, and asks again.";
  text.latex = R"(y_t = \operatorname{argmax}_y\, p(y \mid y_{<t}, x))";
  text.base = true;
  decoder.models = {the_model()};
  decoder.exact = true;
  decoder.start = [](const DecoderInput& input, Status*) {
    return piece_by_piece(
        input, [](const std::vector<float>& log_shares, int64_t, int64_t) { return likeliest_piece(log_shares); });
  };
  return decoder;
}

EntryDocs greedy_docs() {
  EntryDocs docs;
  docs.papers = {{"Sequence to Sequence Learning with Neural Networks", "Sutskever, Vinyals, Le", 2014,
                  "https://arxiv.org/abs/1409.3215"}};
  docs.differs =
      "As a beam of one. Keys, values and recurrent states are carried from call to call, so that a call reads one "
      "piece; a model that cannot go on reads its whole text again, with the same result.";
  return docs;
}

}  // namespace attn::decoders
