// Luong's location score: Luong, Pham & Manning 2015, section 3.1, equation 8: a_t = softmax(W_a h_t). A word chooses
// places from itself alone; what stands there is not looked at.
#include "core/attention/alignment.h"

namespace attn::variants {
namespace {

Projected project(Setting& setting, const Pipeline&) {
  const int64_t places = setting.params().integer("places"), read = setting.source().shape().size(axis::kQuery);
  StepText weight_text;
  weight_text.id = "w_a", weight_text.symbol = "W_a", weight_text.role = Role::kKey;
  const Value w = setting.weight({{axis::kKey, places}, {axis::kChannel, setting.width()}}, std::move(weight_text));
  const Value rows = rows_of_places(w, read);
  const Value asked =
      rename(setting.x(), axis::kModel, axis::kChannel).step(place_text("q", "Q", Role::kQuery, R"(\q{Q} = H)"));
  const Value read_words =
      rename(setting.source(), axis::kQuery, axis::kKey).step(place_text("v", "V", Role::kValue, R"(\v{V} = \bar{H})"));
  return {asked, rows, read_words};
}

Value mask(Setting& setting, Value scores) {
  return mask_by_choice(setting, mask_places(scores, setting.params().integer("places")));
}

}  // namespace

Variant location() {
  EntryText text;
  text.name = "Luong location";
  text.family = "alignment";
  text.summary =
      "A word chooses where to look from itself alone: every place has a learned row, whatever stands there.";
  text.latex = R"(\a{a_t} = \operatorname{softmax}(\k{W_a}\,\q{h_t}))";
  // 50: the longest sentence that the paper trained on. 512: longer than any example.
  text.params = {
      shared::whole_number("places", "Places", "Rows of the matrix; places behind them get no weight.", 50, 1, 512),
      shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, [](Setting& setting) {
            Pipeline pipeline = alignment_pipeline(setting, "dot");
            pipeline.project = project;
            pipeline.mask = mask;
            return attend(setting, pipeline);
          }};
}

EntryDocs location_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. The matrix is seeded, not trained; of its rows the first are used for a shorter text, "
      "and places behind its last row get no weight.";
  docs.laws = {shared::rows_sum_to_one(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "k is a learned row for each place; words are their own q and v"},
                                  {"score", "dot product of word and place"},
                                  {"modify", "none"},
                                  {"mask", "places without a row, then as chosen"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  return docs;
}

}  // namespace attn::variants
