// Luong's dot score: Luong, Pham & Manning 2015, section 3.1: score(h_t, h-_s) = h_t . h-_s, over all words.
#include "core/attention/alignment.h"

namespace attn::variants {

Variant dot() {
  EntryText text;
  text.name = "Luong dot";
  text.family = "alignment";
  text.summary = "The plainest attention: words are compared as they are, nothing is learned and nothing is scaled.";
  text.latex = R"(\a{a_t(s)} = \frac{\exp(\q{h_t}\cdot\k{\bar{h}_s})}{\sum_{s'}\exp(\q{h_t}\cdot\k{\bar{h}_{s'}})})";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, alignment_pipeline(setting, "dot")); }};
}

EntryDocs dot_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. The result is the context vector; the switch adds the paper's layer behind it, "
      "untrained. Keras and TensorFlow can multiply scores by one learned number: the temperature does so by hand.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "none: words are their own q, k and v"},
                                  {"score", "dot product h·h̄"},
                                  {"modify", "none"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
