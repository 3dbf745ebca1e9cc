// Local attention with a monotonic centre: Luong, Pham & Manning 2015, section 3.2, "local-m": word t reads a window of
// 2 D + 1 words around place t.
#include <algorithm>

#include "core/attention/alignment.h"
#include "core/attention/window.h"

namespace attn::variants {
namespace {

// p_t = t, counted from 1; the code keeps it within the text that is read (before the mark at its end, which we lack).
Value centre(Setting& setting) {
  const int64_t last = setting.source().shape().size(axis::kQuery);
  const bool kept_within = setting.params().choice("form") == "code";
  std::vector<float> places;
  for (int64_t t = 1; t <= setting.tokens(); ++t)
    places.push_back(static_cast<float>(kept_within ? std::min(t, last) : t));
  StepText text;
  text.id = "centre", text.symbol = "p", text.role = Role::kQuery;
  return setting.graph().leaf({{axis::kQuery, setting.tokens()}}, std::move(places), Origin::kFixed, std::move(text));
}

Value mask_outside(Setting& setting, Value scores) {
  const Value at = centre(setting), positions = key_positions(setting, 1);
  const Value distance = distances(at, positions);
  scores = apply_mask(scores, window_of(distance, setting.params().integer("reach")));
  return mask_by_choice(setting, scores);
}

}  // namespace

Variant local_m() {
  EntryText text;
  text.name = "Local, monotonic";
  text.family = "local";
  text.summary = "Word t reads a window around place t of the text, as if both ran in step.";
  text.latex =
      R"(\a{a_t(s)} = \frac{\exp(\a{S_{ts}})}{\sum_{|s'-\q{p_t}|\le D}\exp(\a{S_{ts'}})}, \quad \q{p_t} = t, \quad |s-\q{p_t}| \le D)";
  text.params = shared::alignment({"dot", "general", "concat"}, "general");
  // 64: past the end of any example
  text.params.push_back(
      shared::whole_number("reach", "Reach", "Words on either side of the centre that may be read.", 2, 1, 64));
  text.params.push_back(shared::paper_or_code("The window of word t lies at t, even behind the end of a shorter text.",
                                              "A centre behind the last word is moved to it."));
  text.params.push_back(shared::temperature());
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = alignment_pipeline(setting, setting.params().choice("score"));
            pipeline.mask = mask_outside;
            return attend(setting, pipeline);
          }};
}

EntryDocs local_m_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. Weights are seeded, not trained. The paper's windows reach 10 words; here the default is "
      "smaller, for shorter texts. All pairs are scored here, and those outside the window masked.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals,
                "A window wider than the text leaves the dot score's attention over all words.",
                {{"score", "dot"}, {"reach", "64"}},
                "dot"}};
  docs.slots = shared::slots_but({{"project", "as the score needs"},
                                  {"position", "the centre is the word's own place"},
                                  {"score", "dot, general or concat"},
                                  {"modify", "none"},
                                  {"mask", "a window around the centre, then as chosen"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(2\,n\,(2D + 1)\,d)", R"(4\,n\,(2D + 1))"};
  return docs;
}

}  // namespace attn::variants
