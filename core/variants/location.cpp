// Luong's location score: Luong, Pham & Manning 2015, section 3.1, equation 8: a_t = softmax(W_a h_t). A word chooses
// places from itself alone; what stands there is not looked at.
#include "core/attention/alignment.h"

namespace attn::variants {
namespace {

StepText place(const char* id, const char* symbol, Role role, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = role, text.latex = latex;
  text.stage = "project", text.label = "Q K V";
  text.title = "Every place has a learned row of its own";
  text.note =
      "The keys are rows of one learned matrix, one for each place: they are the same whatever words stand there.";
  return text;
}

// The first S rows of W_a [places, width] are the keys; places behind its last row get rows of zeros, to be masked.
Projected project(Setting& setting, const Pipeline&) {
  const int64_t places = setting.params().integer("places"), read = setting.source().shape().size(axis::kQuery);
  StepText weight_text;
  weight_text.id = "w_a", weight_text.symbol = "W_a", weight_text.role = Role::kKey;
  const Value w = setting.weight({{axis::kKey, places}, {axis::kChannel, setting.width()}}, std::move(weight_text));
  StepText k = place("k", "K", Role::kKey, R"(\k{K} = \k{W_a})");
  Value rows;
  if (read <= places) {
    rows = slice(w, axis::kKey, 0, read).step(std::move(k));
  } else {
    const Shape beyond = {{axis::kKey, read - places}, {axis::kChannel, setting.width()}};
    StepText none;
    none.id = "no_rows", none.symbol = "0";
    const Value zeros = setting.graph().leaf(beyond, std::vector<float>(static_cast<size_t>(beyond.count())),
                                             Origin::kFixed, std::move(none));
    rows = attn::concat(w, zeros, axis::kKey).step(std::move(k));
  }
  const Value asked =
      rename(setting.x(), axis::kModel, axis::kChannel).step(place("q", "Q", Role::kQuery, R"(\q{Q} = H)"));
  const Value read_words =
      rename(setting.source(), axis::kQuery, axis::kKey).step(place("v", "V", Role::kValue, R"(\v{V} = \bar{H})"));
  return {asked, rows, read_words};
}

// Places for which the matrix has no row get no weight; then what the parameters mask.
Value mask_places(Setting& setting, Value scores) {
  Band band;
  band.key_length = setting.params().integer("places");
  if (band.key_length < scores.shape().size(axis::kKey)) {
    band.rule = "The matrix has no row for places behind the first " + std::to_string(band.key_length) + ".";
    scores = apply_mask(scores, band_of(scores, std::move(band), "places", "Places without a row are not read",
                                        R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > S_{\max})"));
  }
  return mask_by_choice(setting, scores);
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
            pipeline.mask = mask_places;
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
