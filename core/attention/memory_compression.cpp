#include "core/attention/memory_compression.h"

namespace attn {
namespace {

StepText compressing(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  text.stage = "tile", text.label = "compress", text.title = "Blocks of words become one each";
  text.note = "A convolution whose stride is its width reads every word once and makes one vector of each block.";
  return text;
}

bool code(const Setting& setting) { return setting.params().choice("form") == "code"; }

// Blocks of `factor` neighbours side by side, one matrix for all: [..., rows, column] -> [..., blocks, out].
Value strided_convolution(Setting& setting, Value x, std::string_view along, const char* weight, Dim out, bool pad,
                          StepText text) {
  const int64_t factor = setting.params().integer("factor"), rows = x.shape().size(along);
  const std::string name = text.id;
  const std::string_view column = x.shape().dims().back().axis;
  const int64_t missing = pad ? (factor - rows % factor) % factor : 0;
  StepText windows = text, flat = text, weight_text;
  windows.id = name + "_windows", windows.latex = R"(x_{fm},\,\dots,\,x_{fm+f-1})";
  flat.id = name + "_blocks", flat.latex = R"([x_{fm};\,\dots;\,x_{fm+f-1}])";
  weight_text.id = weight, weight_text.symbol = "C", weight_text.role = text.role;
  Value blocks = unfold(x, along, {.width = factor, .stride = factor, .right = missing}).step(std::move(windows));
  std::vector<std::string_view> order;
  for (const Dim& dim : blocks.shape().dims()) order.push_back(dim.axis);
  blocks = rearrange(blocks, std::move(order), 2, axis::kFeature).step(std::move(flat));
  const Value w = setting.weight({{axis::kFeature, factor * x.shape().size(column)}, out}, std::move(weight_text));
  return matmul(blocks, w, axis::kFeature).step(std::move(text));
}

// The paper: K and V are projected, then compressed. A last block that is not full is filled up with zeros.
Projected project_then_compress(Setting& setting, const Pipeline& pipeline) {
  Projected in = project_qkv(setting, pipeline);
  const Dim channel = in.k.shape().dims().back();
  in.k = strided_convolution(
      setting, in.k, axis::kKey, "c_k", channel, true,
      compressing("compressed_k", "K", Role::kKey, R"(\k{K'_m} = [\k{k_{fm}};\dots;\k{k_{fm+f-1}}]\,\k{C_K})"));
  in.v = strided_convolution(
      setting, in.v, axis::kKey, "c_v", channel, true,
      compressing("compressed_v", "V", Role::kValue, R"(\v{V'_m} = [\v{v_{fm}};\dots;\v{v_{fm+f-1}}]\,\v{C_V})"));
  return in;
}

// The code: the words are compressed, the first word is put in front as it is, then K and V are projected. A last block
// that is not full is dropped.
Projected compress_then_project(Setting& setting, const Pipeline& pipeline) {
  const Value x = setting.x();
  Value memory = slice(x, axis::kQuery, 0, 1).step(compressing("first_word", "x_0", Role::kNone, R"(x_0)"));
  if (setting.tokens() >= setting.params().integer("factor")) {
    const Value blocks =
        strided_convolution(setting, x, axis::kQuery, "c", {axis::kModel, setting.width()}, false,
                            compressing("compressed", "B", Role::kNone, R"(b_m = [x_{fm};\dots;x_{fm+f-1}]\,C)"));
    memory = concat(memory, blocks, axis::kQuery)
                 .step(compressing("memory", "M", Role::kNone, R"(M = [x_0, b_0, b_1, \dots])"));
  }
  setting.set_source(memory);
  return project_qkv(setting, pipeline);
}

// The paper's block m ends with word f m + f - 1, which may read it. The code's memory is x_0, which all may read, then
// block m - 1 at place m, to be read from word f m on.
Value mask_unfinished(Setting& setting, Value scores) {
  const int64_t factor = setting.params().integer("factor");
  Band band;
  band.key_step = factor;
  band.key_start = code(setting) ? 0 : factor - 1;
  const bool causal = setting.params().choice("mask") == "causal";
  if (causal) band.upper = 0;
  band.rule = !causal         ? "Every word may read every block."
              : code(setting) ? "A word may read the first word and the blocks that ended before it."
                              : "A word may read the blocks that ended before it or with it.";
  return apply_mask(
      scores,
      band_of(scores, std::move(band), "mask", causal ? "No word reads an unfinished block" : "Nothing is masked",
              causal ? R"(\a{S_{im}} \leftarrow -\infty \quad\text{where block}\; m \;\text{is not over at}\; i)"
                     : R"(\a{S_{im}} \leftarrow \a{S_{im}})"));
}

}  // namespace

void compress_memory(const Setting& setting, Pipeline* pipeline) {
  pipeline->project = code(setting) ? compress_then_project : project_then_compress;
  pipeline->mask = mask_unfinished;
}

namespace shared {

std::vector<ParamSpec> memory_compression() {
  return {shared::choice("form", "Form", "What is compressed: the paper and its authors' code differ.",
                         {{"paper", "Paper", "Keys and values; a word may read a block that ends with it."},
                          {"code", "Code", "The words, before they are projected, behind the first word as it is."}}),
          shared::whole_number("factor", "Factor", "Words that become one: width and stride of the filter.", 3, 1, 16),
          shared::choice("mask", "Mask", "Who reads whom.",
                         {{"causal", "Causal", "A word reads blocks that are over."},
                          {"none", "None", "Every word may read every block."}})};
}

}  // namespace shared
}  // namespace attn
