// Attention is three stages, score -> normalise -> weighted sum, with slots between them. A mechanism fills the slots
// in which it differs from scaled dot-product attention; every other slot is what stands here.
#ifndef CORE_ATTENTION_PIPELINE_H_
#define CORE_ATTENTION_PIPELINE_H_

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/entry.h"
#include "core/attention/setting.h"
#include "core/graph/ops/ops.h"

namespace attn {

struct Projected {
  Value q;  // [head, query, channel]
  Value k;  // [head, key, channel]
  Value v;  // [head, key, channel]
};

struct Pipeline;

// The stages as in Vaswani et al. 2017.
Projected project_qkv(Setting& setting, const Pipeline& pipeline);
Projected project_q(Setting& setting, const Pipeline& pipeline);  // the queries alone
Value dot_product_score(Setting& setting, const Projected& in);
Value scale_by_width(Setting& setting, const Projected& in, Value scores);
Value mask_by_choice(Setting& setting, Value scores);
Value softmax_rows(Setting& setting, Value scores);
Value weighted_sum(Setting& setting, const Projected& in, Value weights);
// And what else a slot may hold: no values yet; no scale but the temperature's; no reading of the future; heads side by
// side, then a learned matrix back to the width of x.
Projected project_qk(Setting& setting, const Pipeline& pipeline);
Value divide_by_temperature(Setting& setting, const Projected& in, Value scores);
Value mask_future(Setting& setting, Value scores);
Value project_output(Setting& setting, Value combined);

// What those are made of. A learned projection of the words that ask or, where its rows are called keys, of the words
// that are read: the weight w_<name> and, where somebody brings one, the bias b_<name>. 0 heads: no such axis.
Value project_one(Setting& setting, int64_t heads, int64_t width, const char* name, std::string_view rows_as,
                  StepText text, std::string_view column = axis::kChannel);
StepText projection_text(const char* id, const char* symbol, const char* macro, Role role);
// project_qkv with other names: of the rows that are read, and of the axis along which queries meet keys.
Projected project_as(Setting& setting, const Pipeline& pipeline, std::string_view read, std::string_view meet);

// What masks are made of: a rule on positions as a mask [query, key] called `id`; the one that the parameters choose;
// scores that become -inf where a mask is 0, in a step that says what the mask's own step says.
Value band_of(Value scores, Band band, std::string id, std::string title, std::string latex);
Value chosen_mask(Setting& setting, Value scores);
Value apply_mask(Value scores, Value allowed);
// A mask in words: a headline, who reads whom, and where scores become -inf.
struct MaskText {
  std::string title;
  std::string rule;
  std::string latex;
};
Value mask_by(Value scores, Value allowed, const MaskText& words);
Value mask_by_rule(Setting& setting, Value scores, std::function<bool(int64_t query, int64_t key)> allowed,
                   const MaskText& words);

struct Pipeline {
  // Sizes: heads share the work, each with vectors of `head_width`.
  int64_t heads = 1;
  int64_t head_width = 64;

  Projected (*project)(Setting&, const Pipeline&) = project_qkv;
  Value (*score)(Setting&, const Projected&) = dot_product_score;              // -> [head, query, key]
  Value (*modify)(Setting&, const Projected&, Value scores) = scale_by_width;  // scale, cap, bias
  Value (*mask)(Setting&, Value scores) = mask_by_choice;
  Value (*normalise)(Setting&, Value scores) = softmax_rows;                   // -> weights [head, query, key]
  Value (*combine)(Setting&, const Projected&, Value weights) = weighted_sum;  // -> [head, query, channel]
  Value (*output)(Setting&, Value combined) = nullptr;                         // null: the weighted sum is the result
};

// One head, or as many as the parameter `heads` says; heads and their width are those of offered weights, where there
// are some for one head (or for several).
Pipeline scaled_dot_product_pipeline(Setting& setting);
Pipeline multi_head_pipeline(Setting& setting);

// Runs the slots in order; returns the result. With queries, keys and values at hand, those after the first.
Value attend(Setting& setting, const Pipeline& pipeline);
Value attend(Setting& setting, const Pipeline& pipeline, const Projected& in);

// Parameters that mechanisms share; each lists those it takes.
namespace shared {
ParamSpec temperature();
std::vector<ParamSpec> mask();          // none, causal, padding and how much of it
std::vector<ParamSpec> padding_mask();  // none, padding: where order has no meaning
ParamSpec head_width();
ParamSpec hidden_width();  // of a scoring network
// Trained projections or, with the switch on, seeded ones, whose `sizes` can be chosen.
std::vector<ParamSpec> weights(std::vector<ParamSpec> sizes);
ParamSpec heads(int fallback);
ParamSpec scale();  // by the root of the width, or not: for scale_by_width
ParamSpec form();   // parallel, recurrent: two orders of the same sums
// And parameters of a mechanism's own, in one line each. Literals come as pointers: that makes smaller calls.
ParamSpec number(const char* id, const char* label, const char* doc, double fallback, double min, double max,
                 double step);
ParamSpec whole_number(const char* id, const char* label, const char* doc, int fallback, int min, int max);
ParamSpec choice(const char* id, const char* label, const char* doc, std::initializer_list<Choice> choices);
ParamSpec flag(const char* id, const char* label, const char* doc, bool on = false);
// The same, shown and used only while another parameter has this value.
ParamSpec when(const char* param, const char* value, ParamSpec spec);
// What the papers and laws of several mechanisms have in common.
Paper vaswani_2017();
Paper bahdanau_2015();
Paper luong_2015();
Law rows_sum_to_one();
Law order_blind();
Law causal_mask_hides_the_future();
std::vector<SlotText> slots();  // scaled dot-product attention's, in words
std::vector<SlotText> slots_but(const std::vector<SlotText>& changed);
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_PIPELINE_H_
