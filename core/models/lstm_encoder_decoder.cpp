// Sequence to sequence: Sutskever, Vinyals & Le 2014, "Sequence to Sequence Learning with Neural Networks": stacked
// LSTMs read a text, best from its end, and stacked LSTMs write from the states they were left in.
#include "core/layers/lstm_translator.h"
#include "core/layers/recurrent_parts.h"

namespace attn::models {
namespace {

constexpr double kLimit = 0.08;  // section 3.4

Memory encode(Recorder& r, Value source) {
  Memory memory;
  read_source(r, LstmTranslator(r, kLimit), source, &memory);
  return memory;
}

Prediction decode(Recorder& r, const Memory& memory, Value inputs) {
  const LstmTranslator sizes(r, kLimit);
  const int64_t pieces = r.sizes().target_pieces;
  const Value y = embedded_pieces(r, "target", inputs, pieces, sizes.start);  // [batch, query, model m]
  const LstmStackRun written =
      lstm_stack(r, "decoder", y, sizes.layers, sizes.layer, sizes.dropout, writer_states(r, sizes, memory));
  carry_states(r, written.last);
  const Value top = r.dropout(written.states, sizes.dropout);  // [batch, query, model n]
  return {piece_logits(r, "pieces", top, pieces, sizes.start), {}, {}};
}

}  // namespace

Model lstm_encoder_decoder() {
  Model model;
  model.text.name = "LSTM encoder-decoder";
  model.text.family = "recurrent";
  model.text.summary = "Stacked LSTMs read a text into their states, from its end, and others write from those.";
  model.text.latex = R"(p(y_1, \dots, y_{T'} \mid x) = \prod_t p(y_t \mid v, y_1, \dots, y_{t-1}))";
  model.text.params = recurrent_params(64, 96, 2, "Everything from U(−0.08, 0.08), the spread adapted to the width.");
  model.text.params.push_back(reversed_source());
  // Section 3.4
  model.training = {{"optimizer", "sgd"}, {"momentum", "0"},       {"rate", "0.7"},
                    {"clip", "5"},        {"schedule", "halving"}, {"batch", "128"}};
  model.encode = encode;
  model.decode = decode;
  model.continues = true;
  return model;
}

EntryDocs lstm_encoder_decoder_docs() {
  EntryDocs docs;
  docs.papers = {{"Sequence to Sequence Learning with Neural Networks", "Sutskever, Vinyals, Le", 2014,
                  "https://arxiv.org/abs/1409.3215"}};
  docs.differs =
      "Two layers of a tenth of the paper's width instead of four. Weights start evenly spread, forget gates open, "
      "unless the paper's start is asked for; its spread, meant for a width of 1000, then grows as the width shrinks. "
      "Dropout is ours, between layers, and 0 unless asked for. Batches hold sources of one length, where the paper's "
      "are of nearly one.";
  return docs;
}

}  // namespace attn::models
