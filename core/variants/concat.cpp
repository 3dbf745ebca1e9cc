// Luong's concat score: Luong, Pham & Manning 2015 (arXiv v5), section 3.1: score(h_t, h-_s) = v_a . tanh(W_a [h_t;
// h-_s]).
#include "core/attention/alignment.h"

namespace attn::variants {

Variant concat() {
  EntryText text;
  text.name = "Luong concat";
  text.family = "alignment";
  text.summary = "A small network sees both words side by side and says how well they match.";
  text.latex = R"(\a{S_{ts}} = \a{v_a}\cdot\tanh(\a{W_a}\,[\q{h_t}; \k{\bar{h}_s}]))";
  ParamSpec hidden = shared::hidden_width();
  hidden.when_param = "form", hidden.when_values = {"paper"};
  text.params = {shared::paper_or_code("v·tanh(W [h; h̄]), one matrix over both words.",
                                       "v·tanh(h̄ + W h): the word that is read stays as it is."),
                 hidden, shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, alignment_pipeline(setting, "concat")); }};
}

EntryDocs concat_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. Weights are seeded, not trained. The conference print leaves out the vector and the "
      "tanh; the code fixes the block of the matrix that meets the word that is read to the identity: the parameter "
      "has both "
      "the later print's form and the code's.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "W_a in its two blocks makes q and k; v is the word's own vector"},
                                  {"score", "v_a·tanh(q + k), which is v_a·tanh(W_a [h; h̄])"},
                                  {"modify", "none"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(n\,m\,(h + d))", R"(4\,n\,m\,h)"};
  return docs;
}

}  // namespace attn::variants
