#include "core/attention/frame_text.h"

namespace attn {

StepText FrameText::step(const char* id, const char* symbol, Role role, const char* latex, const char* note) const {
  StepText text(id, stage, "", title, note, latex, symbol, role);
  text.id += suffix, text.label = label;
  return text;
}

StepText FrameText::step(const std::string& id, const std::string& symbol, Role role, const std::string& latex,
                         const std::string& note) const {
  return step(id.c_str(), symbol.c_str(), role, latex.c_str(), note.c_str());
}

StepText leaf_text(const char* id, const char* symbol, Role role) { return {id, "", "", "", "", "", symbol, role}; }

StepText leaf_text(const std::string& id, const std::string& symbol, Role role) {
  return leaf_text(id.c_str(), symbol.c_str(), role);
}

}  // namespace attn
