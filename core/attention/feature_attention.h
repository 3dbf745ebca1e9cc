// Attention whose scores are dot products of feature maps that are never negative, s_ij = phi(q_i) . phi(k_j), shared
// out by their sum instead of a softmax. Two orders of the same sums: every pair of words gets its weight, or what was
// read is kept in a state that does not grow. Katharopoulos et al. 2020, "Transformers are RNNs".
#ifndef CORE_ATTENTION_FEATURE_ATTENTION_H_
#define CORE_ATTENTION_FEATURE_ATTENTION_H_

#include <vector>

#include "core/attention/entry.h"
#include "core/attention/setting.h"

namespace attn {

struct Features {
  Value q;  // phi(q) [head, query, feature]
  Value k;  // phi(k) [head, key, feature]
  Value v;  // [head, key, channel]
  // A further factor of every pair, [query, key], for the parallel form alone; the recurrent form has it in its
  // features already.
  Value pairs = {};
};

// z [head, query, channel], by the parameters `form` and `mask`.
Value attend_by_features(Setting& setting, const Features& in);

namespace shared {
ParamSpec causal_mask();  // none, causal: what a state can do
// Both forms give the same, without and with the causal mask; the causal one leaks nothing.
std::vector<Law> laws_of_forms(std::string_view id);
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_FEATURE_ATTENTION_H_
