// Parameters and words that mechanisms share, so that the same control looks and reads the same everywhere.
#include "core/attention/pipeline.h"

namespace attn::shared {

ParamSpec temperature() {
  ParamSpec spec;
  spec.id = "temperature";
  spec.label = "Temperature";
  spec.doc = "Divides every score before the softmax: low sharpens, high flattens.";
  // 0.01 is as good as argmax (a lead of 0.1 becomes e^10); above 100 every row is flat.
  spec.fallback = 1, spec.min = 0.01, spec.max = 100, spec.step = 0.01, spec.logarithmic = true;
  return spec;
}

std::vector<ParamSpec> mask() {
  ParamSpec which;
  which.id = "mask";
  which.label = "Mask";
  which.doc = "Who reads whom.";
  which.kind = ParamKind::kChoice;
  which.choices = {{"none", "None", "Every word may read every word."},
                   {"causal", "Causal", "A word may read itself and what stands before it."},
                   {"padding", "Padding", "The last pieces are taken for padding and not read."}};
  ParamSpec padding;
  padding.id = "padding";
  padding.label = "Padding";
  padding.doc = "How many pieces at the end are padding; all of them leaves nothing to read.";
  padding.kind = ParamKind::kInteger;
  // 64: more than any example has, so that a fully masked row can be seen.
  padding.fallback = 2, padding.min = 0, padding.max = 64, padding.step = 1;
  padding.when_param = "mask", padding.when_values = {"padding"};
  return {which, padding};
}

std::vector<ParamSpec> padding_mask() {
  std::vector<ParamSpec> specs = mask();
  std::erase_if(specs[0].choices, [](const Choice& choice) { return choice.value == "causal"; });
  return specs;
}

ParamSpec head_width() {
  ParamSpec spec;
  spec.id = "head_width";
  spec.label = "Head width";
  spec.doc = "Channels of a query, key and value.";
  spec.kind = ParamKind::kInteger;
  spec.fallback = 64, spec.min = 1, spec.max = 256, spec.step = 1;  // 256: wider than any published head
  return spec;
}

ParamSpec hidden_width() {
  ParamSpec spec = head_width();
  spec.id = "hidden", spec.label = "Hidden width";
  spec.doc = "Units of the network that scores.";
  return spec;
}

std::vector<ParamSpec> weights(std::vector<ParamSpec> sizes) {
  ParamSpec which;
  which.id = "random";
  which.label = "Untrained";
  which.doc = "Projections drawn from the seed instead of the trained ones.";
  which.kind = ParamKind::kFlag;
  std::vector<ParamSpec> all = {which};
  for (ParamSpec& size : sizes) {
    size.when_param = "random", size.when_values = {"true"};
    all.push_back(std::move(size));
  }
  return all;
}

ParamSpec heads(int fallback) {
  ParamSpec spec;
  spec.id = "heads";
  spec.label = "Heads";
  spec.doc = "How many attentions work side by side, each with its own projections.";
  spec.kind = ParamKind::kInteger;
  spec.fallback = fallback, spec.min = 1, spec.max = 16, spec.step = 1;  // 16: the most of the original Transformer
  return spec;
}

ParamSpec whole_number(std::string_view id, std::string_view label, std::string_view doc, int fallback, int min,
                       int max) {
  ParamSpec spec;
  spec.id = id, spec.label = label, spec.doc = doc, spec.kind = ParamKind::kInteger;
  spec.fallback = fallback, spec.min = min, spec.max = max, spec.step = 1;
  return spec;
}

ParamSpec choice(std::string_view id, std::string_view label, std::string_view doc, std::vector<Choice> choices) {
  ParamSpec spec;
  spec.id = id, spec.label = label, spec.doc = doc, spec.kind = ParamKind::kChoice;
  spec.choices = std::move(choices);
  return spec;
}

ParamSpec flag(std::string_view id, std::string_view label, std::string_view doc) {
  ParamSpec spec;
  spec.id = id, spec.label = label, spec.doc = doc, spec.kind = ParamKind::kFlag;
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
