// Reverse: the target is the source from its end to its beginning. What is said first was read last, so the shortest
// way and the longest way from reading to saying stand in one example.
#include "core/training/symbol_examples.h"

namespace attn::tasks {

Task reverse() {
  EntryText text;
  text.name = "Reverse";
  text.family = "by rule";
  text.summary = "Say a string of letters backwards: the alignment to be learned is the other diagonal.";
  text.latex = R"(y_t = x_{n + 1 - t})";
  text.params = symbol_params();
  return {text, TaskKind::kSequences, {}, [](const Params& params, std::span<const uint8_t> data, Status* status) {
            return open_symbols(
                params, data,
                [](const std::vector<float>& source) { return std::vector<float>(source.rbegin(), source.rend()); },
                status);
          }};
}

EntryDocs reverse_docs() {
  EntryDocs docs;
  docs.papers = {{"Learning to Transduce with Unbounded Memory", "Grefenstette, Hermann, Suleyman, Blunsom", 2015,
                  "https://arxiv.org/abs/1506.02516"}};
  docs.differs =
      "Lengths and letters are chosen here. One string in eight, by a hash of its letters, is never trained on; 1,000 "
      "of these are held out, as many of each length.";
  return docs;
}

}  // namespace attn::tasks
