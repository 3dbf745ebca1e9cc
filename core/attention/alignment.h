// Alignment functions: how well a word that asks and a word that is read match, as the recurrent translators scored it
// (Bahdanau et al. 2015; Luong et al. 2015, section 3.1). Each is a pipeline without a mask of its own; mechanisms that
// differ elsewhere take their scores from here.
#ifndef CORE_ATTENTION_ALIGNMENT_H_
#define CORE_ATTENTION_ALIGNMENT_H_

#include <string_view>
#include <vector>

#include "core/attention/pipeline.h"

namespace attn {

// `dot`, `general`, `concat`, `additive`, or `scaled` for scaled dot-product attention with its projections. Scores of
// the first three are [query, key], of the others [head, query, key] with one head.
Pipeline alignment_pipeline(Setting& setting, std::string_view which);

// What those are made of, for models that ask step by step. S_ij = v . tanh(q_i + k_j): q [..., query, feature],
// k [..., key, feature], v [feature].
Value network_score(Value q, Value k, Value v);
// The block of concat's W_a [model, feature] that meets the word that asks, the first rows, or the word that is read.
Value block_that_asks(Value w, int64_t asks);
Value block_that_is_read(Value w, int64_t asks);
// Location's keys: the first rows of W_a [key, channel], one for each place that is read; behind its last, zeros.
Value rows_of_places(Value w, int64_t read);
// And nothing for places behind the last row.
Value mask_places(Value scores, int64_t places);
StepText place_text(const char* id, const char* symbol, Role role, const char* latex);

// h~ = tanh(W_c [c; h]): what a decoder of Luong et al. goes on with.
Value attentional_vector(Setting& setting, Value context);

namespace shared {
// The parameter `score`: which of these alignment functions, the first unless asked otherwise; then the parameters that
// they need.
std::vector<ParamSpec> alignment(const std::vector<std::string_view>& which, std::string_view fallback = {});
// The parameter `form`: as the paper writes it, or as Luong's Matlab code computes it.
ParamSpec paper_or_code(std::string_view paper, std::string_view code);
// The parameter `normed`: does a network score by the direction of its vector alone?
ParamSpec normed(bool on = false);
// The parameter `attentional`: does the result pass attentional_vector?
ParamSpec attentional();
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_ALIGNMENT_H_
