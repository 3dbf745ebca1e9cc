// Attention with one memory for keys and values, K = V: what is compared is what is carried away. Bahdanau et al. 2015
// read their annotations so; Graves, Wayne & Danihelka 2014 the rows of a memory.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

// q = x W_Q, k = h W_K, v = k
Projected project(Setting& setting, const Pipeline& pipeline) {
  Projected in = project_qk(setting, pipeline);
  StepText text;
  text.id = "v", text.symbol = "V", text.role = Role::kValue, text.stage = "project", text.label = "Q K V";
  text.title = "What is compared is what is carried";
  text.note =
      "There is one vector for each word that is read: it is the key that queries meet and the value they take.";
  text.latex = R"(\v{V} = \k{K})";
  in.v = rename(in.k, {}).step(std::move(text));
  return in;
}

}  // namespace

Variant shared_key_value() {
  EntryText text;
  text.name = "Shared key and value";
  text.family = "keys and values";
  text.summary = "K = V: every word that is read has one vector, which is compared and carried alike.";
  text.latex = R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{Q}\k{K^\top}}{\sqrt{d}}\right)\k{K})";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.project = project;
            pipeline.output = nullptr;  // a trained output matrix belongs to trained values
            return attend(setting, pipeline);
          }};
}

EntryDocs shared_key_value_docs() {
  EntryDocs docs;
  docs.papers = {shared::bahdanau_2015(),
                 {"Neural Turing Machines", "Graves, Wayne, Danihelka", 2014, "https://arxiv.org/abs/1410.5401"}};
  docs.differs =
      "Bahdanau's annotations come from a recurrent encoder and are scored by a network, a Turing machine's rows by "
      "their cosine; here the shared vectors are a learned projection of the words, scored by a scaled dot product, so "
      "that the one difference to scaled dot-product attention is K = V.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "learned matrices make q and k; v is k"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
