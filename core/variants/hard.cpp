// Hard attention: Xu et al. 2015, "Show, Attend and Tell", section 4.1: instead of a blend of everything a word reads
// one place, drawn with the chances that soft attention would have as weights.
#include "core/attention/alignment.h"

namespace attn::variants {
namespace {

StepText choosing(const char* title, const char* note) {
  StepText text;
  text.id = "pattern", text.symbol = "A", text.role = Role::kWeights;
  text.stage = "normalise", text.label = "choose", text.title = title, text.note = note;
  return text;
}

// s ~ Multinoulli(alpha), or the largest alpha
Value choose(Setting& setting, Value scores) {
  Value alpha = softmax_rows(setting, scores);
  StepText align = setting.graph().node(alpha.node()).text;
  align.id = "align", align.label = "choose", align.title = "Softmax gives chances, one place is chosen";
  alpha = alpha.step(align);
  if (setting.params().choice("choose") == "largest") {
    StepText text = choosing(align.title.c_str(), "The place with the largest chance is read, all others are not.");
    text.latex = R"(\a{A_{ij}} = [\,j = \operatorname{argmax}_m \a{\alpha_{im}}\,])";
    return choose_largest(alpha).step(std::move(text));
  }
  StepText draw;
  draw.id = "u", draw.symbol = "u", draw.role = Role::kWeights;
  const Shape rows = alpha.shape().without(alpha.shape().rank() - 1);
  const Value u = setting.weight(rows, std::move(draw), Init::kUniform);
  StepText text =
      choosing(align.title.c_str(), "The chances lie end to end on a line; a draw from the seed falls on one of them.");
  text.latex = R"(\a{A_i} \sim \operatorname{Multinoulli}(\a{\alpha_i}))";
  return choose_by_draw(alpha, u).step(std::move(text));
}

}  // namespace

Variant hard() {
  EntryText text;
  text.name = "Hard";
  text.family = "hard choices";
  text.summary =
      "A word reads exactly one place, drawn by chance or the likeliest, where soft attention blends them all.";
  text.latex =
      R"(\z{z_i} = \sum_j \a{s_{ij}}\,\v{v_j}, \quad \a{s_i} \sim \operatorname{Multinoulli}(\a{\alpha_i}), \quad \a{\alpha_i} = \operatorname{softmax}_j(\a{S_{ij}}))";
  text.params = {
      shared::choice("choose", "Choose", "How the one place is chosen.",
                     {{"draw", "By chance", "Drawn with the softmax's weights as chances; another seed draws again."},
                      {"largest", "The likeliest", "The place with the largest weight, as after training."}})};
  append(&text.params, shared::alignment({"additive", "scaled"}));
  text.params.push_back(shared::temperature());
  append(&text.params, shared::mask());
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = alignment_pipeline(setting, setting.params().choice("score"));
            pipeline.normalise = choose;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs hard_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Show, Attend and Tell: Neural Image Caption Generation with Visual Attention",
       "Xu, Ba, Kiros, Cho, Courville, Salakhutdinov, Zemel, Bengio", 2015, "https://arxiv.org/abs/1502.03044"},
      {"Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement Learning", "Williams", 1992,
       "https://doi.org/10.1007/BF00992696"}};
  docs.differs =
      "The paper asks with a decoder's states and reads places of a picture; here words of one text do both unless "
      "another text is given to read. Its network has a bias, and a gate behind it; ours has neither. A choice passes "
      "no gradient to the scores: training needs the estimate of core/attention/reinforce.h. While training the code "
      "replaces every second draw by the blend.";
  docs.laws = {{LawKind::kRowsSumToOne, "One place of each row has weight 1."},
               {LawKind::kOrderBlind,
                "Without positions in the vectors, the likeliest place moves with its word.",
                {{"choose", "largest"}}},
               shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "as the score needs"},
                                  {"score", "the additive network, or q·k"},
                                  {"modify", "none, or divided by √d"},
                                  {"normalise", "softmax, then one place is chosen"}});
  docs.cost = {R"(n\,m\,(h + d))", R"(4\,n\,m\,h)"};
  return docs;
}

}  // namespace attn::variants
