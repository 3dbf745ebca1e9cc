// Attention with keys and values apart, K != V: a key is what a word is found by, a value what it gives. Key-value
// memories: Miller et al. 2016; in language models: Daniluk et al. 2017. How scores become weights is a stage of its
// own that may be left out.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

bool takes_softmax(const Setting& setting) { return setting.params().choice("normaliser") == "softmax"; }

StepText weighing(const char* id, const char* symbol, const char* latex, const char* note) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex, text.note = note;
  text.stage = "normalise", text.label = "normalise", text.title = "Scores become weights";
  return text;
}

// A softmax needs -inf for a weight of 0; the other two need the 0 itself.
Value mask(Setting& setting, Value scores) {
  if (takes_softmax(setting)) return mask_by_choice(setting, scores);
  const Value allowed = chosen_mask(setting, scores);
  StepText text = setting.graph().node(allowed.node()).text;
  text.id = "masked_scores", text.symbol = "S", text.latex = R"(\a{S_{ij}} \leftarrow \a{S_{ij}}\,M_{ij})";
  text.note += " A masked score becomes 0, and so does its weight.";
  return multiply(scores, allowed).step(std::move(text));
}

// A_ij = S_ij, or S_ij / sum_m |S_im|
Value normalise(Setting& setting, Value scores) {
  if (takes_softmax(setting)) return softmax_rows(setting, scores);
  if (setting.params().choice("normaliser") == "none") {
    return rename(scores, {})
        .step(weighing("pattern", "A", R"(\a{A_{ij}} = \a{S_{ij}})",
                       "The scores are the weights: they may be negative and add up to anything."));
  }
  const char* note = "Each score is divided by the sum of the row's magnitudes: signs stay, magnitudes add up to 1.";
  const Value size = map(scores, Function::kAbsolute).step(weighing("magnitudes", "|S|", R"(|\a{S_{ij}}|)", note));
  const Value sum = reduce_sum(size, axis::kKey).step(weighing("row_sum", "sum|S|", R"(\sum_m |\a{S_{im}}|)", note));
  const Value share =
      map(sum, Function::kReciprocal).step(weighing("share", "1/sum", R"(\frac{1}{\sum_m |\a{S_{im}}|})", note));
  return multiply(scores, share)
      .step(weighing("pattern", "A", R"(\a{A_{ij}} = \frac{\a{S_{ij}}}{\sum_m |\a{S_{im}}|})", note));
}

}  // namespace

Variant key_value() {
  EntryText text;
  text.name = "Key and value";
  text.family = "keys and values";
  text.summary = "K ≠ V: a word is found by its key and gives its value; how scores become weights can be chosen.";
  text.latex = R"(\z{z_i} = \sum_j \a{\operatorname{norm}}\!\left(\frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}}\right)\v{v_j})";
  text.params = {shared::choice("normaliser", "Normaliser", "How scores become weights.",
                                {{"softmax", "Softmax", "Positive shares of 1; the largest score takes the most."},
                                 {"l1", "L1", "Divided by the sum of magnitudes; signs stay."},
                                 {"none", "None", "The scores themselves are the weights."}}),
                 shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask;
            pipeline.normalise = normalise;
            return attend(setting, pipeline);
          }};
}

EntryDocs key_value_docs() {
  EntryDocs docs;
  docs.papers = {{"Key-Value Memory Networks for Directly Reading Documents",
                  "Miller, Fisch, Dodge, Karimi, Bordes, Weston", 2016, "https://arxiv.org/abs/1606.03126"},
                 {"Frustratingly Short Attention Spans in Neural Language Modeling",
                  "Daniluk, Rocktäschel, Welbl, Riedel", 2017, "https://arxiv.org/abs/1702.04521"}};
  docs.differs =
      "The papers' keys and values are facts of a memory or parts of a recurrent state; here they are two projections "
      "of the words. Both papers normalise by a softmax: the other two ways are there to be compared.";
  docs.laws = {
      {LawKind::kRowsSumToOne, "After the softmax the weights of a row add up to 1.", {{"normaliser", "softmax"}}},
      shared::order_blind(),
      {LawKind::kOrderBlind, "The same without a normaliser.", {{"normaliser", "none"}}},
      shared::causal_mask_hides_the_future(),
      {LawKind::kNoFutureLeak,
       "The same where magnitudes are divided by their sum.",
       {{"mask", "causal"}, {"normaliser", "l1"}}},
      {LawKind::kEquals, "With the softmax it is scaled dot-product attention.", {}, "scaled_dot_product"}};
  docs.slots =
      shared::slots_but({{"mask", "as chosen: −∞ for a softmax, else 0"}, {"normalise", "softmax, L1 or none"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
