// Copy: the target is the source. The simplest thing to learn to look for: step t of the target reads place t.
// Used so by Graves, Wayne & Danihelka 2014, section 4.1, with bits for letters.
#include "core/training/symbol_examples.h"

namespace attn::tasks {

Task copy() {
  EntryText text;
  text.name = "Copy";
  text.family = "by rule";
  text.summary = "Say a string of letters again: the alignment to be learned is the diagonal.";
  text.latex = R"(y_t = x_t)";
  text.params = symbol_params();
  return {text, TaskKind::kSequences, {}, [](const Params& params, std::span<const uint8_t> data, Status* status) {
            return open_symbols(params, data, [](const std::vector<float>& source) { return source; }, status);
          }};
}

EntryDocs copy_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Neural Turing Machines", "Graves, Wayne, Danihelka", 2014, "https://arxiv.org/abs/1410.5401"},
  };
  docs.differs =
      "The paper copies vectors of random bits; here one of a few letters stands at each place. One string in eight, "
      "by "
      "a hash of its letters, is never trained on; 1,000 of these are held out, as many of each length.";
  return docs;
}

}  // namespace attn::tasks
