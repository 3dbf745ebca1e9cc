// Attention by Gumbel-Softmax: Jang, Gu & Poole 2017 and Maddison, Mnih & Teh 2017. Noise on the scores makes the
// softmax a draw; the lower the temperature, the nearer it comes to choosing one word.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

StepText noising(const char* id, const char* symbol, const char* latex, const char* note) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex, text.note = note;
  text.stage = "scale", text.label = "noise", text.title = "Gumbel noise makes the softmax a draw";
  return text;
}

// (S_ij / sqrt(d) + g_ij) / tau. The log of the softmax is the score but for a constant, which the softmax forgets.
Value modify(Setting& setting, const Projected& in, Value scores) {
  const double amount = setting.params().number("noise"), tau = setting.params().number("tau");
  scores = scale_by_width(setting, in, scores);
  StepText leaf;
  leaf.id = "gumbel", leaf.symbol = "g", leaf.role = Role::kWeights;
  const Shape& shape = scores.shape();
  Value g = setting.weight({{axis::kQuery, shape.size(axis::kQuery)}, {axis::kKey, shape.size(axis::kKey)}},
                           std::move(leaf), Init::kGumbel);
  const char* note =
      "A number drawn for each pair is added: the largest sum is then at each word with the softmax's chance.";
  if (amount != 1.0) {
    g = scale(g, amount, {{"noise", amount, {}}})
            .step(noising("scaled_noise", "g", R"(\nu\,g_{ij}, \quad g_{ij} = -\log(-\log u_{ij}))", note));
  }
  scores = add(scores, g).step(noising("noisy_scores", "S",
                                       amount == 1.0 ? R"(\a{S_{ij}} \leftarrow \a{S_{ij}} + g_{ij})"
                                                     : R"(\a{S_{ij}} \leftarrow \a{S_{ij}} + \nu\,g_{ij})",
                                       note));
  if (tau == 1.0) return scores;
  return scale(scores, 1.0 / tau, {{"temperature", tau, {}}})
      .step(noising("cooled_scores", "S", R"(\a{S_{ij}} \leftarrow \frac{\a{S_{ij}}}{\tau})",
                    "A low temperature lets the largest sum win alone."));
}

// The soft weights, or the largest of them alone with the soft ones' gradient.
Value normalise(Setting& setting, Value scores) {
  Value soft = softmax_rows(setting, scores);
  if (!setting.params().flag("straight_through")) return soft;
  StepText text = setting.graph().node(soft.node()).text;
  StepText soft_text = text, hard_text = text;
  soft_text.id = "align", hard_text.id = "one_hot";
  soft_text.title = hard_text.title = text.title = "The softmax's winner takes all";
  soft = soft.step(soft_text);
  hard_text.latex = R"([\,j = \operatorname{argmax}_m \a{A_{im}}\,])";
  hard_text.note = "The word with the largest weight gets all of it.";
  text.latex = R"(\a{A_{ij}} \leftarrow [\,j = \operatorname{argmax}_m \a{A_{im}}\,])";
  text.note = "Forwards the winner alone counts; backwards the gradient passes through the soft weights.";
  const Value hard = choose_largest(soft).step(std::move(hard_text));
  return straight_through(hard, soft).step(std::move(text));
}

}  // namespace

Variant gumbel_attention() {
  EntryText text;
  text.name = "Gumbel-Softmax";
  text.family = "hard choices";
  text.summary = "Noise turns the softmax into a draw that gradients pass: nearly hard choices that can be trained.";
  text.latex =
      R"(\a{A_{ij}} = \frac{\exp((\a{S_{ij}} + g_{ij})/\tau)}{\sum_m \exp((\a{S_{im}} + g_{im})/\tau)}, \quad g_{ij} = -\log(-\log u_{ij}))";
  ParamSpec tau = shared::temperature();
  tau.id = "tau", tau.label = "Temperature τ", tau.doc = "Divides score and noise: low makes the draw a choice.";
  text.params = {
      tau, shared::number("noise", "Noise", "How much of the noise is added; 0 leaves the softmax.", 1, 0, 2, 0.05),
      shared::flag("straight_through", "Straight through",
                   "The largest weight counts alone; the gradient still passes through all.")};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.modify = modify;
            pipeline.normalise = normalise;
            return attend(setting, pipeline);
          }};
}

EntryDocs gumbel_attention_docs() {
  EntryDocs docs;
  docs.papers = {{"Categorical Reparameterization with Gumbel-Softmax", "Jang, Gu, Poole", 2017,
                  "https://arxiv.org/abs/1611.01144"},
                 {"The Concrete Distribution: A Continuous Relaxation of Discrete Random Variables",
                  "Maddison, Mnih, Teh", 2017, "https://arxiv.org/abs/1611.00712"}};
  docs.differs =
      "The papers draw hidden categories; here the categories are the words that may be read. Noise is added to the "
      "score itself, where the papers have the logarithm of its softmax: the same but for a constant of the row. No "
      "schedule lowers temperature or noise: both are set by hand.";
  docs.laws = {
      shared::rows_sum_to_one(),
      {LawKind::kRowsSumToOne, "So do those of a hard choice.", {{"straight_through", "true"}}},
      shared::causal_mask_hides_the_future(),
      {LawKind::kEquals, "Without noise it is scaled dot-product attention.", {{"noise", "0"}}, "scaled_dot_product"}};
  docs.slots = shared::slots_but({{"modify", "divided by √d, plus Gumbel noise, divided by τ"},
                                  {"normalise", "softmax, or its largest weight alone"}});
  docs.cost = {R"(2\,n\,m\,d + n\,m)", R"(8\,n\,m)"};
  docs.used_by = {{"GroupViT", 2022, "https://arxiv.org/abs/2202.11094"}};
  return docs;
}

}  // namespace attn::variants
