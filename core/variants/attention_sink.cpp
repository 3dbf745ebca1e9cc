// Attention sinks: Xiao et al. 2024, "Efficient Streaming Language Models with Attention Sinks": a window that never
// lets go of the first words. Or a sink without words, as in gpt-oss (OpenAI 2025): a learned score b that takes part
// in the softmax and carries nothing, so that a word may read less than all.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

bool learned(const Setting& setting) { return setting.params().choice("sink") == "logit"; }

// M_ij = 1 where j <= i, and i - j < w or j < s.
Value mask_between(Setting& setting, Value scores) {
  const int64_t w = setting.params().integer("window");
  const int64_t s = learned(setting) ? 0 : setting.params().integer("sinks");
  const auto allowed = [=](int64_t i, int64_t j) { return j <= i && (i - j < w || j < s); };
  if (s == 0) {
    return mask_by_rule(setting, scores, allowed,
                        {"A word reads the last few words", "The window holds a word and those right before it.",
                         R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > i \;\text{or}\; j \le i - w)"});
  }
  return mask_by_rule(
      setting, scores, allowed,
      {"The first words stay in sight",
       "The window moves on, but the first words are never let go: they take the weight that no other word deserves.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i \;\text{and}\; (j > i - w \;\text{or}\; j \le s))"});
}

// A_ij = exp(S_ij) / (exp(b) + sum_m exp(S_im))
Value softmax_with_sink(Setting& setting, Value scores) {
  if (!learned(setting)) return softmax_rows(setting, scores);
  const int64_t heads = scores.shape().size(axis::kHead), queries = scores.shape().size(axis::kQuery);
  const int64_t keys = scores.shape().columns();
  StepText sink_text;
  sink_text.id = "sink", sink_text.symbol = "b", sink_text.role = Role::kWeights;
  const Value sink = setting.weight({{axis::kHead, heads}}, std::move(sink_text));
  StepText column = {"sink_column",
                     "sink",
                     "sink",
                     "A sink stands beside the words",
                     "A learned score, the same for every word that asks, stands in line with the scores of the words.",
                     R"(\a{b})",
                     "b",
                     Role::kWeights};
  StepText joined = column, ones_text = column;
  const Value ones = rule_table(
      setting.graph(), {{axis::kQuery, queries}, {axis::kKey, 1}}, [](const Index&) { return 1.0; },
      "The sink is there for every word.");
  ones_text.id = "sink_places", ones_text.symbol = "1", ones_text.latex = R"(1)";
  joined.id = "scores_and_sink", joined.symbol = "S";
  joined.latex = R"([\a{b}, \a{S_{i1}}, \dots, \a{S_{in}}])";
  const Value beside = multiply(sink, ones.step(std::move(ones_text))).step(std::move(column));
  // In front, where it stands in the same place however long the text.
  const Value line = concat(beside, scores, axis::kKey).step(std::move(joined));
  StepText all = {"pattern_and_sink",
                  "normalise",
                  "softmax",
                  "The sink takes its share",
                  "The softmax runs over the words and the sink; what the sink takes is read by nobody.",
                  R"(\a{A_{ij}} = \frac{\exp(\a{S_{ij}})}{\exp(\a{b}) + \sum_m \exp(\a{S_{im}})})",
                  "A",
                  Role::kWeights};
  StepText text = all;
  text.id = "pattern";
  return slice(softmax(line).step(std::move(all)), axis::kKey, 1, keys + 1).step(std::move(text));
}

}  // namespace

Variant attention_sink() {
  EntryText text;
  text.name = "Attention sink";
  text.family = "sparse";
  text.summary =
      "A window moves along the text but keeps the very first words, on which weight can be put that belongs nowhere.";
  text.latex =
      R"(\z{z_i} = \sum_{j \le s \;\text{or}\; i-w < j \le i} \a{A_{ij}}\,\v{v_j} \quad\text{or}\quad \a{A_{ij}} = \frac{\exp(\a{S_{ij}})}{\exp(\a{b}) + \sum_m \exp(\a{S_{im}})})";
  text.params = {
      shared::temperature(),
      shared::whole_number("window", "Window", "How many of the last words a word reads, itself counted.", 4, 1, 256),
      shared::choice(
          "sink", "Sink", "What takes the weight that no word deserves.",
          {{"tokens", "First words", "The first words stay readable for ever."},
           {"logit", "Learned score", "A score without a word joins the softmax; rows then add up to less than 1."}}),
      shared::when(
          "sink", "tokens",
          shared::whole_number("sinks", "Sinks", "How many first words are kept; the paper has 4.", 1, 0, 16))};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_between;
            pipeline.normalise = softmax_with_sink;
            return attend(setting, pipeline);
          }};
}

EntryDocs attention_sink_docs() {
  EntryDocs docs;
  docs.papers = {{"Efficient Streaming Language Models with Attention Sinks", "Xiao, Tian, Chen, Han, Lewis", 2024,
                  "https://arxiv.org/abs/2309.17453"},
                 {"gpt-oss-120b & gpt-oss-20b Model Card", "OpenAI", 2025, "https://arxiv.org/abs/2508.10925"}};
  docs.differs =
      "The paper counts positions within its cache, not within the text; without positions in the scores, as here, "
      "that makes no difference. The learned sink starts from the seed.";
  docs.laws = {
      shared::rows_sum_to_one(),
      {LawKind::kRowsSumToAtMostOne, "What the learned sink takes is missing from the row.", {{"sink", "logit"}}},
      {LawKind::kNoFutureLeak, "No word's result depends on later words."},
      {LawKind::kNoFutureLeak, "Nor with a learned sink.", {{"sink", "logit"}}},
      {LawKind::kEquals, "Without sinks it is a sliding window.", {{"sinks", "0"}}, "sliding_window"},
      {LawKind::kEquals, "A window as long as the text is causal attention.", {{"window", "256"}}, "causal"}};
  docs.slots = shared::slots_but({{"mask", "the last w words and the first s"},
                                  {"normalise", "softmax, perhaps with a learned score beside the words"}});
  docs.cost = {R"(2\,n\,(w + s)\,d)", R"(4\,n\,(w + s))"};
  docs.used_by = {{"gpt-oss", 2025, "https://arxiv.org/abs/2508.10925"}};
  return docs;
}

}  // namespace attn::variants
