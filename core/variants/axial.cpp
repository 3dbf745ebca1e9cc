// Axial attention: Ho, Kalchbrenner, Weissenborn & Salimans 2019, "Axial Attention in Multidimensional Transformers",
// section 3: words laid out as a grid attend along its rows, and the result along its columns.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

bool causal(const Setting& setting) { return setting.params().choice("mask") == "causal"; }

// M_ij = 1 where i and j stand in one row of the grid.
Value mask_other_rows(Setting& setting, Value scores) {
  const int64_t width = setting.params().integer("width");
  if (causal(setting)) {
    return mask_by_rule(
        setting, scores, [=](int64_t i, int64_t j) { return j <= i && i / width == j / width; },
        {"Each row attends by itself", "A word reads its row of the grid up to itself.",
         R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; \lfloor j/w \rfloor = \lfloor i/w \rfloor)"});
  }
  return mask_by_rule(
      setting, scores, [=](int64_t i, int64_t j) { return i / width == j / width; },
      {"Each row attends by itself", "A word reads its row of the grid.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; \lfloor j/w \rfloor = \lfloor i/w \rfloor)"});
}

// M_ij = 1 where i and j stand in one column.
Value mask_other_columns(Setting& setting, Value scores) {
  const int64_t width = setting.params().integer("width");
  if (causal(setting)) {
    return mask_by_rule(setting, scores, [=](int64_t i, int64_t j) { return j <= i && i % width == j % width; },
                        {"Each column attends by itself", "A word reads its column of the grid down to itself.",
                         R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; j \bmod w = i \bmod w)"});
  }
  return mask_by_rule(setting, scores, [=](int64_t i, int64_t j) { return i % width == j % width; },
                      {"Each column attends by itself",
                       "A word reads its column of the grid: what the other rows' words have collected reaches it.",
                       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \bmod w = i \bmod w)"});
}

Value build(Setting& setting) {
  setting.forget_trained();  // nobody trains two passes
  Pipeline pipeline;
  pipeline.head_width = setting.params().integer("head_width");
  pipeline.output = project_output;
  pipeline.mask = mask_other_rows;
  setting.set_x(attend(setting, pipeline));
  setting.set_pass("_columns");
  pipeline.mask = mask_other_columns;
  return attend(setting, pipeline);
}

}  // namespace

Variant axial() {
  EntryText text;
  text.name = "Axial";
  text.family = "images";
  text.summary =
      "Words laid out as a grid attend along rows, then along columns: two cheap steps that reach everything.";
  text.latex =
      R"(\z{Y_{rc}} = \sum_{c'} \a{A^{\text{row}}_{rc,c'}}\,\v{v_{rc'}}, \quad \z{Z_{rc}} = \sum_{r'} \a{A^{\text{col}}_{rc,r'}}\,\v{v'_{r'c}})";
  text.params = {shared::temperature(),
                 shared::whole_number("width", "Grid width", "Words in a row of the grid.", 4, 1, 64),
                 shared::choice("mask", "Mask", "Who reads whom within a row or column.",
                                {{"none", "None", "Every word may read its whole row and column."},
                                 {"causal", "Causal", "A word may read itself and what stands before it."}}),
                 shared::head_width()};
  return {text, build};
}

EntryDocs axial_docs() {
  EntryDocs docs;
  docs.papers = {{"Axial Attention in Multidimensional Transformers", "Ho, Kalchbrenner, Weissenborn, Salimans", 2019,
                  "https://arxiv.org/abs/1912.12180"}};
  docs.differs =
      "Attention alone: the paper's layers also have residual connections, norms and a small network, and shift what "
      "is generated so that a causal mask loses nothing. All pairs are scored here and the others masked.";
  docs.laws = {{LawKind::kRowsSumToOne, "Along rows and along columns the weights of a word add up to 1."},
               shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "matrices for the rows, and others for the columns"},
                                  {"mask", "the own row, then the own column"},
                                  {"output", "a learned matrix back to the width of a word, after each pass"}});
  docs.cost = {R"(2\,n\,(w + \tfrac{n}{w})\,d)", R"(4\,n\,(w + \tfrac{n}{w}))"};
  docs.used_by = {{"MetNet", 2020, "https://arxiv.org/abs/2003.12140"},
                  {"MSA Transformer", 2021, "https://proceedings.mlr.press/v139/rao21a.html"}};
  return docs;
}

}  // namespace attn::variants
