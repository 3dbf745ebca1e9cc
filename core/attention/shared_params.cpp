// Parameters and words that mechanisms share, so that the same control looks and reads the same everywhere.
#include "core/attention/pipeline.h"

namespace attn::shared {

ParamSpec temperature() {
  // 0.01 is as good as argmax (a lead of 0.1 becomes e^10); above 100 every row is flat.
  ParamSpec spec = number("temperature", "Temperature",
                          "Divides every score before the softmax: low sharpens, high flattens.", 1, 0.01, 100, 0.01);
  spec.logarithmic = true;
  return spec;
}

std::vector<ParamSpec> mask() {
  return {choice("mask", "Mask", "Who reads whom.",
                 {{"none", "None", "Every word may read every word."},
                  {"causal", "Causal", "A word may read itself and what stands before it."},
                  {"padding", "Padding", "The last pieces are taken for padding and not read."}}),
          // 64: more than any example has, so that a fully masked row can be seen.
          when("mask", "padding",
               whole_number("padding", "Padding",
                            "How many pieces at the end are padding; all of them leaves nothing to read.", 2, 0, 64))};
}

std::vector<ParamSpec> padding_mask() {
  std::vector<ParamSpec> specs = mask();
  std::erase_if(specs[0].choices, [](const Choice& choice) { return choice.value == "causal"; });
  return specs;
}

ParamSpec head_width() {
  // 256: wider than any published head
  return whole_number("head_width", "Head width", "Channels of a query, key and value.", 64, 1, 256);
}

ParamSpec hidden_width() {
  ParamSpec spec = head_width();
  spec.id = "hidden", spec.label = "Hidden width";
  spec.doc = "Units of the network that scores.";
  return spec;
}

std::vector<ParamSpec> weights(std::vector<ParamSpec> sizes) {
  std::vector<ParamSpec> all = {
      flag("random", "Untrained", "Projections drawn from the seed instead of the trained ones.")};
  for (ParamSpec& size : sizes) all.push_back(when("random", "true", std::move(size)));
  return all;
}

ParamSpec heads(int fallback) {
  // 16: the most of the original Transformer
  return whole_number("heads", "Heads", "How many attentions work side by side, each with its own projections.",
                      fallback, 1, 16);
}

ParamSpec scale() {
  return choice("scale", "Scale", "Whether scores are divided by the root of the head's width.",
                {{"root", "√d", "As in the original Transformer."},
                 {"none", "None", "It is left to the matrices, which then start smaller."}});
}

ParamSpec number(const char* id, const char* label, const char* doc, double fallback, double min, double max,
                 double step) {
  ParamSpec spec;
  spec.id = id, spec.label = label, spec.doc = doc;
  spec.fallback = fallback, spec.min = min, spec.max = max, spec.step = step;
  return spec;
}

ParamSpec whole_number(const char* id, const char* label, const char* doc, int fallback, int min, int max) {
  ParamSpec spec = number(id, label, doc, fallback, min, max, 1);
  spec.kind = ParamKind::kInteger;
  return spec;
}

ParamSpec choice(const char* id, const char* label, const char* doc, std::initializer_list<Choice> choices) {
  ParamSpec spec = number(id, label, doc, 0, 0, 0, 0);
  spec.kind = ParamKind::kChoice, spec.choices = choices;
  return spec;
}

ParamSpec flag(const char* id, const char* label, const char* doc, bool on) {
  ParamSpec spec = number(id, label, doc, on ? 1 : 0, 0, 0, 0);
  spec.kind = ParamKind::kFlag;
  return spec;
}

ParamSpec when(const char* param, const char* value, ParamSpec spec) {
  spec.when_param = param, spec.when_values = {value};
  return spec;
}

ParamSpec form() {
  return choice("form", "Form", "Two orders of the same sums.",
                {{"parallel", "Parallel", "Every pair of words at once, as in training."},
                 {"recurrent", "Recurrent", "A state that does not grow with the text, as in decoding."}});
}

Paper vaswani_2017() {
  return {"Attention Is All You Need", "Vaswani, Shazeer, Parmar, Uszkoreit, Jones, Gomez, Kaiser, Polosukhin", 2017,
          "https://arxiv.org/abs/1706.03762"};
}

Paper bahdanau_2015() {
  return {"Neural Machine Translation by Jointly Learning to Align and Translate", "Bahdanau, Cho, Bengio", 2015,
          "https://arxiv.org/abs/1409.0473"};
}

Paper luong_2015() {
  return {"Effective Approaches to Attention-based Neural Machine Translation", "Luong, Pham, Manning", 2015,
          "https://arxiv.org/abs/1508.04025"};
}

Law rows_sum_to_one() { return {LawKind::kRowsSumToOne, "In every head the weights of a row add up to 1."}; }

Law order_blind() {
  return {LawKind::kOrderBlind,
          "Without positions in the vectors, reordering the words reorders the result and changes nothing else."};
}

Law causal_mask_hides_the_future() {
  return {
      LawKind::kNoFutureLeak, "Under the causal mask no word's result depends on later words.", {{"mask", "causal"}}};
}

std::vector<SlotText> slots() {
  return {{"project", "learned matrices make q, k and v"},
          {"position", "none"},
          {"score", "dot product q·k"},
          {"modify", "divided by √d"},
          {"mask", "as chosen"},
          {"normalise", "softmax"},
          {"combine", "weighted sum of v"},
          {"output", "none"}};
}

std::vector<SlotText> slots_but(const std::vector<SlotText>& changed) {
  std::vector<SlotText> all = slots();
  for (SlotText& slot : all) {
    for (const SlotText& change : changed) {
      if (change.slot == slot.slot) slot.says = change.says;
    }
  }
  return all;
}

}  // namespace attn::shared
