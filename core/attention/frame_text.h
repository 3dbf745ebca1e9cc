// Words of steps that make one frame of the stepper: what they share is written once.
#ifndef CORE_ATTENTION_FRAME_TEXT_H_
#define CORE_ATTENTION_FRAME_TEXT_H_

#include <string>
#include <utility>

#include "core/graph/graph.h"

namespace attn {

struct FrameText {
  std::string stage;
  std::string label;
  std::string title;
  std::string suffix = {};  // of every id: "_3" where the same steps come again and again

  StepText step(const std::string& id, std::string symbol, Role role, std::string latex, std::string note) const {
    StepText text;
    text.id = id + suffix, text.symbol = std::move(symbol), text.role = role;
    text.stage = stage, text.label = label, text.title = title;
    text.latex = std::move(latex), text.note = std::move(note);
    return text;
  }
};

// Weights and other leaves are no steps: they need a name and a symbol alone.
inline StepText leaf_text(std::string id, std::string symbol, Role role) {
  StepText text;
  text.id = std::move(id), text.symbol = std::move(symbol), text.role = role;
  return text;
}

}  // namespace attn

#endif  // CORE_ATTENTION_FRAME_TEXT_H_
