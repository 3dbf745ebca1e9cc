// Additive attention: Bahdanau, Cho & Bengio 2015, "Neural Machine Translation by Jointly Learning to Align and
// Translate", appendix A.1.2: e_ij = v_a . tanh(W_a s_{i-1} + U_a h_j). Here the same words ask and are read.
#include "core/attention/alignment.h"

namespace attn::variants {

Variant additive() {
  EntryText text;
  text.name = "Additive";
  text.family = "additive";
  text.summary = "The first attention: a small network looks at query and key together and says how well they match.";
  text.latex = R"(\a{S_{ij}} = \a{v_a}\cdot\tanh(\q{W_a s_i} + \k{U_a h_j}))";
  ParamSpec hidden = shared::hidden_width();
  hidden.doc = "Units of the alignment network; the paper has 1000.";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(hidden);
  text.params.push_back(shared::normed());
  text.takes_source = true;
  return {text, [](Setting& setting) { return attend(setting, alignment_pipeline(setting, "additive")); },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs additive_docs() {
  EntryDocs docs;
  docs.papers = {shared::bahdanau_2015()};
  docs.differs =
      "The paper asks with a decoder's state and reads an encoder's annotations; here one sentence does both unless "
      "another text is given to read. Its three learned parameters are seeded, not trained, and start orthogonal (the "
      "matrices) and uniform (the vector) where the paper starts them near zero, so that untrained words already "
      "differ. TensorFlow can also norm the vector and then learn its length and a bias: the switch norms it, length "
      "and "
      "bias are left out. Keras leaves the matrices out.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "W_a makes q, U_a makes k; v is the word's own vector"},
                                  {"score", "v_a·tanh(q + k), a network with one hidden layer"},
                                  {"modify", "none"}});
  docs.cost = {R"(n\,m\,(h + d))", R"(4\,n\,m\,h)"};
  docs.used_by = {{"GNMT", 2016, "https://arxiv.org/abs/1609.08144"},
                  {"Tacotron", 2017, "https://arxiv.org/abs/1703.10135"},
                  {"Pointer-generator network", 2017, "https://arxiv.org/abs/1704.04368"}};
  return docs;
}

}  // namespace attn::variants
