// Self-attention in its plainest form: the words of one text read each other. Cheng, Dong & Lapata 2016 and Parikh et
// al. 2016 compared a text's own words before the Transformer; Vaswani et al. 2017 gave query, key and value their
// matrices.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

StepText same_words(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  text.stage = "project", text.label = "Q K V";
  text.title = "The same words ask, are compared and are carried";
  text.note = "Query, key and value are one and the same: every word meets every word of its own text.";
  return text;
}

// Q = K = V = X, or X W with one matrix for all three.
Projected project_same(Setting& setting, const Pipeline& pipeline) {
  const bool learned = setting.params().choice("projections") == "one";
  StepText q = same_words("q", "Q", Role::kQuery, learned ? R"(\q{Q} = X\,W)" : R"(\q{Q} = X)");
  Projected in;
  if (learned) {
    StepText weight_text;
    weight_text.id = "w", weight_text.symbol = "W";
    const Shape shape = {{axis::kModel, setting.width()}, {axis::kChannel, pipeline.head_width}};
    in.q = matmul(setting.x(), setting.weight(shape, std::move(weight_text)), axis::kModel).step(std::move(q));
  } else {
    in.q = rename(setting.x(), axis::kModel, axis::kChannel).step(std::move(q));
  }
  in.k = rename(in.q, axis::kQuery, axis::kKey).step(same_words("k", "K", Role::kKey, R"(\k{K} = \q{Q})"));
  in.v = rename(learned ? in.q : setting.x(), axis::kQuery, axis::kKey)
             .step(same_words("v", "V", Role::kValue, R"(\v{V} = \q{Q})"));
  return in;
}

}  // namespace

Variant self_attention() {
  EntryText text;
  text.name = "Self-attention";
  text.family = "keys and values";
  text.summary = "A text reads itself: query, key and value are the same words, first as they are, then with matrices.";
  text.latex = R"(\z{Z} = \operatorname{softmax}\!\left(\frac{\q{X}\k{X^\top}}{\sqrt{d}}\right)\v{X})";
  text.params = {
      shared::choice("projections", "Projections", "Which learned matrices turn words into queries, keys and values.",
                     {{"none", "None", "Q = K = V = X: the words as they are."},
                      {"one", "One", "Q = K = V = X W: one matrix for all three."},
                      {"three", "Three", "A matrix for each, as in the Transformer."}}),
      shared::flag("unscaled", "Unscaled", "Leaves out the division by √d."), shared::temperature()};
  append(&text.params, shared::mask());
  for (ParamSpec& spec : shared::weights({shared::head_width()})) {
    if (spec.when_param.empty()) spec.when_param = "projections", spec.when_values = {"three", "one"};
    text.params.push_back(spec);
  }
  return {text, [](Setting& setting) {
            const bool three = setting.params().choice("projections") == "three";
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            if (!three) pipeline.project = project_same, pipeline.output = nullptr;
            if (setting.params().flag("unscaled")) pipeline.modify = divide_by_temperature;
            return attend(setting, pipeline);
          }};
}

EntryDocs self_attention_docs() {
  EntryDocs docs;
  docs.papers = {{"Long Short-Term Memory-Networks for Machine Reading", "Cheng, Dong, Lapata", 2016,
                  "https://arxiv.org/abs/1601.06733"},
                 {"A Decomposable Attention Model for Natural Language Inference", "Parikh, Täckström, Das, Uszkoreit",
                  2016, "https://arxiv.org/abs/1606.01933"},
                 shared::vaswani_2017()};
  docs.differs =
      "The papers before the Transformer compare hidden states or the outputs of a small network; this is the form "
      "that is taught: no matrix, one for all three, or the Transformer's three.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::order_blind(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals,
                "With three matrices it is scaled dot-product attention.",
                {{"projections", "three"}},
                "scaled_dot_product"},
               {LawKind::kEquals,
                "Without matrices and without a scale it is Luong's dot score over one text.",
                {{"unscaled", "true"}},
                "dot"}};
  docs.slots = shared::slots_but(
      {{"project", "none, one matrix for q, k and v, or one for each"}, {"modify", "divided by √d, or not"}});
  docs.cost = {R"(2\,n^2\,d)", R"(4\,n^2)"};
  docs.used_by = {{"BERT", 2018, "https://arxiv.org/abs/1810.04805"},
                  {"SAGAN", 2018, "https://arxiv.org/abs/1805.08318"}};
  return docs;
}

}  // namespace attn::variants
