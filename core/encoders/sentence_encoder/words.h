// How the sentence encoder's steps are named.
#ifndef CORE_ENCODERS_SENTENCE_ENCODER_WORDS_H_
#define CORE_ENCODERS_SENTENCE_ENCODER_WORDS_H_

#include <string>

#include "core/graph/graph.h"

namespace attn::encoders {

inline std::string layer_scope(int layer) { return "layer_" + std::to_string(layer); }

inline StepText step(const char* id, const char* stage, const char* label, const char* title, const char* note,
                     const char* latex, const char* symbol) {
  StepText text;
  text.id = id, text.stage = stage, text.label = label, text.title = title, text.note = note;
  text.latex = latex, text.symbol = symbol;
  return text;
}

// A weight or a table: no step of its own.
inline StepText name(const char* id, const char* symbol) {
  StepText text;
  text.id = id, text.symbol = symbol;
  return text;
}

// The last step on the way to a layer's attention, in the frame that it ends.
inline StepText input_text(const char* stage, const char* label, const char* title) {
  return step("x", stage, label, title,
              "Layer norm brings every vector to the same mean and spread: this is what attention reads.",
              R"(\hat{x}_i = g\,\frac{x_i - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}} + b)", "X");
}
inline StepText layer_input_text() { return input_text("norm", "norm", "Every vector is brought to one scale"); }

}  // namespace attn::encoders

#endif  // CORE_ENCODERS_SENTENCE_ENCODER_WORDS_H_
