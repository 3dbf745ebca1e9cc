// Luong's general score: Luong, Pham & Manning 2015, section 3.1: score(h_t, h-_s) = h_t . W_a h-_s, over all words.
#include "core/attention/alignment.h"

namespace attn::variants {

Variant general() {
  EntryText text;
  text.name = "Luong general";
  text.family = "alignment";
  text.summary = "One learned matrix between the two words: it decides which of their features belong together.";
  text.latex = R"(\a{S_{ts}} = \q{h_t}^\top \k{W_a\,\bar{h}_s}, \quad \z{c_t} = \sum_s \a{a_t(s)}\,\v{\bar{h}_s})";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, alignment_pipeline(setting, "general")); }};
}

EntryDocs general_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. The matrix is seeded, not trained. The result is the context vector; the switch adds the "
      "paper's layer behind it.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "k = W_a h̄; words are their own q and v"},
                                  {"score", "dot product h·W_a h̄"},
                                  {"modify", "none"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"Stanford Attentive Reader", 2016, "https://arxiv.org/abs/1606.02858"}};
  return docs;
}

}  // namespace attn::variants
