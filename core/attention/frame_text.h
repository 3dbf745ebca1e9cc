// Words of steps that make one frame of the stepper: what they share is written once.
#ifndef CORE_ATTENTION_FRAME_TEXT_H_
#define CORE_ATTENTION_FRAME_TEXT_H_

#include <string>

#include "core/graph/graph.h"

namespace attn {

struct FrameText {
  const char* stage;
  std::string label;
  const char* title;
  std::string suffix = {};  // of every id: "_3" where the same steps come again and again

  // Literals come as pointers: a caller then holds no strings, which would be most of a mechanism's compiled size.
  StepText step(const char* id, const char* symbol, Role role, const char* latex, const char* note) const;
  StepText step(const std::string& id, const std::string& symbol, Role role, const std::string& latex,
                const std::string& note) const;
};

// Weights and other leaves are no steps: they need a name and a symbol alone.
StepText leaf_text(const char* id, const char* symbol, Role role);
StepText leaf_text(const std::string& id, const std::string& symbol, Role role);

}  // namespace attn

#endif  // CORE_ATTENTION_FRAME_TEXT_H_
