#include "core/layers/lstm_translator.h"

#include "core/attention/pipeline.h"
#include "core/layers/recurrent_parts.h"

namespace attn {
namespace {

std::string of_layer(const char* what, size_t layer) { return what + std::to_string(layer + 1); }

}  // namespace

LstmTranslator::LstmTranslator(Recorder& r, double limit)
    : layers(r.params().integer("layers")), dropout(r.params().number("dropout")) {
  const int64_t width = r.params().integer("hidden");
  const bool paper = r.params().choice("start") == "paper";
  start = chosen_start(r, Start::uniform(spread_for_width(limit, width)));
  layer.width = width;
  if (paper) {
    layer.start = {start, start, start};
  } else {
    layer.forget_bias = 1;  // Jozefowicz et al. 2015: without it short runs learn little
  }
}

ParamSpec reversed_source() {
  return shared::flag("reversed", "Read from the end",
                      "The source is read from its end, so that its first words are the freshest.", true);
}

Value read_source(Recorder& r, const LstmTranslator& sizes, Value source, Memory* memory) {
  const Value x = embedded_pieces(r, "source", source, r.sizes().source_pieces, sizes.start);  // [batch, key, model]
  const LstmStackRun read =
      lstm_stack(r, "encoder", x, sizes.layers, sizes.layer, sizes.dropout, {}, r.params().flag("reversed"));
  for (size_t i = 0; i < read.last.size(); ++i) {
    (*memory)[of_layer("h_", i)] = handed_over(read.last[i].h);
    (*memory)[of_layer("c_", i)] = handed_over(read.last[i].c);
  }
  return read.states;
}

std::vector<LstmState> writer_states(Recorder& r, const LstmTranslator& sizes, const Memory& memory) {
  std::vector<LstmState> states;
  for (size_t i = 0; i < static_cast<size_t>(sizes.layers); ++i) {
    const std::string h = of_layer("h_", i), c = of_layer("c_", i);
    states.push_back({r.carried(h, memory.at(h)), r.carried(c, memory.at(c))});
  }
  return states;
}

void carry_states(Recorder& r, const std::vector<LstmState>& states) {
  for (size_t i = 0; i < states.size(); ++i) {
    r.carry(of_layer("h_", i), states[i].h);
    r.carry(of_layer("c_", i), states[i].c);
  }
}

}  // namespace attn
