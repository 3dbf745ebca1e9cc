// What Sutskever et al. 2014 and Luong et al. 2015 share: stacked LSTMs that read a text, perhaps from its end, and
// stacked LSTMs that begin to write from the states of each layer.
#ifndef CORE_LAYERS_LSTM_TRANSLATOR_H_
#define CORE_LAYERS_LSTM_TRANSLATOR_H_

#include "core/layers/lstm.h"
#include "core/layers/model.h"

namespace attn {

// All weights from U(-limit, limit), as given for a width of 1000, where the parameter `start` asks for the papers'.
struct LstmTranslator {
  LstmTranslator(Recorder& r, double limit);

  Start start;
  Lstm layer;
  int64_t layers;
  double dropout;
};

// The parameter `reversed`: is the source read from its end?
ParamSpec reversed_source();

// Reads ids [batch, key]: states of the highest layer [batch, key, model], and into memory h_1, c_1, h_2, ... [batch,
// query 1, model].
Value read_source(Recorder& r, const LstmTranslator& sizes, Value source, Memory* memory);
// Where every layer of the writer stands: carried from the call before, or as read.
std::vector<LstmState> writer_states(Recorder& r, const LstmTranslator& sizes, const Memory& memory);
void carry_states(Recorder& r, const std::vector<LstmState>& states);

}  // namespace attn

#endif  // CORE_LAYERS_LSTM_TRANSLATOR_H_
